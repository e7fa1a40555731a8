import RemoveIcon from '@mui/icons-material/CloseOutlined';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { type FieldValues, useController, useFormState } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DocumentPicker } from '@/components/file/DocumentPicker';
import type { FieldProps } from './types';

interface FilesInputProps<Values extends FieldValues>
  extends Pick<FieldProps<Values>, 'control' | 'name' | 'label'> {
  max: number;
}

/** Several documents in a form; the value is the list of files. */
export function FilesInput<Values extends FieldValues>({
  control,
  name,
  label,
  max,
}: FilesInputProps<Values>) {
  const { t } = useTranslation();
  const { field } = useController({ control, name });
  const { errors } = useFormState({ control, name });
  const files = (field.value ?? []) as readonly File[];
  const problems = errors[name] as
    | ({ message?: string } & Record<number, { message?: string } | undefined>)
    | undefined;
  return (
    <Box
      ref={field.ref}
      role="group"
      aria-label={label}
      tabIndex={-1}
      sx={{ display: 'grid', gap: 1 }}
    >
      {files.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
          {files.map((file, place) => (
            <Box
              component="li"
              key={`${file.name} ${file.lastModified} ${file.size}`}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 1,
                paddingInlineStart: 1.5,
                borderRadius: 1,
                bgcolor: 'surface.soft',
              }}
            >
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography variant="body2" dir="auto" noWrap>
                  {file.name}
                </Typography>
                {problems?.[place]?.message && (
                  <Typography variant="caption" role="alert" sx={{ color: 'error.main' }}>
                    {problems[place].message}
                  </Typography>
                )}
              </Box>
              <IconButton
                size="small"
                aria-label={t('form.remove', { name: file.name })}
                onClick={() => field.onChange(files.filter((other) => other !== file))}
              >
                <RemoveIcon fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      {problems?.message && (
        <FormHelperText error role="alert" sx={{ m: 0 }}>
          {problems.message}
        </FormHelperText>
      )}
      {files.length < max && (
        <DocumentPicker label={label} onChoose={(file) => field.onChange([...files, file])} />
      )}
    </Box>
  );
}

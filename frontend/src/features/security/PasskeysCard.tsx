import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { PasskeyRead } from '@/api/identity';
import { zPasskeyUpdate } from '@/api/identity/zod.gen';
import { DateText } from '@/components/DateText';
import { ConfirmDialog } from '@/components/feedback/ConfirmDialog';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { FormDialog } from '@/components/form/FormDialog';
import { TextInput } from '@/components/form/TextInput';
import { TitledCard } from '@/components/record/TitledCard';
import { useZodForm } from '@/lib/forms';
import { PasskeyDialog } from './PasskeyDialog';
import { passkeysQuery, useRemovePasskey, useRenamePasskey } from './queries';

/** The user's passkeys. */
export function PasskeysCard({ username }: { username: string }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(passkeysQuery());
  const [adding, setAdding] = useState(false);
  const [renamed, setRenamed] = useState<PasskeyRead | null>(null);
  const [removed, setRemoved] = useState<PasskeyRead | null>(null);
  return (
    <TitledCard title={t('security.passkeys.title')} lead={t('security.passkeys.lead')}>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={72} />}
      {data && data.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 3, p: 0, display: 'grid', gap: 2 }}>
          {data.map((passkey) => (
            <Passkey
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </Box>
      )}
      {window.PublicKeyCredential ? (
        <Button variant="outlined" sx={{ mt: 3 }} onClick={() => setAdding(true)}>
          {t('security.passkeys.add')}
        </Button>
      ) : (
        <Typography variant="body2" sx={{ mt: 3, color: 'text.secondary' }}>
          {t('security.passkeys.unsupported')}
        </Typography>
      )}
      {adding && <PasskeyDialog username={username} onClose={() => setAdding(false)} />}
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(null)} />}
    </TitledCard>
  );
}

function Passkey({
  passkey,
  onRename,
  onRemove,
}: {
  passkey: PasskeyRead;
  onRename: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap>
          <bdi>{passkey.name}</bdi>
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Trans
            i18nKey={passkey.last_used_at ? 'security.passkeys.used' : 'security.passkeys.added'}
            components={{
              date: (
                <DateText value={passkey.last_used_at ?? passkey.created_at} style="datetime" />
              ),
            }}
          />
        </Typography>
      </Box>
      <Box sx={{ flexShrink: 0, display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        <Button
          size="small"
          aria-label={t('security.passkeys.rename_named', { name: passkey.name })}
          onClick={onRename}
        >
          {t('security.passkeys.rename')}
        </Button>
        <Button
          size="small"
          color="error"
          aria-label={t('security.passkeys.remove_named', { name: passkey.name })}
          onClick={onRemove}
        >
          {t('security.passkeys.remove')}
        </Button>
      </Box>
    </Box>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: PasskeyRead; onClose: () => void }) {
  const { t } = useTranslation();
  const rename = useRenamePasskey();
  const form = useZodForm(zPasskeyUpdate, { name: passkey.name });
  return (
    <FormDialog
      form={form}
      title={t('security.passkeys.rename_title')}
      saveLabel={t('common.save')}
      onSave={(body) => rename.mutateAsync({ path: { passkey_id: passkey.id }, body })}
      onClose={onClose}
    >
      <TextInput
        control={form.control}
        name="name"
        label={t('security.passkeys.name')}
        hint={t('security.passkeys.name_hint')}
        autoComplete="off"
        autoFocus
      />
    </FormDialog>
  );
}

function RemoveDialog({ passkey, onClose }: { passkey: PasskeyRead; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useRemovePasskey();
  return (
    <ConfirmDialog
      open
      title={t('security.passkeys.remove_title', { name: passkey.name })}
      confirmLabel={t('security.passkeys.remove')}
      color="error"
      pending={isPending}
      error={error}
      onConfirm={() =>
        mutate(
          { path: { passkey_id: passkey.id } },
          {
            onSuccess: onClose,
          },
        )
      }
      onClose={onClose}
    >
      {t('security.passkeys.remove_text')}
    </ConfirmDialog>
  );
}

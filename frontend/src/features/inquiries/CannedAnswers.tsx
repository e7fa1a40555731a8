import ExpandIcon from '@mui/icons-material/ExpandMoreOutlined';
import Button from '@mui/material/Button';
import ListItemText from '@mui/material/ListItemText';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FilledAnswer, InquiryDetail } from '@/api/notifications';
import { listFilledAnswersOptions } from '@/api/notifications/@tanstack/react-query.gen';
import { localized, useLocale } from '@/i18n';

interface CannedAnswersProps {
  inquiry: InquiryDetail;
  onChoose: (text: string) => void;
}

/** Prepared answers in the sender's language; renders nothing if there are none. */
export function CannedAnswers({ inquiry: { id, locale: lang }, onChoose }: CannedAnswersProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { data } = useQuery(listFilledAnswersOptions({ path: { inquiry_id: id } }));
  if (!data?.data.length) return null;
  const close = () => setAnchor(null);
  const choose = ({ text }: FilledAnswer) => {
    close();
    onChoose(text);
  };
  return (
    <>
      <Button
        type="button"
        variant="outlined"
        size="small"
        endIcon={<ExpandIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ justifySelf: 'start' }}
      >
        {t('canned_answers.choose')}
      </Button>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        // Move the focus from the button to the answer.
        disableRestoreFocus
        slotProps={{ paper: { sx: { width: 420, maxWidth: 'calc(100% - 32px)', maxHeight: 360 } } }}
      >
        {data.data.map((answer) => (
          <MenuItem key={answer.id} onClick={() => choose(answer)}>
            <ListItemText
              primary={localized(answer, 'name', locale)}
              secondary={answer.text}
              slotProps={{ secondary: { noWrap: true, dir: 'auto', lang } }}
            />
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

import SentIcon from '@mui/icons-material/MarkEmailReadOutlined';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { InquiryReceipt } from '@/api/notifications';
import { CopyText } from '@/components/record/CopyText';

/** Confirms a message with its reference. */
export function ContactSent({
  inquiry,
  onAgain,
}: {
  inquiry: InquiryReceipt;
  onAgain: () => void;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element was unmounted with the form.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card sx={{ p: { xs: 3, sm: 5 }, display: 'grid', gap: 1.5, justifyItems: 'start' }}>
      <SentIcon color="primary" sx={{ fontSize: 40 }} />
      <Typography ref={heading} tabIndex={-1} variant="h4" component="h2" sx={{ outline: 'none' }}>
        {t('contact.sent')}
      </Typography>
      <Typography>{t('contact.sent_text')}</Typography>
      <Typography component="div" variant="h5">
        <CopyText text={inquiry.reference} />
      </Typography>
      <Button variant="outlined" sx={{ mt: 1 }} onClick={onAgain}>
        {t('contact.again')}
      </Button>
    </Card>
  );
}

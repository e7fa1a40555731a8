import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from '@/lib/toast';
import { useProblemText } from '@/lib/useProblemText';
import { href, paths } from '@/routes/paths';
import { useTestWebhook } from './queries';

/** Sends a message that says nothing, and leads to where its answer is seen. */
export function TestButton({ id }: { id: string }) {
  const { t } = useTranslation();
  const textOf = useProblemText();
  const navigate = useNavigate();
  const { mutate, isPending } = useTestWebhook();
  const send = () =>
    mutate(
      { path: { endpoint_id: id } },
      {
        onSuccess: (delivery) =>
          void navigate(href(paths.webhookDelivery, { id, deliveryId: delivery.id })),
        onError: (problem) => toast.error(textOf(problem)),
      },
    );
  return (
    <Button variant="contained" loading={isPending} onClick={send}>
      {t('webhooks.do.test')}
    </Button>
  );
}

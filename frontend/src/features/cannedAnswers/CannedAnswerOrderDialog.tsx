import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OrderDialog } from '@/components/order/OrderDialog';
import { localized, useLocale } from '@/i18n';
import { cannedAnswersQuery, useOrderAnswers } from './queries';

/** Changes the order of canned answers. */
export default function CannedAnswerOrderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const save = useOrderAnswers();
  const { data, error, isFetching, refetch } = useQuery(cannedAnswersQuery());
  return (
    <OrderDialog
      text={t('canned_answers.order_text')}
      empty={t('canned_answers.none')}
      // Keep the moved order: a refused save refetches the answers.
      items={isFetching && !save.isError ? undefined : data?.data}
      error={error}
      onRetry={() => void refetch()}
      nameOf={(answer) => localized(answer, 'name', locale)}
      onSave={(order) => save.mutateAsync({ body: { ids: order.map(({ id }) => id) } })}
      onClose={onClose}
    />
  );
}

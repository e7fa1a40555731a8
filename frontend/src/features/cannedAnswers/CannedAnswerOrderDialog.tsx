import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { OrderDialog } from '@/components/order/OrderDialog';
import { localized, useLocale } from '@/i18n';
import { cannedAnswersQuery, useOrderAnswers } from './queries';

/** The order in which canned answers are offered. */
export default function CannedAnswerOrderDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const save = useOrderAnswers();
  const { data, error, isFetching, refetch } = useQuery(cannedAnswersQuery());
  return (
    <OrderDialog
      text={t('canned_answers.order_text')}
      empty={t('canned_answers.none')}
      // A save that is refused asks for them anew, under what the reader has moved.
      items={isFetching && !save.isError ? undefined : data?.data}
      error={error}
      onRetry={() => void refetch()}
      nameOf={(answer) => localized(answer, 'name', locale)}
      onSave={(order) => save.mutateAsync({ body: { ids: order.map(({ id }) => id) } })}
      onClose={onClose}
    />
  );
}

import { useTranslation } from 'react-i18next';
import type { DeliveryRow } from '@/api/notifications';
import { zChannel } from '@/api/notifications/zod.gen';
import { ActionError } from '@/components/feedback/ActionError';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { usePersonName } from '@/components/Person';
import { toOptions } from '@/lib/options';
import { deliveries } from './lists';
import { useRepeat } from './queries';

const column = defineColumns<DeliveryRow>();
const UNREACHED = ['failed', 'suppressed'] as const;

/** Undelivered messages, with resend. */
export default function DeliveryListPage() {
  const { t } = useTranslation();
  const nameOf = usePersonName();
  const repeat = useRepeat();
  return (
    <ListPage
      list={deliveries}
      title={t('routes.settingsDeliveries')}
      lead={t('deliveries.lead')}
      search={t('deliveries.search')}
      above={() =>
        repeat.error && (
          <ActionError error={repeat.error} onRetry={() => repeat.mutate(repeat.variables)} />
        )
      }
      filters={[
        {
          kind: 'choice',
          name: 'channel',
          label: t('deliveries.channel'),
          options: toOptions(zChannel.options, (of) => t(`deliveries.channels.${of}`)),
        },
        {
          kind: 'choice',
          name: 'status',
          label: t('deliveries.status'),
          options: toOptions(UNREACHED, (of) => t(`status.delivery.${of}`)),
        },
      ]}
      columns={[
        column.person('name', t('deliveries.person'), {
          read: ({ address, ...names }) => ({ ...names, email: address }),
        }),
        column.text('channel', t('deliveries.channel'), {
          read: ({ channel }) => t(`deliveries.channels.${channel}`),
          minWidth: 100,
        }),
        column.status('status', t('deliveries.status'), 'delivery'),
        column.text('error', t('deliveries.reason'), { minWidth: 220 }),
        column.date('created_at', t('deliveries.created_at'), { style: 'datetime' }),
      ]}
      actions={{
        name: (row) => nameOf({ ...row, email: row.address }),
        of: ({ id, repeatable }) =>
          repeatable
            ? [
                {
                  label: t('deliveries.repeat'),
                  onSelect: () => repeat.mutate({ path: { delivery_id: id } }),
                },
              ]
            : [],
      }}
      empty={{ title: t('deliveries.none'), description: t('deliveries.none_hint') }}
    />
  );
}

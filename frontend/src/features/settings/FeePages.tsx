import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteRegistrationFee, type FeeRead } from '@/api/catalog';
import { DeletionDialog } from '@/components/feedback/DeletionDialog';
import { defineColumns } from '@/components/list/columns';
import { ListPage } from '@/components/list/ListPage';
import { useLocale } from '@/i18n';
import { formatDate } from '@/lib/format';
import { useIsScheduled } from '@/lib/undoQueue';
import { useUndoableDeletion } from '@/lib/useUndoableDeletion';
import { FeeDialog } from './FeeDialog';
import { fees, type PayingType } from './lists';

const column = defineColumns<FeeRead>();
const titles = {
  candidate: 'routes.settingsCandidateFee',
  staff: 'routes.settingsStaffFee',
  organization: 'routes.settingsOrganizationFee',
} as const;

/** The registration fees of a profile type: planned, current and past. */
function Fees({ of }: { of: PayingType }) {
  const { t } = useTranslation();
  const nameOf = useFeeName();
  const isHeld = useIsScheduled();
  const [edited, edit] = useState<FeeRead | 'new' | null>(null);
  const [withdrawn, withdraw] = useState<FeeRead | null>(null);
  return (
    <>
      <ListPage
        list={fees[of]}
        title={t(titles[of])}
        lead={t('fees.lead')}
        action={
          <Button variant="contained" onClick={() => edit('new')}>
            {t('fees.add')}
          </Button>
        }
        columns={[
          column.money('amount_minor', t('fees.amount'), { zero: t('fees.free') }),
          column.date('valid_from', t('fees.valid_from')),
          column.date('valid_until', t('fees.valid_until')),
          column.status('status', t('fees.status'), 'registration_fee'),
          column.date('created_at', t('fees.entered'), { style: 'datetime', hidden: true }),
        ]}
        actions={{
          name: nameOf,
          // A fee that has started cannot change, because people have paid it.
          of: (fee) =>
            fee.status === 'planned' && !isHeld(fee.id)
              ? [
                  { label: t('common.edit'), onSelect: () => edit(fee) },
                  { label: t('fees.withdraw'), danger: true, onSelect: () => withdraw(fee) },
                ]
              : [],
        }}
        empty={{ title: t('fees.none') }}
      />
      {edited && (
        <FeeDialog
          profileType={of}
          fee={edited === 'new' ? undefined : edited}
          onClose={() => edit(null)}
        />
      )}
      {withdrawn && <Withdrawal fee={withdrawn} onClose={() => withdraw(null)} />}
    </>
  );
}

function useFeeName() {
  const { t } = useTranslation();
  const locale = useLocale();
  return (fee: FeeRead) => t('fees.from', { day: formatDate(fee.valid_from, locale) });
}

function Withdrawal({ fee, onClose }: { fee: FeeRead; onClose: () => void }) {
  const remove = useUndoableDeletion('settings', 'site');
  const name = useFeeName()(fee);
  return (
    <DeletionDialog
      name={name}
      uses={[]}
      instead=""
      error={null}
      onDelete={() =>
        remove({
          id: fee.id,
          name,
          send: () => deleteRegistrationFee({ path: { fee_id: fee.id }, keepalive: true }),
        })
      }
      onClose={onClose}
    />
  );
}

export const CandidateFees = () => <Fees of="candidate" />;
export const StaffFees = () => <Fees of="staff" />;
export const OrganizationFees = () => <Fees of="organization" />;

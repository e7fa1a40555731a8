import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/feedback/EmptyState';
import { ErrorAlert } from '@/components/feedback/ErrorAlert';
import { TitledCard } from '@/components/record/TitledCard';
import { OwnNumber } from '@/domain/account/OwnNumber';
import { OwnPicture } from '@/domain/account/OwnPicture';
import { PayCharge } from '@/domain/payments/PayCharge';
import { useOpenCharges } from '@/domain/payments/useOpenCharges';
import { PaymentTerms } from '@/domain/Total';
import { useSession } from '@/lib/session';
import type { CandidateGate } from './gates';

interface StepProps {
  /** This page, to which the payment page returns. */
  here: string;
  /** Called when the account has the missing part; the next step renders automatically. */
  onDone: () => void;
}

/** A step for one missing part of the account. */
export default function AccountStep({ gate, ...props }: StepProps & { gate: CandidateGate }) {
  const { t } = useTranslation();
  const steps: Record<CandidateGate, ReactNode> = {
    identity: <OwnNumber onSaved={props.onDone} />,
    picture: <Picture {...props} />,
    payment: <Fee {...props} />,
  };
  return (
    <TitledCard title={t(`enroll.gates.${gate}`)} lead={t(`enroll.gates.${gate}_lead`)}>
      {steps[gate]}
    </TitledCard>
  );
}

function Picture({ onDone }: StepProps) {
  const { profile } = useSession();
  return profile && <OwnPicture profile={profile} onSaved={onDone} />;
}

function Fee({ here }: StepProps) {
  const { t } = useTranslation();
  const { charges } = useOpenCharges();
  if (charges.error) {
    return <ErrorAlert error={charges.error} onRetry={() => void charges.refetch()} />;
  }
  if (!charges.data) return <Skeleton variant="rounded" height={56} sx={{ mt: 3 }} />;
  const fee = charges.data.data.find(({ purpose }) => purpose === 'candidate_registration');
  if (!fee) return <EmptyState title={t('pay.preparing')} description={t('pay.preparing_hint')} />;
  return (
    <>
      <PayCharge charge={fee} redirect={here} />
      <PaymentTerms />
    </>
  );
}

import { useTranslation } from 'react-i18next';
import { StepsHeader } from '@/components/StepsHeader';

const steps = ['upload', 'columns', 'check', 'confirm', 'result'] as const;

export type BulkStep = (typeof steps)[number];

/** The steps of a bulk enrollment with the active one. */
export function BulkSteps({ active }: { active: BulkStep }) {
  const { t } = useTranslation();
  return (
    <StepsHeader
      steps={steps.map((step) => t(`bulk_enrollments.step.${step}`))}
      active={steps.indexOf(active)}
    />
  );
}

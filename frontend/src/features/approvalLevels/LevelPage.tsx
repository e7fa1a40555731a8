import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { LevelRead } from '@/api/approvals';
import { zLevelUpdate } from '@/api/approvals/zod.gen';
import { FormPage } from '@/components/form/FormPage';
import { LinkButton } from '@/components/RouterLinks';
import { TitledCard } from '@/components/record/TitledCard';
import { localized, useLocale } from '@/i18n';
import { useZodForm } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { href, paths } from '@/routes/paths';
import { approverNames } from './approverNames';
import { LevelFields, withoutNobody } from './LevelFields';
import { LevelLoader } from './LevelLoader';
import { useEditLevel } from './queries';

/** Changes a level, for requests that are submitted from now on. */
export default function LevelPage() {
  const { t } = useTranslation();
  return (
    <LevelLoader title={t('routes.approvalLevel')}>
      {(level) => <LevelForm key={level.id} level={level} />}
    </LevelLoader>
  );
}

function LevelForm({ level }: { level: LevelRead }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const navigate = useNavigate();
  const edit = useEditLevel();
  const { name_en, name_ar, rule, target_days, escalate_after, escalate_to } = level;
  const form = useZodForm(zLevelUpdate, {
    name_en,
    name_ar,
    rule,
    target_days,
    escalate_after,
    escalate_to: escalate_to?.user_id ?? null,
  });
  const approvers = approverNames(level, locale);
  return (
    <FormPage
      form={form}
      title={t('routes.approvalLevel')}
      lead={`${t(`approvals.content.${level.content_type}`)} · ${localized(level, 'name', locale)}`}
      trail={[{ label: t('routes.approvalLevels'), to: paths.approvalLevels }]}
      onSave={async (body) => {
        await edit.mutateAsync({ path: { level_id: level.id }, body: withoutNobody(body) });
        form.reset(form.getValues());
        toast.success(t('common.saved'));
        void navigate(paths.approvalLevels);
      }}
    >
      {level.pending > 0 && (
        <Alert severity="info">{t('approval_levels.running', { count: level.pending })}</Alert>
      )}
      <LevelFields control={form.control} />
      <TitledCard
        title={t('approval_levels.approvers')}
        action={
          <LinkButton to={href(paths.approversEdit, { id: level.id })}>
            {t('approval_levels.assign')}
          </LinkButton>
        }
      >
        {approvers.length > 0
          ? approvers.join(t('table.list_separator'))
          : t('approval_levels.nobody')}
      </TitledCard>
    </FormPage>
  );
}

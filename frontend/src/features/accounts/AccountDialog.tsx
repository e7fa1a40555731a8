import { useTranslation } from 'react-i18next';
import type { OrganizationName } from '@/api/identity';
import type { AccountRead } from '@/api/payments';
import { zAccountUpdate } from '@/api/payments/zod.gen';
import { CheckboxInput } from '@/components/form/CheckboxInput';
import { FormDialog } from '@/components/form/FormDialog';
import { MoneyInput } from '@/components/form/MoneyInput';
import { NumberInput } from '@/components/form/NumberInput';
import { SearchSelectInput } from '@/components/form/SearchSelectInput';
import { useOrganizationSource } from '@/domain/useOrganizationFilter';
import { useZodForm, z } from '@/lib/forms';
import { toast } from '@/lib/toast';
import { useAllow, useTerms } from './queries';

const DAYS = 30;
const terms = z.omit(zAccountUpdate, { version: true });
const allowed = z.extend(terms, {
  // The form value is the whole record, to show its name.
  organization_id: z.custom<OrganizationName>((value) => Boolean(value)),
});

interface AccountDialogProps {
  /** The edited account; undefined to create one for an organization. */
  account?: AccountRead;
  onClose: () => void;
}

/** Allows an organization to pay on account, changes its terms, or stops it. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const { t } = useTranslation();
  const allow = useAllow();
  const change = useTerms();
  const source = useOrganizationSource();
  const form = useZodForm(
    account ? z.extend(terms, { organization_id: z.optional(z.any()) }) : allowed,
    {
      limit_minor: account?.limit_minor,
      days_to_pay: account?.days_to_pay ?? DAYS,
      active: account?.active ?? true,
    },
  );
  return (
    <FormDialog
      form={form}
      title={t(account ? 'accounts.edit' : 'accounts.allow')}
      text={account ? undefined : t('accounts.allow_text')}
      saveLabel={t('common.save')}
      onSave={async ({ organization_id: organization, active, ...body }) => {
        if (account) {
          await change.mutateAsync({
            path: { account_id: account.id },
            body: { ...body, active, version: account.version },
          });
        } else {
          await allow.mutateAsync({ body: { ...body, organization_id: organization.id } });
        }
        toast.success(t('common.saved'));
      }}
      onClose={onClose}
    >
      {!account && (
        <SearchSelectInput
          control={form.control}
          name="organization_id"
          label={t('common.organization')}
          source={source}
          required
        />
      )}
      <MoneyInput
        control={form.control}
        name="limit_minor"
        label={t('accounts.limit')}
        hint={t('accounts.limit_hint')}
        required
      />
      <NumberInput
        control={form.control}
        name="days_to_pay"
        label={t('accounts.days')}
        hint={t('accounts.days_hint')}
        required
      />
      {account && (
        <CheckboxInput
          control={form.control}
          name="active"
          label={t('accounts.active')}
          hint={t('accounts.active_hint')}
        />
      )}
    </FormDialog>
  );
}

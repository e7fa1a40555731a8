import type { TFunction } from 'i18next';
import type { AuditChange, AuditEntryRead } from '@/api/identity';
import type { PersonRead } from '@/components/Person';
import { type Locale, locales } from '@/i18n';

/** The kinds of records that the services name, in the order of the menu. */
export const nouns = [
  'training',
  'training_attachment',
  'batch',
  'batch_session',
  'enrollment',
  'bulk_enrollment',
  'bulk_mapping',
  'attendance',
  'check_in',
  'assessment',
  'score',
  'batch_results',
  'result',
  'appeal',
  'application',
  'certificate',
  'certificate_request',
  'certificate_policy',
  'certificate_design',
  'certificate_link',
  'job_role',
  'calendar_feed',
  'payment',
  'refund',
  'settlement_report',
  'settlement_line',
  'payment_account',
  'user',
  'profile',
  'invitation',
  'address',
  'organization',
  'organization_address',
  'organization_document',
  'profile_document',
  'document_kind',
  'organization_candidate',
  'number_case',
  'confirmation',
  'partner_client',
  'partner_secret',
  'webhook_endpoint',
  'notice_text',
  'erasure',
  'inquiry',
  'group_message',
  'canned_answer',
  'role',
  'role_permission',
  'profile_role',
  'sign_in_policy',
  'passkey',
  'openid_link',
  'level',
  'level_approver',
  'handover',
  'delegation',
  'decision',
  'announcement',
  'announcement_attachment',
  'category',
  'settings',
  'registration_fee',
  'page_version',
  'country',
  'state',
  'city',
  'bank_statement',
  'bank_credit',
] as const;

/** Returns the label of a record type; unknown types keep the service's name. */
export const nounText = (t: TFunction, noun: string): string =>
  t(`audit.nouns.${noun}`, { defaultValue: noun });

/**
 * Returns the label of a field, with the language for bilingual ones. Unknown fields keep the
 * service's name.
 */
export function fieldText(t: TFunction, field: string): string {
  const [name, language] = getFieldName(t, field);
  return language ? t(`audit.in_language.${language}`, { field: name }) : name;
}

/** Lists the labels of the changed fields. */
export const fieldsText = (t: TFunction, locale: Locale, changes: readonly AuditChange[]): string =>
  new Intl.ListFormat(locales[locale].intl, { type: 'unit' }).format(
    new Set(changes.map(({ field }) => getFieldName(t, field)[0])),
  );

function getFieldName(t: TFunction, field: string): [name: string, language?: string] {
  const [, both, language] = /^(.+)_(en|ar)$/.exec(field) ?? [];
  const name = t(`audit.field_names.${both ?? field}`, { defaultValue: '' });
  return name ? [name, language] : [field];
}

/** Returns the author of a change: the user, as far as the account exists, or the API client. */
export const getAuthor = (entry: AuditEntryRead): PersonRead =>
  entry.client_name
    ? { name_en: entry.client_name, name_ar: entry.client_name }
    : { username: entry.username, name_en: entry.user_name_en, name_ar: entry.user_name_ar };

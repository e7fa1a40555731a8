import type { TFunction } from 'i18next';
import type { AuditEntryRead } from '@/api/identity';
import type { PersonRead } from '@/components/Person';

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

/** What kind of record it is; a kind that the app does not know yet is named as the service does. */
export const nounText = (t: TFunction, noun: string): string =>
  t(`audit.nouns.${noun}`, { defaultValue: noun });

/** Whoever made the change, as far as the account is still there; or the API client that did. */
export const authorOf = (entry: AuditEntryRead): PersonRead =>
  entry.client_name
    ? { name_en: entry.client_name, name_ar: entry.client_name }
    : { username: entry.username, name_en: entry.user_name_en, name_ar: entry.user_name_ar };

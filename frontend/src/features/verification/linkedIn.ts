import { type Locale, localized } from '@/i18n';
import type { CertificateFacts } from './verdict';

/** Returns LinkedIn's prefilled page for adding a certificate to a profile. */
export function addToLinkedIn(shown: CertificateFacts, url: string, locale: Locale): string {
  const [issueYear, issueMonth] = shown.issued_on.split('-');
  const [expirationYear, expirationMonth] = shown.expires_on?.split('-') ?? [];
  const fields = {
    startTask: 'CERTIFICATION_NAME',
    name: localized(shown, 'training_title', locale),
    organizationName: localized(shown, 'organization_name', locale),
    issueYear,
    issueMonth,
    expirationYear,
    expirationMonth,
    certUrl: url,
    certId: shown.number,
  };
  const known = Object.entries(fields).filter((field): field is [string, string] =>
    Boolean(field[1]),
  );
  return `https://www.linkedin.com/profile/add?${new URLSearchParams(known)}`;
}

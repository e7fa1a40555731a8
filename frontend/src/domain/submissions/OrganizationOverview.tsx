import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrganizationDetail, OwnOrganization } from '@/api/identity';
import { Details } from '@/components/record/Details';
import { Code, EmailLink, PhoneLink } from '@/components/record/values';
import { localized, useLocale } from '@/i18n';

/** The data that an organization entered, without its documents. */
export function OrganizationOverview({
  organization,
}: {
  organization: OwnOrganization | OrganizationDetail;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { address } = organization;
  const label = (name: string) => t(`submission.fields.${name}`);
  const places = address && [address.city, address.state, address.country].filter(Boolean);
  return (
    <Details
      entries={[
        [label('name_ar'), <bdi key="ar">{organization.name_ar}</bdi>],
        [label('name_en'), <bdi key="en">{organization.name_en}</bdi>],
        [
          label('commercial_number'),
          <Code key="commercial" text={organization.commercial_number} />,
        ],
        [label('tax_number'), <Code key="tax" text={organization.tax_number} />],
        [label('contact_name'), <bdi key="contact">{organization.contact_name ?? '–'}</bdi>],
        organization.contact_phone && [
          label('contact_phone'),
          <PhoneLink key="phone" phone={organization.contact_phone} />,
        ],
        [label('email'), <EmailLink key="email" email={organization.email} />],
        organization.website && [label('website'), <Code key="web" text={organization.website} />],
        address && [
          label('address'),
          <Fragment key="address">
            {[
              address.line1,
              address.line2,
              ...(places ?? []).map((place) => localized(place ?? undefined, 'name', locale)),
              address.postal_code,
            ]
              .filter(Boolean)
              .map((part, index) => (
                // Isolates the direction of each part.
                <Fragment key={part}>
                  {index > 0 && t('table.list_separator')}
                  <bdi>{part}</bdi>
                </Fragment>
              ))}
          </Fragment>,
        ],
      ]}
    />
  );
}

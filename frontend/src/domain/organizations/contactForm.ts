import type { OrganizationDetail, OwnOrganization } from '@/api/identity';
import * as personFields from '@/domain/personFields';
import { z } from '@/lib/forms';

/** The contact data of an organization. */
export const contactForm = z.object({
  contact_name: z.string().check(z.trim(), z.minLength(1), z.minLength(2), z.maxLength(120)),
  contact_phone: personFields.phone,
  email: personFields.email,
  website: z.string().check(z.trim(), z.maxLength(180)),
});

export type ContactInput = z.input<typeof contactForm>;

/** Converts an organization to form values. */
export const toContactForm = (
  organization: OwnOrganization | OrganizationDetail,
): ContactInput => ({
  contact_name: organization.contact_name ?? '',
  contact_phone: organization.contact_phone ?? '',
  email: organization.email,
  website: organization.website ?? '',
});

export type ProfileType = 'admin' | 'organization' | 'staff' | 'candidate' | 'trainer';

interface RoleRead {
  slug: string;
  name_en: string;
  name_ar: string;
}

export interface Profile {
  id: string;
  type: ProfileType;
  organization_id: string | null;
  organization_name_en: string | null;
  organization_name_ar: string | null;
  paid: boolean;
  image: string | null;
  /** The same picture for dense screens. */
  image_2x: string | null;
  /** `comment` is the reason for a rejection or return. */
  approval: { status: string; comment?: string | null } | null;
  /** The suspension of the organization: its members can read but not change anything. */
  suspension: { since: string; reason: string } | null;
  /** Roles of this profile only, as are their permissions. */
  roles: RoleRead[];
  permissions: { slug: string }[];
}

export interface User {
  id: string;
  username: string;
  email: string;
  phone: string;
  name_en: string | null;
  name_ar: string | null;
  image: string | null;
  verified_at: string | null;
  /** Set for an admin who must set up a second factor first. */
  second_factor_due: boolean;
  civil_number: string | null;
  passport_number: string | null;
  /** Issuing country of the passport, as ISO 3166-1 alpha-2. */
  passport_country: string | null;
  /** A number is known, or claimed in an undecided number case. */
  identified: boolean;
  /** The time since which numbers change by request only. */
  numbers_fixed_at: string | null;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  /** `YYYY-MM-DD`. */
  birth_date: string | null;
  gender: 'male' | 'female' | null;
  locale: 'en' | 'ar';
  profiles: Profile[];
}

/** The response of sign-in, sign-up and refresh. */
export interface SessionGrant {
  access_token: string;
  user: User;
}

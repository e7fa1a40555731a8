export type ProfileType = 'admin' | 'organization' | 'staff' | 'candidate' | 'trainer';

export interface Profile {
  id: string;
  type: ProfileType;
  organization_id: string | null;
  organization_name_en: string | null;
  organization_name_ar: string | null;
  paid: boolean;
  image_url: string | null;
  /** The same picture for dense screens. */
  image_url_2x: string | null;
  /** `comment` says why the account was rejected or sent back. */
  approval: { status: string; comment?: string | null } | null;
}

export interface User {
  id: string;
  username: string;
  email: string;
  phone: string;
  name_en: string | null;
  name_ar: string | null;
  image_url: string | null;
  verified_at: string | null;
  civil_number: string | null;
  passport_number: string | null;
  /** One of the numbers is known, or claimed in a case that is not decided. */
  identified: boolean;
  /** Since when the numbers are changed by request only. */
  numbers_fixed_at: string | null;
  /** ISO 3166-1 alpha-2. */
  nationality: string | null;
  /** `YYYY-MM-DD`. */
  birth_date: string | null;
  gender: 'male' | 'female' | null;
  locale: 'en' | 'ar';
  roles: { slug: string }[];
  permissions: { slug: string }[];
  profiles: Profile[];
}

/** What sign-in, sign-up and refresh answer. */
export interface SessionGrant {
  access_token: string;
  user: User;
}

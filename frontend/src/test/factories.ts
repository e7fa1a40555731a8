import type { Profile, ProfileType, Session, User } from '@/lib/session';

/** A profile that passes every gate, with overrides. */
export function aProfile(type: ProfileType, given: Partial<Profile> = {}): Profile {
  return {
    id: `${type}-profile`,
    type,
    organization_id: null,
    organization_name_en: null,
    organization_name_ar: null,
    paid: true,
    image: '/media/picture@1x.webp',
    image_2x: '/media/picture@2x.webp',
    approval: { status: 'approved' },
    suspension: null,
    roles: [],
    permissions: [],
    ...given,
  };
}

export const aRole = (slug: string) => ({ slug, name_en: slug, name_ar: slug });

/** A verified user with a civil number, with overrides. */
export function aUser(given: Partial<User> = {}): User {
  const numbers = { civil_number: '1000000008', passport_number: null, ...given };
  return {
    id: 'user',
    username: 'sara',
    email: 'sara@example.org',
    phone: '+966500000000',
    name_en: 'Sara',
    name_ar: 'سارة',
    image: null,
    verified_at: '2026-01-01T00:00:00Z',
    second_factor_due: false,
    civil_number: numbers.civil_number,
    passport_number: numbers.passport_number,
    passport_country: null,
    identified: Boolean(numbers.civil_number || numbers.passport_number),
    numbers_fixed_at: null,
    nationality: null,
    birth_date: null,
    gender: null,
    locale: 'en',
    profiles: [],
    ...given,
  };
}

interface SessionOptions {
  user?: Partial<User>;
  profile?: Partial<Profile>;
  roles?: string[];
  permissions?: string[];
}

/** A session with a profile of this type. */
export function aSession(type: ProfileType, options: SessionOptions = {}): Session {
  const profile = aProfile(type, {
    roles: (options.roles ?? []).map(aRole),
    permissions: (options.permissions ?? []).map((slug) => ({ slug })),
    ...options.profile,
  });
  const user = aUser({
    profiles: [profile],
    ...options.user,
  });
  return { user, profile };
}

/** A token that expires in `seconds`; only its expiry is readable. */
export function aToken(seconds: number, mark = ''): string {
  const payload = btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + seconds, mark }));
  return `header.${payload.replaceAll('+', '-').replaceAll('/', '_')}.signature`;
}

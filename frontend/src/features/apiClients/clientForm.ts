import type { PartnerClientCreate, PartnerClientRead } from '@/api/identity';
import { zPartnerPermission } from '@/api/identity/zod.gen';
import { z } from '@/lib/forms';

const DAY = 86_400_000;
/** One day less than the service's limit, because days end at different times by zone. */
const LONGEST_DAYS = 365;

export const schema = z.object({
  name: z.string().check(z.minLength(2), z.maxLength(80)),
  permissions: z.array(zPartnerPermission).check(z.minLength(1)),
  networks: z.array(z.string()).check(z.maxLength(20)),
  test: z.boolean(),
  expires_at: z.iso.date(),
});

export type ClientForm = z.infer<typeof schema>;

const getDayAfter = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

export const firstDay = () => getDayAfter(1);
export const lastDay = () => getDayAfter(LONGEST_DAYS);

/** Converts a client to form values; without one the defaults. */
export const toFormValues = (client?: PartnerClientRead): ClientForm => ({
  name: client?.name ?? '',
  permissions: client?.permissions ?? [],
  networks: client?.networks ?? [],
  test: client?.test ?? false,
  expires_at: client?.expires_at.slice(0, 10) ?? lastDay(),
});

/** Converts the form's values; a client expires at the end of its last day. */
export const toRequestBody = ({ expires_at, ...rest }: ClientForm): PartnerClientCreate => ({
  ...rest,
  expires_at: `${expires_at}T23:59:59Z`,
});

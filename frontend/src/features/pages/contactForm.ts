import i18next from 'i18next';
import { zInquiryTopic } from '@/api/notifications/zod.gen';
import * as personFields from '@/domain/personFields';
import { z } from '@/lib/forms';

export const MAX_FILES = 5;
export const topics = zInquiryTopic.options;

/** The schema of the contact form; the server validates again. */
export const contactForm = z.object({
  name: z.string().check(z.trim(), z.minLength(2), z.maxLength(200)),
  email: personFields.email,
  phone: z.string().check(
    z.trim(),
    z.maxLength(30),
    z.regex(/^(\+?[0-9][0-9 ()-]{5,})?$/, {
      error: () => i18next.t('errors.phone.invalid'),
    }),
  ),
  topic: zInquiryTopic,
  message: z.string().check(z.trim(), z.minLength(10), z.maxLength(5000)),
  files: z.array(z.instanceof(File)).check(z.maxLength(MAX_FILES)),
  website: z.string().check(z.maxLength(500)),
  consent: z
    .boolean()
    .check(z.refine(Boolean, { error: () => i18next.t('errors.consent.required') })),
});

import type { DesignPublish, DesignRead } from '@/api/enrollment';
import { z } from '@/lib/forms';

const picture = z.nullable(z.string());
const name = z.string().check(z.maxLength(80));
const line = z.string().check(z.maxLength(160));

export const designSchema = z.object({
  accent: z.string().check(z.regex(/^#[0-9a-f]{6}$/i)),
  logo: picture,
  signatories: z.array(
    z.object({
      name_en: name,
      name_ar: name,
      title_en: name,
      title_ar: name,
      signature: picture,
    }),
  ),
  text_en: line,
  text_ar: line,
});

export type DesignValues = z.infer<typeof designSchema>;

export const MAX_SIGNATORIES = 2;
export const noSignatory = {
  name_en: '',
  name_ar: '',
  title_en: '',
  title_ar: '',
  signature: null,
};

export const toFormValues = (design: DesignRead): DesignValues => ({
  accent: design.accent ?? '#047857',
  logo: design.logo ?? null,
  signatories: (design.signatories ?? []).map((each) => ({
    ...noSignatory,
    ...each,
    signature: each.signature ?? null,
  })),
  text_en: design.text_en ?? '',
  text_ar: design.text_ar ?? '',
});

/** Converts the values for the preview; a new signatory has no name yet. */
export const toPreviewDesign = (values: DesignValues): Omit<DesignPublish, 'version'> => ({
  ...values,
  signatories: values.signatories.filter((each) => each.name_en.trim() || each.name_ar.trim()),
});

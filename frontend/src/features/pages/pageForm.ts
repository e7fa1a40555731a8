import type { VersionRead } from '@/api/catalog';
import {
  zDraftUpdate,
  zHeadingBlock,
  zLinksBlock,
  zQuestionsBlock,
  zStandardsBlock,
  zStepsBlock,
  zTextBlock,
} from '@/api/catalog/zod.gen';
import { z } from '@/lib/forms';

/** A content page, validated by block kind so that errors appear at the block's fields. */
export const pageForm = z.extend(zDraftUpdate, {
  blocks: z
    .array(
      z.discriminatedUnion('kind', [
        zHeadingBlock,
        zTextBlock,
        zQuestionsBlock,
        zLinksBlock,
        zStepsBlock,
        zStandardsBlock,
      ]),
    )
    .check(z.maxLength(80)),
});

export type PageInput = z.input<typeof pageForm>;
export type PageOutput = z.output<typeof pageForm>;
export type BlockInput = PageInput['blocks'][number];
export type Kind = BlockInput['kind'];

const pair = <Name extends string>(name: Name) =>
  ({ [`${name}_en`]: '', [`${name}_ar`]: '' }) as Record<`${Name}_en` | `${Name}_ar`, string>;

export const emptyQuestion = { ...pair('question'), ...pair('answer') };
export const emptyLink = { ...pair('label'), ...pair('text'), address: '' };
export const emptyStep = { ...pair('title'), ...pair('text') };
export const emptyStandard = {
  ...pair('title'),
  code: '',
  level: 'foundation' as const,
  search: '',
};

/** A new block of each kind. */
export const emptyBlocks: { [Each in Kind]: Extract<BlockInput, { kind: Each }> } = {
  heading: { kind: 'heading', ...pair('text') },
  text: { kind: 'text', ...pair('html') },
  questions: { kind: 'questions', questions: [emptyQuestion] },
  links: { kind: 'links', links: [emptyLink] },
  steps: { kind: 'steps', steps: [emptyStep] },
  standards: { kind: 'standards', ...pair('sector'), standards: [emptyStandard] },
};

export const kinds = Object.keys(emptyBlocks) as Kind[];

/** Converts a version to form values; only a draft keeps its version, others start a new draft. */
export const toFormValues = (page: VersionRead): PageInput => ({
  title_en: page.title_en,
  title_ar: page.title_ar,
  summary_en: page.summary_en,
  summary_ar: page.summary_ar,
  blocks: page.blocks as PageInput['blocks'],
  version: page.status === 'draft' ? page.version : 0,
});

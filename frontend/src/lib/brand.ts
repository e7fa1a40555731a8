/** The product's working name: the only place where it is written. */
export const brand = { en: 'Itqan', ar: 'إتقان' } as const;

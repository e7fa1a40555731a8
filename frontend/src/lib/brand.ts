/** The product's working name, until the settings have come: the only place where it is written. */
export const brand = { en: 'Itqan', ar: 'إتقان' } as const;

/** The product's working name until the settings are loaded; the only place that defines it. */
export const brand = { en: 'Itqan', ar: 'إتقان' } as const;

const CRAWLER =
  /bot\b|crawl|spider|slurp|mediapartners|bingpreview|facebookexternalhit|whatsapp|telegram|embedly|quora link preview|pinterest/i;

/**
 * Returns whether a user agent is a search engine or a link preview, which must not index errors.
 */
export function isCrawler(userAgent: string): boolean {
  return CRAWLER.test(userAgent);
}

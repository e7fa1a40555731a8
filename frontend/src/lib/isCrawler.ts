const CRAWLER =
  /bot\b|crawl|spider|slurp|mediapartners|bingpreview|facebookexternalhit|whatsapp|telegram|embedly|quora link preview|pinterest/i;

/** Whether a user agent is a search engine's or a link preview's, which must not index errors. */
export function isCrawler(userAgent: string): boolean {
  return CRAWLER.test(userAgent);
}

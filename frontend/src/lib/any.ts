/** Fills a type parameter that does not matter and whose variance rules out `unknown`. */
// biome-ignore lint/suspicious/noExplicitAny: the only one of the app.
export type Any = any;

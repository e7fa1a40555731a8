/** Fills an irrelevant type parameter whose variance excludes `unknown`. */
// biome-ignore lint/suspicious/noExplicitAny: the only one of the app.
export type Any = any;

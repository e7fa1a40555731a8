/**
 * Keeps what is made of a language and options: a format costs a page of cards more than all that it formats. What
 * else it depends on is said with each use.
 */
export function memoizeFormat<Options extends object, Format>(
  make: (locale: string, options: Options) => Format,
): (locale: string, options: Options, also?: number) => Format {
  const formats = new Map<string, Format>();
  return (locale, options, also = 0) => {
    const key = `${locale} ${also} ${JSON.stringify(options)}`;
    const known = formats.get(key);
    if (known) return known;
    const format = make(locale, options);
    formats.set(key, format);
    return format;
  };
}

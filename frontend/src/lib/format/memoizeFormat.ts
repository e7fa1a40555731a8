/**
 * Memoizes Intl formats by language and options, because creating one is slow. `also` is a further
 * part of the key.
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

// User agents also name other browsers, so the first match counts.
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

const findName = (kinds: readonly (readonly [RegExp, string])[], text: string) =>
  kinds.find(([pattern]) => pattern.test(text))?.[1];

/** Returns the browser and system of a user agent; the user agent itself if unknown. */
export function getDeviceName(userAgent: string): string {
  const names = [findName(BROWSERS, userAgent), findName(SYSTEMS, userAgent)].filter(Boolean);
  return names.join(' · ') || userAgent;
}

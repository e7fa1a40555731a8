/**
 * What an `Avatar` needs to show a person's picture as dense as the screen. Both densities are stored
 * under one name, which says its density: `…@1x.webp`, `…@2x.webp`.
 */
export function pictureProps(url: string | null | undefined) {
  if (!url) return {};
  return { src: url, srcSet: `${url} 1x, ${url.replace('@1x.', '@2x.')} 2x` };
}

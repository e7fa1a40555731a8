/**
 * Returns the `Avatar` props of a person's picture for the screen's density. Files are named by
 * density: `…@1x.webp`, `…@2x.webp`.
 */
export function pictureProps(url: string | null | undefined) {
  if (!url) return {};
  return { src: url, srcSet: `${url} 1x, ${url.replace('@1x.', '@2x.')} 2x` };
}

/** Answers media queries for a wide or narrow screen; jsdom has no layout. */
export function setScreen(size: 'wide' | 'narrow'): void {
  window.matchMedia = (query: string) =>
    ({
      matches: query.includes('max-width') && size === 'narrow',
      media: query,
      addEventListener: () => {},
      removeEventListener: () => {},
      addListener: () => {},
      removeListener: () => {},
    }) as unknown as MediaQueryList;
}

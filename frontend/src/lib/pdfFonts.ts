const urls = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/**
 * Provides PDF.js with the standard fonts that documents do not embed. The device's own fonts have
 * other widths, so letters would overlap.
 */
export class PdfFonts {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = urls[`/node_modules/pdfjs-dist/standard_fonts/${filename}`];
    if (!url) throw new Error(`there is no ${filename}`);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
}

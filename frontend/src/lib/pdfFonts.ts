const urls = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
});

/**
 * Gives PDF.js the fonts that every reader of PDFs has and that documents therefore do not carry; the
 * device's own ones are wider or narrower, so that letters would stand apart or on one another.
 */
export class PdfFonts {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = urls[`/node_modules/pdfjs-dist/standard_fonts/${filename}`];
    if (!url) throw new Error(`there is no ${filename}`);
    return new Uint8Array(await (await fetch(url)).arrayBuffer());
  }
}

import * as pdf from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { PdfFonts } from './pdfFonts';

export { workerSrc };

pdf.GlobalWorkerOptions.workerSrc = workerSrc;

/** PDF.js settings for untrusted documents, within the content security policy. */
export const pdfOptions = {
  // The content security policy forbids WebAssembly; without it only rare image formats are
  // missing.
  useWasm: false,
  useSystemFonts: false,
  useWorkerFetch: false,
  BinaryDataFactory: PdfFonts,
  verbosity: pdf.VerbosityLevel.ERRORS,
};

/** Opens a PDF on the device. Its `promise` rejects other files and password-protected PDFs. */
export async function loadPdf(file: Blob) {
  return pdf.getDocument({ ...pdfOptions, data: await file.arrayBuffer() });
}

/** Renders a page at the width of its canvas, in device pixels. */
export async function drawPage(
  document: pdf.PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
): Promise<void> {
  const page = await document.getPage(number);
  const scale = width / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  await page.render({ canvas, viewport }).promise;
}

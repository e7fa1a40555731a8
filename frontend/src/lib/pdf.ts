import * as pdf from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { readCanvas } from './qr';

pdf.GlobalWorkerOptions.workerSrc = workerSrc;

/** A certificate has one page; of a longer document the code is looked for on the first ones. */
const MOST_PAGES = 3;
/** Pixels of an A4 page's width at which a code of 2 cm is read with ease. */
const PAGE_WIDTH = 1600;
/** An attachment that is text of ours is far smaller. */
const MAX_ATTACHMENT_BYTES = 256 * 1024;

export interface PdfContent {
  /** The text of the attached file that was asked for. */
  attachment: string | null;
  /** The text of the first QR code on its pages; not looked for where there is an attachment. */
  code: string | null;
}

async function attachmentOf(document: pdf.PDFDocumentProxy, name: string): Promise<string | null> {
  const attachments = (await document.getAttachments()) ?? new Map();
  for (const [id, { filename }] of attachments) {
    if (filename !== name) continue;
    const content = await document.getAttachmentContent(id);
    if (content && content.length <= MAX_ATTACHMENT_BYTES) return new TextDecoder().decode(content);
  }
  return null;
}

async function codeOf(file: pdf.PDFDocumentProxy, number: number): Promise<string | null> {
  const page = await file.getPage(number);
  const scale = PAGE_WIDTH / page.getViewport({ scale: 1 }).width;
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  await page.render({ canvas, viewport }).promise;
  return readCanvas(canvas);
}

/** What a PDF carries for checking. Rejects what is no PDF, or one behind a password. */
export async function readPdf(file: Blob, attachmentName: string): Promise<PdfContent> {
  const task = pdf.getDocument({
    data: await file.arrayBuffer(),
    // The page's policy runs no WebAssembly; without it only rare kinds of pictures are missing.
    useWasm: false,
    verbosity: pdf.VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    const attachment = await attachmentOf(document, attachmentName);
    if (attachment) return { attachment, code: null };
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number += 1) {
      const code = await codeOf(document, number);
      if (code) return { attachment: null, code };
    }
    return { attachment: null, code: null };
  } finally {
    await task.destroy();
  }
}

import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawPage, loadPdf } from './pdfPages';
import { readCanvas } from './qr';

/** A certificate has one page; in longer documents only the first pages are searched. */
const MOST_PAGES = 3;
/** A page width in pixels at which a code of 2 cm is easily decoded. */
const PAGE_WIDTH = 1600;
/** The size limit of an attachment; ours are far smaller. */
const MAX_ATTACHMENT_BYTES = 256 * 1024;

export interface PdfContent {
  /** The text of the requested attachment. */
  attachment: string | null;
  /** The text of the first QR code on its pages; skipped if there is an attachment. */
  code: string | null;
}

async function getAttachment(document: PDFDocumentProxy, name: string): Promise<string | null> {
  const attachments = (await document.getAttachments()) ?? new Map();
  for (const [id, { filename }] of attachments) {
    if (filename !== name) continue;
    const content = await document.getAttachmentContent(id);
    if (content && content.length <= MAX_ATTACHMENT_BYTES) return new TextDecoder().decode(content);
  }
  return null;
}

async function scanCode(file: PDFDocumentProxy, number: number): Promise<string | null> {
  const canvas = document.createElement('canvas');
  await drawPage(file, number, canvas, PAGE_WIDTH);
  return readCanvas(canvas);
}

/**
 * Reads the attachment and codes of a PDF for verification. Rejects other files and
 * password-protected PDFs.
 */
export async function readPdf(file: Blob, attachmentName: string): Promise<PdfContent> {
  const task = await loadPdf(file);
  try {
    const document = await task.promise;
    const attachment = await getAttachment(document, attachmentName);
    if (attachment) return { attachment, code: null };
    for (let number = 1; number <= Math.min(document.numPages, MOST_PAGES); number += 1) {
      const code = await scanCode(document, number);
      if (code) return { attachment: null, code };
    }
    return { attachment: null, code: null };
  } finally {
    await task.destroy();
  }
}

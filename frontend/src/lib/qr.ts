import { loadPart } from '@/lib/fault';
import type { DecodeRequest } from './qrWorker';

/** Larger pictures are scaled down first: a phone's photo needs 50 MB as pixels. */
const LONGEST_SIDE = 2400;
/** Camera frames are read smaller and more often. */
const LONGEST_FRAME = 960;

/** A picture gets more effort than a frame, since no next one follows. */
const everything = { effort: Number.POSITIVE_INFINITY, timeLimit: 4000 };

/**
 * The browser's `BarcodeDetector`, which TypeScript's DOM types lack; available in Chrome on
 * Android and macOS.
 */
interface BarcodeDetector {
  detect(image: ImageData): Promise<{ rawValue: string }[]>;
}

interface BarcodeDetectorClass {
  new (options: { formats: string[] }): BarcodeDetector;
  getSupportedFormats(): Promise<string[]>;
}

let detector: Promise<BarcodeDetector | null> | null = null;
let worker: Worker | null = null;

async function createDetector(): Promise<BarcodeDetector | null> {
  const { BarcodeDetector } = window as { BarcodeDetector?: BarcodeDetectorClass };
  const formats = (await BarcodeDetector?.getSupportedFormats()) ?? [];
  return BarcodeDetector && formats.includes('qr_code')
    ? new BarcodeDetector({ formats: ['qr_code'] })
    : null;
}

/** Detects with the browser's detector; undefined if it is missing or fails. */
async function detect(image: ImageData): Promise<string | null | undefined> {
  try {
    detector ??= createDetector();
    const found = await (await detector)?.detect(image);
    return found && (found[0]?.rawValue || null);
  } catch {
    // Android may have the class without Google's service: do not retry.
    detector = Promise.resolve(null);
    return undefined;
  }
}

/** Decodes in a worker, so that the page stays responsive. Rejects if the worker cannot load. */
function decodeInWorker(
  image: ImageData,
  options?: DecodeRequest['options'],
): Promise<string | null> {
  worker ??= new Worker(new URL('./qrWorker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const { port1, port2 } = new MessageChannel();
  const done = new AbortController();
  const request: DecodeRequest = { image, options, reply: port2 };
  return loadPart(
    () =>
      new Promise<string | null>((resolve, reject) => {
        const fail = (event: Event) => {
          worker = null;
          reject(event);
        };
        asked.addEventListener('error', fail, { signal: done.signal });
        port1.onmessage = ({ data }) => resolve(data);
        asked.postMessage(request, [port2, image.data.buffer]);
      }),
  ).finally(() => {
    done.abort();
    port1.close();
  });
}

type Drawable = Exclude<CanvasImageSource, SVGImageElement>;

function getPixels(source: Drawable, width: number, height: number, longest: number): ImageData {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  // Transparent pixels count as paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Reads the QR code of the camera's current frame, or null. */
export async function readFrame(video: HTMLVideoElement): Promise<string | null> {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  const image = getPixels(video, videoWidth, videoHeight, LONGEST_FRAME);
  const detected = await detect(image);
  return detected === undefined ? decodeInWorker(image) : detected;
}

/** Reads the QR code of a rendered page, or null. */
export async function readCanvas(canvas: HTMLCanvasElement): Promise<string | null> {
  return readStill(canvas, canvas.width, canvas.height);
}

/** Reads the QR code of a picture, or null. Rejects other files. */
export async function readPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file);
  try {
    return await readStill(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

/** Tries the worker too, which finds codes that browsers' detectors miss. */
async function readStill(source: Drawable, width: number, height: number): Promise<string | null> {
  const image = getPixels(source, width, height, LONGEST_SIDE);
  return (await detect(image)) ?? decodeInWorker(image, everything);
}

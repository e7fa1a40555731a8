import decodeQR from 'qr/decode.js';

/** Longer sides than this are made smaller first: a telephone's photo would be 50 MB of pixels. */
const LONGEST_SIDE = 2400;
/** A frame of the camera is one of many: less of it is read, and more often. */
const LONGEST_FRAME = 960;

/** How much is tried: a frame is followed by the next one, a picture is all there is. */
const everything = { effort: Number.POSITIVE_INFINITY, timeLimit: 4000 };

type Drawable = Exclude<CanvasImageSource, SVGImageElement>;

function pixelsOf(source: Drawable, width: number, height: number, longest: number): ImageData {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  // What is transparent in a picture is paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function decoded(...[image, options]: Parameters<typeof decodeQR>): string | null {
  try {
    return decodeQR(image, options) || null;
  } catch {
    // How the library says that there is none.
    return null;
  }
}

/** The QR code's text in what the camera shows now, or null. */
export function readFrame(video: HTMLVideoElement): string | null {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0 || videoHeight === 0) return null;
  return decoded(pixelsOf(video, videoWidth, videoHeight, LONGEST_FRAME));
}

/** The QR code's text on a drawn page, or null. */
export function readCanvas(canvas: HTMLCanvasElement): string | null {
  const { width, height } = canvas;
  return decoded(pixelsOf(canvas, width, height, LONGEST_SIDE), everything);
}

/** The QR code's text in a picture, or null. Rejects what the browser cannot read as a picture. */
export async function readPicture(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file);
  try {
    const { width, height } = bitmap;
    return decoded(pixelsOf(bitmap, width, height, LONGEST_SIDE), everything);
  } finally {
    bitmap.close();
  }
}

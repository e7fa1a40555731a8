import encodeQR from 'qr';
import { vi } from 'vitest';
import { type DecodeRequest, decode } from '@/lib/qrWorker';

/** The pixels of a QR code on paper: dark modules of 6 pixels, a white border of 4. */
export function qrPixels(text: string): ImageData {
  const modules = encodeQR(text, 'raw', { border: 4 });
  const size = modules.length * 6;
  const data = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (!modules[Math.floor(y / 6)]?.[Math.floor(x / 6)]) continue;
      const at = (y * size + x) * 4;
      data.fill(16, at, at + 3);
    }
  }
  return { width: size, height: size, data, colorSpace: 'srgb' } as ImageData;
}

/** jsdom has no workers: decodes in the test's own thread. */
class DecodingWorker extends EventTarget {
  postMessage(request: DecodeRequest) {
    request.reply.postMessage(decode(request));
  }
}

/** Sets the pixels of every canvas, since jsdom draws nothing; null is an empty picture. */
export function drawOnEveryCanvas(pixels: ImageData | null): void {
  vi.stubGlobal('Worker', DecodingWorker);
  const sheet = {
    width: 100,
    height: 100,
    data: new Uint8ClampedArray(40_000).fill(255),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => {},
    drawImage: () => {},
    getImageData: () => pixels ?? sheet,
  } as never);
}

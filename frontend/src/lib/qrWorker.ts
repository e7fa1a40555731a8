import decodeQR from 'qr/decode.js';

export interface DecodeRequest {
  image: ImageData;
  options: Parameters<typeof decodeQR>[1];
  /** Receives the text, or null where there is no code. */
  reply: MessagePort;
}

/** Decodes the QR code of an image; null where there is none. */
export function decode({ image, options }: Omit<DecodeRequest, 'reply'>): string | null {
  try {
    return decodeQR(image, options) || null;
  } catch {
    // The library throws where it finds no code.
    return null;
  }
}

self.onmessage = ({ data }: MessageEvent<DecodeRequest>) => data.reply.postMessage(decode(data));

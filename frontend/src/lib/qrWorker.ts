import decodeQR from 'qr/decode.js';

export interface DecodeRequest {
  image: ImageData;
  options: Parameters<typeof decodeQR>[1];
  /** Receives the decoded text, or null. */
  reply: MessagePort;
}

/** Decodes the QR code of an image, or returns null. */
export function decode({ image, options }: Omit<DecodeRequest, 'reply'>): string | null {
  try {
    return decodeQR(image, options) || null;
  } catch {
    // The library throws if it finds no code.
    return null;
  }
}

self.onmessage = ({ data }: MessageEvent<DecodeRequest>) => data.reply.postMessage(decode(data));

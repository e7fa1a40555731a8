import { type RefObject, useEffect, useRef } from 'react';

/** The scan interval: fast enough for a moving hand, without heating the phone. */
const EVERY_MS = 120;
/** A code that was out of view for this time is reported again. */
const FORGOTTEN_MS = 2500;

/** While `active`, reports each QR code in view once. */
export function useFrames(
  video: RefObject<HTMLVideoElement | null>,
  active: boolean,
  onRead: (text: string) => void,
): void {
  const read = useRef(onRead);
  useEffect(() => {
    read.current = onRead;
  });
  useEffect(() => {
    if (!active) return;
    let timer: ReturnType<typeof setTimeout>;
    let left = false;
    let last = { text: '', seen: 0 };
    const run = async () => {
      const { readFrame } = await import('@/lib/qr');
      const look = async () => {
        // If the decoder fails to load, the next frame retries.
        const text = video.current && (await readFrame(video.current).catch(() => null));
        if (left) return;
        if (text) {
          const now = performance.now();
          const isNew = text !== last.text || now - last.seen > FORGOTTEN_MS;
          last = { text, seen: now };
          if (isNew) {
            navigator.vibrate?.(40);
            read.current(text);
          }
        }
        timer = setTimeout(look, EVERY_MS);
      };
      if (!left) await look();
    };
    void run();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [video, active]);
}

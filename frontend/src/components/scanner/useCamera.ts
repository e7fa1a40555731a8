import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

export type CameraState = 'off' | 'asking' | 'on' | 'refused' | 'missing' | 'busy';

export interface Camera {
  id: string;
  /** The device's name of the camera; may be empty. */
  label: string;
}

/** Maps an error of `getUserMedia` to a state. */
function toCameraState(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  return 'missing';
}

// Supported by phone browsers, but missing in TypeScript's DOM types.
type Torch = { torch?: boolean };

const stopAll = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** Returns whether the browser has permission to start the camera without a prompt. */
async function isGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted';
  } catch {
    // The browser does not support this query.
    return false;
  }
}

/**
 * Streams the camera to `video`. The user starts it, or it starts automatically if the permission
 * was granted before. It stops when the page is hidden.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>('off');
  const [cameras, setCameras] = useState<Camera[]>([]);
  const [current, setCurrent] = useState<string | null>(null);
  /** Null if the camera has no torch. */
  const [light, setLight] = useState<boolean | null>(null);
  const stream = useRef<MediaStream | null>(null);
  // Counts starts and stops: a stream that arrives after a stop is discarded.
  const turn = useRef(0);

  const stop = useCallback(() => {
    turn.current += 1;
    stopAll(stream.current);
    stream.current = null;
    setLight(null);
    setState('off');
  }, []);

  const start = useCallback(
    async (id?: string) => {
      turn.current += 1;
      const mine = turn.current;
      stopAll(stream.current);
      setState('asking');
      try {
        if (!navigator.mediaDevices) throw new Error('No cameras without a safe connection');
        const opened = await navigator.mediaDevices.getUserMedia({
          audio: false,
          video: {
            ...(id ? { deviceId: { exact: id } } : { facingMode: 'environment' }),
            width: { ideal: 1280 },
          },
        });
        if (mine !== turn.current) return stopAll(opened);
        stream.current = opened;
        const [track] = opened.getVideoTracks();
        const found = await navigator.mediaDevices.enumerateDevices();
        if (mine !== turn.current) return;
        setCameras(
          found
            .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId)
            .map(({ deviceId, label }) => ({ id: deviceId, label })),
        );
        setCurrent(track?.getSettings().deviceId ?? null);
        const capabilities = track?.getCapabilities?.() as Torch | undefined;
        setLight(capabilities?.torch ? false : null);
        track?.addEventListener('ended', stop);
        if (video.current) video.current.srcObject = opened;
        setState('on');
        await video.current?.play();
      } catch (error) {
        // A new stream replaces the previous one.
        if (mine !== turn.current) return;
        stopAll(stream.current);
        stream.current = null;
        setState(toCameraState(error));
      }
    },
    [video, stop],
  );

  const switchLight = useCallback(async (on: boolean) => {
    const [track] = stream.current?.getVideoTracks() ?? [];
    await track?.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    setLight(on);
  }, []);

  useEffect(() => {
    let left = false;
    void isGranted().then((granted) => {
      if (granted && !left) void start();
    });
    const look = () => document.hidden && stream.current && stop();
    document.addEventListener('visibilitychange', look);
    return () => {
      left = true;
      document.removeEventListener('visibilitychange', look);
      turn.current += 1;
      stopAll(stream.current);
    };
  }, [start, stop]);

  return { state, cameras, current, light, start, stop, switchLight };
}

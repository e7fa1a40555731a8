import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type BulkEnrollmentDetail, streamBulkProgress } from '@/api/enrollment';
import { invalidate } from '@/lib/useInvalidate';
import { bulkQuery } from './queries';

const RETRY_MS = 2000;

/** The progress of a file's check or enrollment. */
export interface Progress {
  status: BulkEnrollmentDetail['status'];
  row_count: number;
  done: number;
  /** Null if no estimate is possible. */
  seconds_left: number | null;
}

const moving: readonly Progress['status'][] = ['checking', 'processing'];

/** Streams the progress while it changes, and invalidates when it ends. */
export function useProgress({ id, status }: BulkEnrollmentDetail): Progress | null {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | null>(null);
  const moves = moving.includes(status);
  useEffect(() => {
    if (!moves) return;
    const stop = new AbortController();
    void listen(
      id,
      (heard) => {
        setProgress(heard);
        if (heard.status === status) return;
        // Corrected rows keep their position.
        if (status === 'checking')
          void client.invalidateQueries({ queryKey: bulkQuery(id).queryKey });
        else void invalidate(client, ['bulk_enrollments']);
      },
      stop.signal,
    );
    return () => {
      stop.abort();
      setProgress(null);
    };
  }, [id, status, moves, client]);
  return progress;
}

async function listen(
  id: string,
  receive: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const { stream } = await streamBulkProgress({ path: { bulk_id: id }, signal });
      for await (const event of stream) receive(event as Progress);
    } catch (error) {
      if (!signal.aborted) console.warn('The stream of the progress broke', error);
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

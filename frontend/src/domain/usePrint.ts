import { useMutation } from '@tanstack/react-query';
import { download } from '@/lib/download';

interface Printed {
  /** The file's name. */
  name: string;
  /** Requests the file as a `Blob`. */
  ask: () => Promise<{ data: unknown }>;
}

/** Downloads a list as a printable file. */
export function usePrint() {
  return useMutation({
    mutationFn: async ({ name, ask }: Printed) => download(name, (await ask()).data as Blob),
  });
}

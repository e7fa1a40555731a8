import { useMutation } from '@tanstack/react-query';
import { toast } from './toast';

/** Copies a text to the clipboard, which the browser may refuse. */
export const useCopy = (done: string) =>
  useMutation({
    mutationFn: (text: string) => navigator.clipboard.writeText(text),
    onSuccess: () => toast.success(done),
  });

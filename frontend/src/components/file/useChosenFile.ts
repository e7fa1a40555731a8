import { useState } from 'react';

/**
 * The reason for rejecting a file; a new object each time, so that repeated errors get the focus.
 */
export interface Refusal {
  text: string;
}

/** Validates selected files and keeps the last accepted one for a retry. */
export function useChosenFile(
  check: (file: File) => string | null | false,
  onChoose: (file: File) => void,
) {
  const [file, setFile] = useState<File | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refuse = (text: string) => setRefusal({ text });
  function choose(chosen: File) {
    const text = check(chosen);
    if (text) return refuse(text);
    setRefusal(null);
    setFile(chosen);
    onChoose(chosen);
  }
  return { file, refusal, refuse, choose, retry: () => file && onChoose(file) };
}

import { useState } from 'react';

/** Why a file is not accepted; another object each time, so that each takes the focus. */
export interface Refusal {
  text: string;
}

/** Checks each chosen file and keeps the last accepted one, so that it can be sent again. */
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

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '@/components/FileDrop';

const MAX_BYTES = 20 * 1024 * 1024;

interface QrFileDropProps {
  /** The name of a file that a PDF may carry as an attachment and that counts more than the code on its page. */
  attachment: string;
  onCode: (text: string) => void;
  onAttachment: (text: string) => void;
}

type Problem = 'wrong_type' | 'too_large' | 'unreadable' | 'no_code';

const isPdf = (file: File) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name);

async function read(file: File, attachmentName: string) {
  if (isPdf(file)) return (await import('@/lib/pdf')).readPdf(file, attachmentName);
  const { readPicture } = await import('@/lib/qr');
  return { attachment: null, code: await readPicture(file) };
}

/** Where the picture of a QR code or a PDF is dropped or chosen; it is read in the browser and goes nowhere. */
export function QrFileDrop({ attachment, onCode, onAttachment }: QrFileDropProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);

  async function choose(file: File) {
    if (!isPdf(file) && !file.type.startsWith('image/')) return setProblem('wrong_type');
    if (file.size > MAX_BYTES) return setProblem('too_large');
    setProblem(null);
    setPending(true);
    try {
      const found = await read(file, attachment);
      if (found.attachment) onAttachment(found.attachment);
      else if (found.code) onCode(found.code);
      else setProblem('no_code');
    } catch {
      setProblem('unreadable');
    } finally {
      setPending(false);
    }
  }
  return (
    <FileDrop
      title={t('scanner.drop')}
      label={t('scanner.choose')}
      hint={t('scanner.drop_hint')}
      accept="image/*,application/pdf,.pdf"
      problem={problem && t(`scanner.${problem}`)}
      pending={pending}
      onChoose={(file) => void choose(file)}
    />
  );
}

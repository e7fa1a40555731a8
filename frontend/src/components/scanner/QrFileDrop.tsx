import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '@/components/file/FileDrop';
import type { Refusal } from '@/components/file/useChosenFile';
import { isOffline, loadPart } from '@/lib/fault';

const MAX_BYTES = 20 * 1024 * 1024;

interface QrFileDropProps {
  /** The name of a PDF attachment that takes precedence over the QR code on the page. */
  attachment: string;
  onCode: (text: string) => void;
  onAttachment: (text: string) => void;
}

const isPdf = (file: File) => file.type === 'application/pdf' || /\.pdf$/i.test(file.name);

async function read(file: File, attachmentName: string) {
  if (isPdf(file)) {
    const { readPdf } = await loadPart(() => import('@/lib/pdf'));
    return readPdf(file, attachmentName);
  }
  const { readPicture } = await loadPart(() => import('@/lib/qr'));
  return { attachment: null, code: await readPicture(file) };
}

/**
 * A drop area for a picture of a QR code or a PDF; it is decoded in the browser and not uploaded.
 */
export function QrFileDrop({ attachment, onCode, onAttachment }: QrFileDropProps) {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);

  async function choose(file: File) {
    setRefusal(null);
    setError(null);
    setPending(true);
    try {
      const found = await read(file, attachment);
      if (found.attachment) onAttachment(found.attachment);
      else if (found.code) onCode(found.code);
      else setRefusal({ text: t('scanner.no_code') });
    } catch (thrown) {
      if (isOffline(thrown)) setError(thrown);
      else setRefusal({ text: t('scanner.unreadable') });
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
      check={(file) =>
        (!isPdf(file) && !file.type.startsWith('image/') && t('scanner.wrong_type')) ||
        (file.size > MAX_BYTES && t('scanner.too_large'))
      }
      refusal={refusal}
      error={error}
      pending={pending}
      onChoose={(file) => void choose(file)}
    />
  );
}

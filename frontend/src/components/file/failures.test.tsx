import { useMutation } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiProblem, createNoAnswerProblem } from '@/api/problem';
import { loadPart } from '@/lib/fault';
import { renderAt } from '@/test/render';
import { DocumentPicker } from './DocumentPicker';
import { FileDrop } from './FileDrop';
import { FileFailure } from './FileFailure';
import { ImageUploader } from './ImageUploader';

vi.mock('./CropDialog', () => ({
  default: ({ file, onCrop }: { file: File; onCrop: (file: File) => void }) => (
    <button type="button" onClick={() => onCrop(file)}>
      Crop
    </button>
  ),
}));

type Send = (file: File) => Promise<unknown>;

function Drop({ send }: { send: Send }) {
  const upload = useMutation({ mutationFn: send });
  return (
    <FileDrop
      title="Statement"
      label="Choose"
      hint="XLSX"
      accept="image/*"
      check={({ type }) => type !== 'image/png' && 'Not a picture'}
      error={upload.error}
      pending={upload.isPending}
      onChoose={(file) => upload.mutate(file)}
    />
  );
}

function Picker({ send }: { send: Send }) {
  const upload = useMutation({ mutationFn: send });
  return (
    <DocumentPicker
      label="Choose"
      error={upload.error}
      pending={upload.isPending}
      onChoose={(file) => upload.mutate(file)}
    />
  );
}

function Picture({ send }: { send: Send }) {
  const upload = useMutation({ mutationFn: send });
  return (
    <ImageUploader
      src={null}
      label="Choose"
      error={upload.error}
      pending={upload.isPending}
      onSelect={(file) => upload.mutate(file)}
    />
  );
}

const picture = new File(['x'], 'photo.png', { type: 'image/png' });
const letter = new File(['x'], 'letter.docx', { type: 'application/msword' });

const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Choose', { selector: 'input' }), {
    target: { files: [file] },
  });

const again = { en: 'Try again', ar: 'إعادة المحاولة' };

describe.each(['en', 'ar'] as const)('a file (%s)', (locale) => {
  beforeEach(() => i18next.changeLanguage(locale));

  describe.each([
    ['drop', Drop],
    ['document', Picker],
    ['picture', Picture],
  ] as const)('%s', (kind, Control) => {
    const cut = async () =>
      kind === 'picture' && userEvent.click(await screen.findByRole('button', { name: 'Crop' }));

    it.each([
      ['without a connection', createNoAnswerProblem()],
      ['by a busy server', new ApiProblem(503, { code: 'service.unavailable' })],
    ])('that is not taken %s is kept and sent again', async (_, failure) => {
      const send = vi.fn<Send>().mockRejectedValueOnce(failure).mockResolvedValue(null);
      renderAt('/', <Control send={send} />);
      choose(picture);
      await cut();
      const alert = await screen.findByRole('alert');
      await expect.poll(() => document.activeElement).toBe(alert);
      if (kind !== 'picture') expect(screen.getByText('photo.png')).toBeVisible();

      await userEvent.click(screen.getByRole('button', { name: again[locale] }));
      await expect.poll(() => screen.queryByRole('alert')).toBeNull();
      expect(send.mock.calls.map(([file]) => file)).toEqual([picture, picture]);
    });

    it('that the server refuses says all that is wrong, without a retry', async () => {
      const fields = ['A', 'B'].map((message) => ({ field: 'file', code: 'odd', message }));
      renderAt(
        '/',
        <Control
          send={() => Promise.reject(new ApiProblem(422, { code: 'request.invalid', fields }))}
        />,
      );
      choose(picture);
      await cut();
      const alert = await screen.findByRole('alert');
      await expect.poll(() => document.activeElement).toBe(alert);
      expect(alert).toHaveTextContent('A B');
      expect(screen.queryByRole('button', { name: again[locale] })).toBeNull();
    });

    it('of a wrong type is not sent, and takes the focus each time', async () => {
      const send = vi.fn<Send>();
      renderAt('/', <Control send={send} />);
      for (const _ of [1, 2]) {
        screen.getByRole('button', { name: 'Choose' }).focus();
        choose(letter);
        await expect.poll(() => document.activeElement).toBe(screen.getByRole('alert'));
      }
      expect(screen.queryByRole('button', { name: again[locale] })).toBeNull();
      expect(send).not.toHaveBeenCalled();
    });
  });
});

it('whose reader could not be loaded is tried again', async () => {
  await i18next.changeLanguage('en');
  const error = await loadPart(() => Promise.reject(new Error())).catch((thrown) => thrown);
  const retry = vi.fn();
  renderAt('/', <FileFailure refusal={null} error={error} onRetry={retry} />);
  expect(screen.getByRole('alert')).toHaveTextContent(/couldn't reach the server/);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

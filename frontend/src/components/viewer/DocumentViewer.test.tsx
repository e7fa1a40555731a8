import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { DocumentViewer } from './DocumentViewer';

const drawn: { number: number; file: string }[] = [];

vi.mock('@/lib/pdfPages', () => ({
  loadPdf: async (file: Blob) => {
    const content = await file.text();
    return {
      promise: content.startsWith('%PDF')
        ? Promise.resolve({ numPages: 2, content })
        : Promise.reject(new Error('no PDF')),
      destroy: async () => undefined,
    };
  },
  drawPage: async (pdf: { content: string }, number: number) =>
    void drawn.push({ number, file: pdf.content }),
}));

const licence = {
  id: 'd1',
  title: 'Licence',
  media_type: 'application/pdf',
  note: 'Valid until 2030',
};
const documents = [
  licence,
  { id: 'd2', title: 'Stamp', media_type: 'image/png' },
  { id: 'd3', title: 'Deed', media_type: 'application/pdf' },
];
const contents: Record<string, string> = { d1: '%PDF licence', d2: 'stamp', d3: 'broken' };

function Viewer({ onClose = () => undefined }: { onClose?: () => void }) {
  const [shown, setShown] = useState(0);
  return (
    <DocumentViewer
      documents={documents}
      shown={shown}
      onShow={setShown}
      fetchDocument={async (id) => new File([contents[id] ?? ''], 'licence.pdf')}
      onClose={onClose}
    >
      <p>1010123456</p>
    </DocumentViewer>
  );
}

it('shows a PDF and a picture beside what they are compared with, by keys and zoomed', async () => {
  const onClose = vi.fn();
  renderAt('/', <Viewer onClose={onClose} />);
  const viewer = within(await screen.findByRole('dialog', { name: 'Licence' }));
  expect(viewer.getByText('1010123456')).toBeVisible();
  expect(viewer.getByRole('status')).toHaveTextContent('Document 1 of 3 · Valid until 2030');
  expect(await viewer.findByRole('img', { name: 'Licence, page 2 of 2' })).toBeVisible();
  await waitFor(() => expect(drawn.map(({ number }) => number)).toEqual([1, 2]));
  expect(viewer.getByRole('button', { name: 'Previous document (k)' })).toBeDisabled();

  await userEvent.keyboard('j');
  const picture = await screen.findByRole('img', { name: 'Stamp' });
  await userEvent.keyboard('++-');
  expect(picture).toHaveStyle({ width: '125%' });
  expect(viewer.getByText('125%')).toBeVisible();
  await userEvent.keyboard('0k');
  expect(await screen.findByRole('dialog', { name: 'Licence' })).toBeVisible();

  await userEvent.keyboard('jj');
  expect(await viewer.findByText(/can't display this PDF/)).toBeVisible();
  expect(viewer.getByRole('button', { name: 'Save document' })).toBeEnabled();
  expect(viewer.getByRole('button', { name: 'Next document (j)' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('leaves keys to the text that is typed beside the document', async () => {
  renderAt(
    '/',
    <DocumentViewer
      documents={documents}
      shown={0}
      onShow={(place) => expect.fail(`went to ${place}`)}
      fetchDocument={async (id) => new File([contents[id] ?? ''], 'licence.pdf')}
      onClose={() => undefined}
    >
      <textarea aria-label="Remark" />
    </DocumentViewer>,
  );
  const remark = await screen.findByLabelText('Remark');
  await userEvent.type(remark, 'join');
  expect(remark).toHaveValue('join');
});

it('shows what stood in its place before beside it, whatever kind of file each is', async () => {
  const before = { id: 'd2', media_type: 'image/png', note: 'Valid until 2024' };
  renderAt(
    '/',
    <DocumentViewer
      documents={[{ ...licence, before }]}
      shown={0}
      onShow={() => undefined}
      fetchDocument={async (id) => new File([contents[id] ?? ''], 'licence.pdf')}
      onClose={() => undefined}
    >
      <p>1010123456</p>
    </DocumentViewer>,
  );
  const earlier = within(await screen.findByRole('region', { name: 'Before · Licence' }));
  const present = within(screen.getByRole('region', { name: 'Now · Licence' }));
  const picture = await earlier.findByRole('img', { name: 'Before · Licence' });
  expect(earlier.getByText(/Valid until 2024/)).toBeVisible();
  expect(present.getByText(/Valid until 2030/)).toBeVisible();
  expect(await present.findByRole('img', { name: 'Now · Licence, page 1 of 2' })).toBeVisible();
  await userEvent.keyboard('+');
  expect(picture).toHaveStyle({ width: '125%' });
});

import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type ReactNode, useEffect, useState } from 'react';
import type { DocumentProps, PageProps } from 'react-pdf';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { DocumentViewer } from './DocumentViewer';

/** jsdom has no layout and canvas; e2e/shell.spec.ts selects the text of a real document. */
vi.mock('react-pdf', () => ({
  pdfjs: { GlobalWorkerOptions: {} },
  Document: ({ file, children, error, loading, onLoadSuccess }: DocumentProps) => {
    const [content, setContent] = useState<string | null>(null);
    useEffect(() => {
      void (file as Blob).text().then((text) => {
        setContent(text);
        if (text.startsWith('%PDF')) onLoadSuccess?.({ numPages: 2 } as PDFDocumentProxy);
      });
    }, [file, onLoadSuccess]);
    if (content === null) return loading as ReactNode;
    return content.startsWith('%PDF') ? children : (error as ReactNode);
  },
  Page: ({ width }: PageProps) => <p>as wide as {width}</p>,
}));
vi.mock('@/lib/pdfPages', () => ({ pdfOptions: {}, workerSrc: '' }));

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      private readonly onResize: () => void;
      constructor(onResize: () => void) {
        this.onResize = onResize;
      }
      observe() {
        this.onResize();
      }
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
});

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
  expect(viewer.getAllByText('as wide as 400')).toHaveLength(2);
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
      <textarea aria-label="Note" />
    </DocumentViewer>,
  );
  const remark = await screen.findByLabelText('Note');
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

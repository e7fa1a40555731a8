import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { DocumentRead } from '@/api/payments';
import { download } from '@/lib/download';
import { renderAt } from '@/test/render';
import { serve } from '@/test/serve';
import { DocumentList, documentsInterval } from './DocumentList';

vi.mock('@/lib/download');

const receipt: DocumentRead = {
  id: 'd-1',
  kind: 'receipt',
  number: 'REC-2026-000001',
  refund_id: null,
  amount_minor: 11_500,
  vat_minor: 1500,
  currency: 'SAR',
  issued_at: '2026-11-23T10:00:00Z',
  has_paper: true,
  has_invoice: true,
};
const note: DocumentRead = {
  ...receipt,
  id: 'd-2',
  kind: 'credit_note',
  number: 'CRN-2026-000001',
  refund_id: 'refund-1',
  has_paper: false,
  has_invoice: false,
};

it('saves a document as PDF and as XML', async () => {
  serve({
    '/api/v1/receipts/REC-2026-000001.pdf': () => new Response('%PDF-'),
    '/api/v1/receipts/REC-2026-000001.xml': () => new Response('<Invoice/>'),
  });
  renderAt('/', <DocumentList documents={[receipt, note]} />);
  for (const form of ['PDF', 'XML']) {
    await userEvent.click(
      screen.getByRole('button', { name: `Save ${receipt.number} as ${form}` }),
    );
    const name = `${receipt.number}.${form.toLowerCase()}`;
    await waitFor(() => expect(download).toHaveBeenCalledWith(name, expect.any(Blob)));
  }
  const waiting = screen.getByRole('button', { name: `Save ${note.number} as PDF` });
  expect(waiting).toBeDisabled();
  expect(waiting).toHaveTextContent('Preparing PDF…');
  expect(screen.queryByRole('button', { name: `Save ${note.number} as XML` })).toBeNull();
});

it('refetches while a document is due or its PDF is missing', () => {
  const interval = (documents: DocumentRead[], documents_due: boolean) =>
    documentsInterval({ documents, documents_due });
  expect(interval([], true)).toBeGreaterThan(0);
  expect(interval([receipt], true)).toBeGreaterThan(0);
  expect(interval([receipt, note], false)).toBeGreaterThan(0);
  expect(interval([receipt], false)).toBe(false);
});

import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { EditGrid } from './EditGrid';

interface Candidate {
  id: string;
  name: string;
  phone: string;
}

function Import() {
  const [rows, setRows] = useState<Candidate[]>([
    { id: '1', name: 'Layla', phone: '+966500000001' },
    { id: '2', name: '', phone: '+966500000002' },
  ]);
  return (
    <EditGrid
      label="Candidates"
      columns={[
        { field: 'name', heading: 'Name' },
        { field: 'phone', heading: 'Phone', ltr: true, readOnly: true },
      ]}
      rows={rows}
      problem={(row, field) => (row[field] ? null : 'A name is missing')}
      onChange={(changed) => setRows(rows.map((row) => (row.id === changed.id ? changed : row)))}
    />
  );
}

it('rows are mended in place, and a cell says what is wrong with it until then', async () => {
  renderAt('/', <Import />);
  await screen.findByRole('grid', { name: 'Candidates' });
  const wrong = await screen.findByTitle('A name is missing');
  await userEvent.dblClick(wrong);
  await userEvent.keyboard('Omar{Enter}');
  expect(await screen.findByText('Omar')).toBeVisible();
  await expect.poll(() => screen.queryByTitle('A name is missing')).toBeNull();
});

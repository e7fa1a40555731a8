import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { BulkRun } from './BulkRun';
import { useJob } from './useJob';

interface Job {
  done: number;
  failed: string[];
  total: number;
}

const items = ['Layla', 'Omar', 'Nora'];

/** A job whose progress the test sets. */
function Closing({ stateNow }: { stateNow: () => Job }) {
  const [id, setId] = useState<string | null>(null);
  const run = useJob<Job>(
    id,
    (of) => ({
      queryKey: ['job', of],
      queryFn: stateNow,
    }),
    ({ done, failed, total }) => ({
      total,
      over: done === total,
      results: new Map(
        items.slice(0, done).map((name) => [name, failed.includes(name) ? 'full' : null]),
      ),
    }),
  );
  return (
    <BulkRun
      title="Close 3 batches?"
      run={run}
      lines={items.map((name) => ({ id: name, title: name }))}
      confirmLabel="Close"
      resultText={(done, failed) => `${done} closed, ${failed} failed`}
      problemText={(problem) => `It is ${problem}`}
      onStart={() => setId('7')}
      onClose={() => {}}
    >
      Nobody can enroll any more.
    </BulkRun>
  );
}

it('a job of the server is asked for, followed to its end and reported on', async () => {
  let state: Job = { done: 1, failed: [], total: 3 };
  renderAt('/', <Closing stateNow={() => state} />);
  const dialog = within(screen.getByRole('dialog', { name: 'Close 3 batches?' }));
  expect(dialog.getByText('Nobody can enroll any more.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await dialog.findByText('1 of 3')).toBeVisible();
  expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33');
  state = { done: 3, failed: ['Omar'], total: 3 };
  expect(await dialog.findByText('2 closed, 1 failed')).toBeVisible();
  const [layla, omar] = dialog.getAllByRole('listitem');
  expect(within(layla as HTMLElement).getByTitle('Done')).toBeInTheDocument();
  expect(omar).toHaveTextContent('It is full');
});

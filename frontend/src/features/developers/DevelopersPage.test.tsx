import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partnerOperations } from '@/api/runtime/partner.gen';
import { renderAt } from '@/test/render';
import DevelopersPage from './DevelopersPage';
import { examples } from './examples';

it('shows every call that programs may make, every code with its meaning, and the examples as they are run', () => {
  renderAt('/developers', <DevelopersPage />);
  const calls = within(screen.getByRole('region', { name: 'All calls' }));
  expect(calls.getAllByRole('group')).toHaveLength(partnerOperations.length);
  expect(calls.getByText('/api/v1/bulk-enrollments/files')).toBeInTheDocument();
  const codes = screen.getByRole('region', { name: 'Error codes' });
  expect(codes).toHaveTextContent('idempotency_key.reused');
  // A code without a text would appear as its key.
  expect(codes).not.toHaveTextContent('errors.');
  expect(screen.getByRole('region', { name: 'JSON, with Python' }).textContent).toBe(
    examples.enroll.trimEnd(),
  );
});

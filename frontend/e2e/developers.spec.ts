import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { PASSWORD } from './world';

/* Runs the examples of the developers' page unchanged, with an organization's API client. Nothing is stubbed. */

const run = promisify(execFile);
const EXAMPLES = join(import.meta.dirname, '../src/features/developers/examples');
const DAY = 86_400_000;

const example = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');

/** Input of the examples: a client with its secret, and a batch to enroll in. */
async function given(request: APIRequestContext, base: string) {
  const login = await request.post('/api/v1/auth/login', {
    data: { username: 'gla', password: PASSWORD },
  });
  const { access_token, user } = await login.json();
  const headers = { authorization: `Bearer ${access_token}`, 'x-profile': user.profiles[0].id };
  const made = await request.post('/api/v1/partner-clients', {
    headers,
    data: {
      name: 'Examples',
      permissions: ['view-batch', 'create-bulk-enrollments'],
      expires_at: new Date(Date.now() + 30 * DAY).toISOString(),
    },
  });
  expect(made.status()).toBe(201);
  const client = await made.json();
  const query = 'status=published&phase=upcoming&seats_left=true&sort=starts_at&page_size=1';
  const batches = await request.get(`/api/v1/batches/managed?${query}`, { headers });
  const [batch] = (await batches.json()).data;
  return {
    ...process.env,
    BASE: base,
    CLIENT: client.id,
    SECRET: client.client_secret,
    BATCH: batch.code,
  };
}

test('the page’s examples work', async ({ request, baseURL }) => {
  test.setTimeout(60_000);
  const options = {
    env: await given(request, baseURL ?? ''),
    cwd: mkdtempSync(join(tmpdir(), 'examples-')),
  };
  const script = `${example('token.sh')}\n${example('upload.sh')}`;
  const [curl, python] = await Promise.all([
    run('bash', ['-euo', 'pipefail', '-c', script], options),
    run('python3', ['-c', example('enroll.py')], options),
  ]);
  expect(curl.stdout).toContain('"status":"cancelled"');
  expect(python.stdout).toMatch(/^(processing|awaiting_payment|finished)\s*$/);
});

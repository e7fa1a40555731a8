/*
 * Generates src/api/<service>/ from openapi/<service>.json, for every document that is there.
 * With --check nothing is written: it fails when the generated files are not those of the documents.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const documents = join(root, 'openapi');
const clients = join(root, 'src/api');
const checking = process.argv.includes('--check');

// The generator works with TypeScript's JavaScript API, which version 7 no longer has.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? '@typescript/typescript6' : specifier, context),
});
const { createClient } = await import('@hey-api/openapi-ts');

async function generate(service: string, output: string): Promise<void> {
  rmSync(output, { recursive: true, force: true });
  await createClient({
    input: join(documents, `${service}.json`),
    output,
    logs: { level: 'silent', file: false },
    plugins: [
      {
        name: '@hey-api/client-fetch',
        runtimeConfigPath: join(clients, 'client'),
        throwOnError: true,
      },
      '@hey-api/typescript',
      '@hey-api/sdk',
      { name: '@tanstack/react-query', infiniteQueryOptions: false },
      'zod',
    ],
  });
  withoutLinks(join(output, 'client/types.gen.ts'));
}

/** Takes the web addresses out of the generator's comments: no registry's may stand in our files. */
function withoutLinks(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/\{@link https?:\S+ (`[^`]+`)\}/g, '$1'));
}

/** Whether the client is what its document gives, compared beside it, where imports are alike. */
async function isFresh(service: string): Promise<boolean> {
  const current = join(clients, service);
  const fresh = `${current}.fresh`;
  try {
    await generate(service, fresh);
    execFileSync('diff', ['-r', fresh, current], { stdio: 'inherit' });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

const services = readdirSync(documents)
  .filter((name) => name.endsWith('.json'))
  .map((name) => basename(name, '.json'));

for (const service of services) {
  if (!checking) {
    await generate(service, join(clients, service));
  } else if (!(await isFresh(service))) {
    console.error(`src/api/${service} is stale: run npm run api.`);
    process.exitCode = 1;
  }
}
console.log(`${checking ? 'Checked' : 'Generated'}: ${services.join(', ') || 'no documents yet'}`);

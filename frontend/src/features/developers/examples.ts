import enroll from './examples/enroll.py?raw';
import token from './examples/token.sh?raw';
import upload from './examples/upload.sh?raw';
import verify from './examples/verify.py?raw';

/** What the page shows is what `e2e/developers.spec.ts` and the tests of notifications run. */
export const examples = { token, upload, enroll, verify };

/** What the examples are given, in a shell. */
export const variables = (origin: string) =>
  [`BASE=${origin}`, 'CLIENT=…', 'SECRET=…', 'BATCH=…'].map((line) => `export ${line}`).join('\n');

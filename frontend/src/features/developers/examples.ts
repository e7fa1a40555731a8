import enroll from './examples/enroll.py?raw';
import token from './examples/token.sh?raw';
import upload from './examples/upload.sh?raw';
import verify from './examples/verify.py?raw';

/** The shown examples; `e2e/developers.spec.ts` and the tests of notifications run them. */
export const examples = { token, upload, enroll, verify };

/** The shell variables of the examples. */
export const variables = (origin: string) =>
  [`BASE=${origin}`, 'CLIENT=…', 'SECRET=…', 'BATCH=…'].map((line) => `export ${line}`).join('\n');

import { expect, test } from 'vitest';
import { toFile } from './download';

const answer = (disposition?: string) => ({
  data: new Blob(['%PDF-'], { type: 'application/pdf' }),
  response: new Response(null, {
    headers: disposition ? { 'content-disposition': disposition } : {},
  }),
});

test('a file keeps the name that its uploader gave it', () => {
  const encoded = `attachment; filename="____.pdf"; filename*=UTF-8''${encodeURIComponent('رخصة.pdf')}`;
  expect(toFile(answer(encoded)).name).toBe('رخصة.pdf');
  expect(toFile(answer('attachment; filename="REC-1.pdf"')).name).toBe('REC-1.pdf');
  expect(toFile(answer()).name).toBe('document');
  expect(toFile(answer()).type).toBe('application/pdf');
});

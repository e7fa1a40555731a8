import { vi } from 'vitest';
// Refusals become problems in its transport, which the app always has.
import '@/lib/session';
import { findUnknownFields } from './unknownFields';

type Answer = (request: Request) => Response | Promise<Response>;

/** Fields that calls sent and the services would reject; `setup.ts` fails the test for them. */
export const unknownFields: string[] = [];

/** Answers calls by their path; every other call finds no server. Returns the calls made. */
export function serve(answers: Record<string, Answer>): Request[] {
  const calls: Request[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request =
      input instanceof Request
        ? input
        : new Request(new URL(String(input), window.location.origin), init);
    calls.push(request.clone());
    unknownFields.push(...(await findUnknownFields(request)));
    const answer = answers[new URL(request.url).pathname];
    if (!answer) throw new TypeError('unreachable');
    return answer(request);
  });
  return calls;
}

export const ok = (body: unknown) => Response.json(body);

/** A refusal as the services write it. */
export const refuse = (
  status: number,
  code: string,
  { fields, retryAfter }: { fields?: [string, string][]; retryAfter?: number } = {},
) =>
  Response.json(
    {
      status,
      code,
      detail: code,
      fields: fields?.map(([field, of]) => ({ field, code: of, message: of })),
    },
    { status, headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) } },
  );

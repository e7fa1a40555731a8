import { vi } from 'vitest';
// Installs the session's transport, which turns refusals into problems.
import '@/lib/session';
import { findUnknownFields } from './unknownFields';

type Answer = (request: Request) => Response | Promise<Response>;

/** Fields of request bodies that the services would reject; `setup.ts` fails the test for them. */
export const unknownFields: string[] = [];

/** Responds to calls by path; other calls fail as without a server. Returns the calls made. */
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

/** Creates a refusal in the services' format. */
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

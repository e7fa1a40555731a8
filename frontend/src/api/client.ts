import { cleanValues } from '@/lib/clean';
import { jsonBodySerializer } from './runtime/core/bodySerializer.gen';

type Transport = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

let transport: Transport = (input, init) => window.fetch(input, init);

/**
 * Sets what carries the calls of all generated clients. The session installs its own, which adds
 * the token and throws an `ApiProblem` for each refusal, so that queries and mutations fail with
 * that one type of error.
 */
export function setTransport(next: Transport): void {
  transport = next;
}

/** Configures every generated client; named by the generator's settings. */
export function createClientConfig<T extends object>(config?: T) {
  const own = {
    baseUrl: window.location.origin,
    // Whatever a page collects, by a schema or by hand, is cleaned by the same rules.
    bodySerializer: (body: unknown) => jsonBodySerializer.bodySerializer(cleanValues(body)),
    fetch: (input: RequestInfo | URL, init?: RequestInit) => transport(input, init),
    throwOnError: true as const,
  };
  return { ...(config as T), ...own };
}

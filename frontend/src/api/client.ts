import { cleanValues } from '@/lib/clean';
import { jsonBodySerializer } from './runtime/core/bodySerializer.gen';
import { send } from './transport';

/** Configures every generated client; named by the generator's settings. */
export function createClientConfig<T extends object>(config?: T) {
  const own = {
    baseUrl: window.location.origin,
    // The same cleaning rules apply to every request body, whether built by a schema or by hand.
    bodySerializer: (body: unknown) => jsonBodySerializer.bodySerializer(cleanValues(body)),
    fetch: send,
    throwOnError: true as const,
  };
  return { ...(config as T), ...own };
}

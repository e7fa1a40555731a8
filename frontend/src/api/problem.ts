export interface FieldProblem {
  field: string;
  code: string;
  message: string;
}

/** The body of an `application/problem+json` response. */
export interface ProblemBody {
  type?: string;
  title?: string;
  status?: number;
  code?: string;
  detail?: string;
  fields?: FieldProblem[];
  /**
   * Hijri dates that must be confirmed before an import, sent with the code
   * `date.hijri_unconfirmed`.
   */
  hijri_days?: { typed: string; day: string }[];
}

/** The code of a response without one, for example from a proxy; status 0 means no response. */
const CODES: Record<number, string> = {
  0: 'network.unreachable',
  401: 'sign_in.required',
  403: 'resource.forbidden',
  404: 'resource.not_found',
  409: 'resource.conflict',
  413: 'request.too_large',
  429: 'request.rate_limited',
  500: 'service.failed',
  502: 'service.no_answer',
  503: 'service.unavailable',
  504: 'service.no_answer',
};

/** A refused or failed call. `status` is 0 without a response. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly detail: string | null;
  readonly fields: FieldProblem[];
  readonly body: ProblemBody;
  /** Seconds until a retry makes sense, if the server sends them. */
  readonly retryAfter: number | null;
  /** The request ID in the services' logs. */
  readonly requestId: string | null;

  constructor(
    status: number,
    body: ProblemBody,
    retryAfter: number | null = null,
    requestId: string | null = null,
  ) {
    super(body.detail ?? body.title ?? body.code ?? `HTTP ${status}`);
    this.name = 'ApiProblem';
    this.status = status;
    this.code = body.code ?? CODES[status] ?? 'unknown';
    this.detail = body.detail ?? null;
    this.fields = body.fields ?? [];
    this.body = body;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
  }
}

/** Creates the problem of a call without a response. */
export const createNoAnswerProblem = () => new ApiProblem(0, { detail: 'The server cannot be reached.' });

/** Parses the problem from a failed response; accepts any body. */
export async function parseProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as unknown;
  const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  return new ApiProblem(
    response.status,
    body && typeof body === 'object' ? body : {},
    Number.isNaN(retryAfter) ? null : retryAfter,
    response.headers.get('x-request-id'),
  );
}

/** Returns the error if it is an `ApiProblem`; null for a programming error. */
export function asProblem(error: unknown): ApiProblem | null {
  return error instanceof ApiProblem ? error : null;
}

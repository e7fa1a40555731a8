import { isRouteErrorResponse } from 'react-router';
import { asProblem } from '@/api/problem';

/** The text of an error: a message key with its values, or raw text. */
interface FaultMessage {
  key: string | null;
  values?: Record<string, string>;
  /** The fallback if the text does not exist. */
  raw: string;
}

/** A fatal error as the error screen shows it. */
export interface Fault {
  status: number;
  kind: 'not_found' | 'server' | 'forbidden' | 'offline' | 'other';
  message: FaultMessage | null;
  /** The request ID for support, if the server failed. */
  requestId: string | null;
}

/** An error of the app with a status, for the error screen. */
export class PageError extends Error {
  readonly status: number;
  readonly key: string;
  readonly values: Record<string, string>;

  constructor(status: number, key: string, values: Record<string, string> = {}) {
    super(key);
    this.name = 'PageError';
    this.status = status;
    this.key = key;
    this.values = values;
  }
}

/** A chunk of the app that failed to load, usually because the user is offline. */
class PartNotLoaded extends Error {
  constructor(cause: unknown) {
    super('a part of the app could not be loaded', { cause });
    this.name = 'PartNotLoaded';
  }
}

/** Loads a chunk of the app; throws `PartNotLoaded`. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new PartNotLoaded(cause);
  }
}

// A missing status counts as 500.
const DEFAULT_STATUS = 500;

const kinds: Record<number, Fault['kind']> = { 403: 'forbidden', 404: 'not_found', 500: 'server' };

/** Returns the status and message of any thrown value. */
export function describeFault(error: unknown): Fault {
  if (isOffline(error)) return { status: 0, kind: 'offline', message: null, requestId: null };
  const status = getStatus(error) ?? DEFAULT_STATUS;
  return {
    status,
    kind: kinds[status] ?? 'other',
    message: getMessage(error),
    requestId: status >= 500 ? (asProblem(error)?.requestId ?? null) : null,
  };
}

export const isNotFound = (error: unknown): boolean => asProblem(error)?.status === 404;

/** Returns whether no server answered, so that a retry may succeed. */
export const isOffline = (error: unknown): boolean =>
  error instanceof PartNotLoaded || asProblem(error)?.status === 0;

/** Returns whether a retry may succeed: no server answered, or the server failed. */
export function isTransient(error: unknown): boolean {
  const status = asProblem(error)?.status ?? 0;
  return status === 0 || status >= 500;
}

function getStatus(error: unknown): number | null {
  if (error instanceof PageError || isRouteErrorResponse(error)) return error.status;
  return asProblem(error)?.status || null;
}

function getMessage(error: unknown): FaultMessage | null {
  if (error instanceof PageError) return { key: error.key, values: error.values, raw: error.key };
  const problem = asProblem(error);
  if (problem) return { key: `errors.${problem.code}`, raw: problem.message };
  const raw =
    error instanceof Error ? error.message : isRouteErrorResponse(error) ? error.statusText : '';
  return raw ? { key: null, raw } : null;
}

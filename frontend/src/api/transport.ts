type Transport = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

let transport: Transport = (input, init) => window.fetch(input, init);

/**
 * Sets what carries the calls of all generated clients. The session installs its own, which adds
 * the token and throws an `ApiProblem` for each refusal, so that queries and mutations fail with
 * that one type of error. Apart from the clients, which the first page of a visitor does not load.
 */
export function setTransport(next: Transport): void {
  transport = next;
}

export const send: Transport = (input, init) => transport(input, init);

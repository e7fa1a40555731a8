type Transport = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

let transport: Transport = (input, init) => window.fetch(input, init);

/**
 * Sets the transport of all generated clients. The session installs one that adds the token and
 * throws an `ApiProblem` for each refusal, so queries and mutations fail with one error type. It is
 * separate from the clients, which a visitor's first page does not load.
 */
export function setTransport(next: Transport): void {
  transport = next;
}

export const send: Transport = (input, init) => transport(input, init);

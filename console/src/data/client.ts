import { createClient, OrikiError, type Client } from '../../../clients/typescript/src/index.ts';
import { PREFIX } from './prefix.ts';

/** Browsers refuse to keep more than 64 KiB under way for pages that were closed. */
const MAX_KEPT_CHARS = 20_000;

/** Tells whether a request outlives its page, as what somebody has decided must. */
function outlivesPage({ method = 'GET', body }: RequestInit): boolean {
  return method !== 'GET' && typeof body === 'string' && body.length <= MAX_KEPT_CHARS;
}

/** The headers of a request of a session: with the one that no form can send, and without a key, which no browser has. */
export function headersOf(init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.delete('x-api-key');
  // Browsers say it themselves, and complain.
  headers.delete('user-agent');
  headers.set('x-oriki-console', '1');
  return headers;
}

/** Requests carry the session's cookie. */
const fetchWithSession: typeof fetch = (input, init = {}) => {
  return fetch(input, {
    ...init,
    headers: headersOf(init),
    credentials: 'same-origin',
    keepalive: outlivesPage(init),
  });
};

/** The one way to data: the client of the API. */
export const api: Client = createClient({
  baseUrl: location.origin + PREFIX,
  // The client demands a key; `fetchWithSession` leaves it out, and the session's cookie stands in.
  apiKey: 'session',
  fetch: fetchWithSession,
  retries: 2,
});

/** Calls a route of sessions, which are no part of the API. @throws OrikiError */
export async function callSession<T>(path: string, body?: object): Promise<T> {
  const response = await fetchWithSession(
    `${PREFIX}/console/session${path}`,
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        },
  );
  const answer = (await response.json()) as {
    success: boolean;
    data: T;
    error: { code: OrikiError['code']; message: string };
  };
  if (answer.success) return answer.data;
  throw new OrikiError(answer.error.code, answer.error.message, {
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
  });
}

/** Tells whether the session has ended, or never began. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof OrikiError && error.status === 401;
}

import { createClient, OrikiError, type Client } from '../../../clients/typescript/src/index.ts';
import { PREFIX } from './prefix.ts';
import { lost, note } from './reach.ts';

/** The maximum size of requests in progress that browsers keep for closed pages: 64 KiB. */
const MAX_KEPT_CHARS = 20_000;

/** Returns true if a request must continue after its page is closed, as a decision must. */
function outlivesPage({ method = 'GET', body }: RequestInit): boolean {
  return method !== 'GET' && typeof body === 'string' && body.length <= MAX_KEPT_CHARS;
}

/** Returns the headers of a session's request: with the header that no form can send, and without a key. */
export function headersOf(init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.delete('x-api-key');
  // Browsers set this header themselves, and log an error.
  headers.delete('user-agent');
  headers.set('x-oriki-console', '1');
  return headers;
}

/** The id from which the stream of changes continues after the first answer, which is about the person; empty if it has none. */
export const opening: { eventId?: string } = {};

/** Requests carry the session's cookie. */
const fetchWithSession: typeof fetch = async (input, init = {}) => {
  try {
    const response = await fetch(input, {
      ...init,
      headers: headersOf(init),
      credentials: 'same-origin',
      keepalive: outlivesPage(init),
    });
    note(response);
    opening.eventId ??= response.headers.get('last-event-id') ?? '';
    return response;
  } catch (error) {
    if (!init.signal?.aborted) lost();
    throw error;
  }
};

/** The client of the API, the only source of data. */
export const api: Client = createClient({
  baseUrl: location.origin + PREFIX,
  // The client requires a key; `fetchWithSession` replaces it by the session's cookie.
  apiKey: 'session',
  fetch: fetchWithSession,
  retries: 2,
});

/** Calls a route of sessions, which is not part of the API. @throws OrikiError */
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

/** Returns true if the session has ended, or never began. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof OrikiError && error.status === 401;
}

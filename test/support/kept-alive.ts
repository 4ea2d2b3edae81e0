import { request, type Agent } from 'node:http';

export type Reply = { status: number; close: boolean };

/** Sends one request on a kept connection; rejects if the connection breaks. */
export function keptAlive(agent: Agent, url: string, key: string, body?: object): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: body ? 'POST' : 'GET',
        headers: { 'x-api-key': key, ...(body ? { 'content-type': 'application/json' } : {}) },
      },
      (response) => {
        response.on('error', reject).on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            close: response.headers.connection === 'close',
          }),
        );
        response.resume();
      },
    );
    sent.on('error', reject).end(body && JSON.stringify(body));
  });
}

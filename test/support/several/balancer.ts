import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  url: string;
  /** The number of times that a process that refused the connection was skipped. */
  readonly passedOver: number;
  close: () => Promise<void>;
};

/**
 * Forwards requests to `ports` of the loopback interface in turn. Skips a process that refuses the connection. Does
 * not repeat an exchange that breaks later, because it may have had an effect: the client's connection breaks, too.
 */
export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  let passedOver = 0;

  const forward = (
    request: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    left: number,
  ): void => {
    if (left === 0) return void response.destroy();
    turn += 1;
    const { method, url, headers } = request;
    const onward = send(
      { host: '127.0.0.1', port: ports[turn % ports.length], method, path: url, headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED' || response.headersSent) return response.destroy();
      passedOver += 1;
      forward(request, response, body, left - 1);
    });
    response.on('close', () => {
      if (!response.writableFinished) onward.destroy();
    });
    onward.end(body);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => response.destroy());
    request.on('end', () => forward(request, response, Buffer.concat(chunks), ports.length));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passedOver() {
      return passedOver;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
}

import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as send,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, as it will be forwarded. */
export type Forwarded = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: Buffer };

export type Balancer = {
  url: string;
  /**
   * Imitates a fault of the service. It may change the request, or answer it, and then resolves with true. Checks that
   * find no fault prove nothing unless they find this one.
   */
  plant:
    | ((request: Forwarded, response: ServerResponse, base: string) => Promise<boolean>)
    | undefined;
  /** The number of times that a process that refused the connection was skipped. */
  readonly passedOver: number;
  /** The number of answers below 500 that were forwarded. */
  readonly answers: number;
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
  let answers = 0;

  const forward = (request: Forwarded, response: ServerResponse, left: number): void => {
    if (left === 0) return void response.destroy();
    turn += 1;
    const { method, url, headers, body } = request;
    const onward = send(
      { host: '127.0.0.1', port: ports[turn % ports.length], method, path: url, headers, agent },
      (answer) => {
        if ((answer.statusCode ?? 502) < 500) answers += 1;
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on('error', () => response.destroy());
      },
    );
    onward.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNREFUSED' || response.headersSent) return response.destroy();
      passedOver += 1;
      forward(request, response, left - 1);
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
    request.on('end', () => {
      const { method, url, headers } = request;
      const whole = { method, url, headers, body: Buffer.concat(chunks) };
      const { plant } = balancer;
      if (!plant) return forward(whole, response, ports.length);
      void (async () => {
        const isAnswered = await plant(whole, response, `http://127.0.0.1:${ports[0]}`);
        if (!isAnswered) forward(whole, response, ports.length);
      })();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const balancer: Balancer = {
    plant: undefined,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get passedOver() {
      return passedOver;
    },
    get answers() {
      return answers;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      agent.destroy();
    },
  };
  return balancer;
}

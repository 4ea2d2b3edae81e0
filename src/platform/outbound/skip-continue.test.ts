import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { Client } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { skipContinue } from './skip-continue.ts';

const server = createServer((socket) => {
  socket.on('error', () => {});
  socket.once('data', () =>
    socket.end('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'),
  );
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

/**
 * Sends a request over a separate socket, as `Connection` does. @returns the status, or the reason for having none
 */
async function answer(isSkipped: boolean): Promise<unknown> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  if (isSkipped) skipContinue(socket, 1000)();
  const client = new Client(`http://127.0.0.1:${port}`, {
    connect: (_, callback) => queueMicrotask(() => callback(null, socket)),
  });
  try {
    return (await client.request({ method: 'GET', path: '/' })).statusCode;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.destroy();
  }
}

test('100 Continue is removed from the data that undici reads', async () => {
  expect(
    await answer(true),
    'this version of undici reads sockets in another way: see skip-continue.ts',
  ).toBe(200);
});

test('undici reports an unexpected 100 Continue as an error', async () => {
  expect(
    await answer(false),
    'this version of undici skips 100 Continue itself: remove skip-continue.ts',
  ).toBe('bad response');
});

import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';
import { Valkey } from './valkey.ts';

/** A server with the protocol of Redis that accepts every command, and answers counts with this answer. */
async function startLiar(lie: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      // One answer per command: each begins with the number of its words.
      for (const command of data.toString().split(/(?=\*\d+\r\n\$)/))
        if (/\r\n(EVAL|GET|PTTL|MULTI|EXEC)\r\n/i.test(command)) lie(socket);
        else socket.write('+OK\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}

function says(text: string) {
  return (socket: Socket) => void socket.write(text);
}

test.each<[string, (socket: Socket) => void]>([
  ['an error of a replica', says("-READONLY You can't write against a read only replica.\r\n")],
  ['that it loads its data', says('-LOADING Valkey is loading the dataset in memory\r\n')],
  ['that its memory is full', says("-OOM command not allowed when used memory > 'maxmemory'.\r\n")],
  ['that there is no script', says('-NOSCRIPT No matching script. Please use EVAL.\r\n')],
  ['that the key is of another type', says('-WRONGTYPE Operation against a key\r\n')],
  ['a text', says('+OK\r\n')],
  ['nothing', says('$-1\r\n')],
  ['a number', says(':7\r\n')],
  ['a list of texts', says('*2\r\n$1\r\nx\r\n$1\r\ny\r\n')],
  ['an empty list', says('*0\r\n')],
  ['a count below zero', says('*2\r\n:-7\r\n:1000\r\n')],
  ['a counter without an end', says('*2\r\n:2\r\n:-1\r\n')],
  ['another protocol', says('HTTP/1.1 400 Bad Request\r\n\r\n')],
  ['a text that never comes', says('$536870912\r\nx')],
  [
    'a text that never ends',
    (socket) => {
      socket.write('$536870912\r\n');
      const block = Buffer.alloc(2 ** 16, 'x');
      const more = (): void => {
        while (!socket.destroyed && socket.write(block));
        if (!socket.destroyed) socket.once('drain', () => setTimeout(more, 10));
      };
      more();
    },
  ],
  ['the end of the connection', (socket) => void socket.destroy()],
  ['silence', () => {}],
])('a server that answers with %s makes each process count locally', async (what, lie) => {
  const liar = await startLiar(lie);
  const valkey = await Valkey.open(liar.url, pino({ level: 'silent' }));
  const registry = new Registry();
  const limiter = new RateLimiter({
    limits: { lists: { points: 3, windowSeconds: 60 } },
    shared: valkey.counters,
    secret: 's'.repeat(32),
    registry,
  });
  for (const key of ['one', 'two']) {
    const states = [];
    for (let i = 0; i < 5; i += 1) states.push(await limiter.consume('lists', key));
    expect(states.map((state) => state?.allowed)).toEqual([true, true, true, false, false]);
    for (const state of states) {
      expect([0, 1, 2]).toContain(state!.remaining);
      expect(state!.resetSeconds).toBeGreaterThanOrEqual(1);
      expect(state!.resetSeconds).toBeLessThanOrEqual(60);
    }
    // An empty answer can be valid: `peek` accepts it, and only counting detects the fault.
    const looked = what === 'nothing' ? { allowed: true } : { allowed: false, remaining: 0 };
    expect(await limiter.peek('lists', key)).toMatchObject(looked);
  }
  valkey.close();
  liar.close();
});

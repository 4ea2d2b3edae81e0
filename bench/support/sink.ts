import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A receiver in a separate process: answers 204, but never answers below `/hang`. It records the arrival of each
 * `webhook-id` by the machine's monotonic clock, which all processes share (ns).
 * `GET /stats` returns count, first and last arrival. `GET /arrivals?path=` returns `id time` lines. `DELETE /` deletes
 * the records.
 */
type Arrival = { path: string; id: string; at: bigint };
let arrivals: Arrival[] = [];
let count = 0;
let first = 0n;
let last = 0n;
let detailed = false;

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const path = request.url ?? '/';
  if (request.method !== 'POST') {
    if (request.method === 'DELETE') {
      arrivals = [];
      count = 0;
      first = last = 0n;
      detailed = path === '/detailed';
      return response.end();
    }
    if (path === '/stats')
      return response.end(JSON.stringify({ count, first: String(first), last: String(last) }));
    return response.end(arrivals.map(({ path: p, id, at }) => `${p} ${id} ${at}`).join('\n'));
  }
  const at = process.hrtime.bigint();
  if (count === 0) first = at;
  if (detailed) arrivals.push({ path, id: String(request.headers['webhook-id']), at });
  request.on('data', () => {});
  request.on('end', () => {
    count += 1;
    last = process.hrtime.bigint();
    if (path.startsWith('/hang')) return;
    response.writeHead(204);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stderr.write(`ready: http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});

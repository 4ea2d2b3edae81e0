import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A vendor in a separate process that returns the holder of every bank account immediately. */
const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://vendor');
  const data = {
    account_number: searchParams.get('account_number'),
    account_name: 'OKAFOR ADAEZE CHIOMA',
    bank_id: 9,
  };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status: true, message: 'Account number resolved', data }));
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.stderr.write(`ready: http://127.0.0.1:${port}\n`);
});
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
});

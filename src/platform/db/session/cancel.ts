import pg from 'pg';

type Cancelable = {
  host: string;
  port: number;
  processID: number;
  secretKey: number;
  ssl: unknown;
  sslNegotiation: string;
};
type Canceling = {
  connect: (port: number | string, host?: string) => void;
  requestSsl: () => void;
  cancel: (processID: number, secretKey: number) => void;
} & pg.Connection;

const LIMIT_MS = 2000;

/**
 * Asks the server to cancel the statement that runs on a connection. The request uses a separate connection without
 * authentication. It resolves once the server has closed that connection, which shows that the signal was sent. So it
 * does not cancel a statement that is sent later.
 * @throws if the server does not answer
 */
export function cancelStatement(client: pg.ClientBase): Promise<void> {
  const { host, port, processID, secretKey, ssl, sslNegotiation } = client as unknown as Cancelable;
  const connection = new pg.Connection({ ssl, sslNegotiation } as never) as Canceling;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    connection.stream.destroy();
    reject(new Error('the server did not take the cancel request'));
  }, LIMIT_MS);
  const cancel = (): void => connection.cancel(processID, secretKey);
  connection.on('connect', () => {
    if (!ssl) cancel();
    else if (sslNegotiation !== 'direct') connection.requestSsl();
  });
  connection.on('sslconnect', cancel);
  connection.on('error', reject);
  connection.on('end', resolve);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  return promise.finally(() => clearTimeout(timer));
}

import { connect } from 'node:net';

export type RawAnswer = { status: number; headers: Record<string, string>; text: string };

function parse(bytes: Buffer): RawAnswer {
  const text = bytes.toString('utf8');
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, text: rest.join('\r\n\r\n') };
}

/** Writes bytes to the service's socket unchanged, and returns the single answer. */
export function sendBytes(base: string, bytes: string | Uint8Array): Promise<RawAnswer> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      const answer = parse(Buffer.concat(chunks));
      const length = answer.headers['content-length'];
      if (length !== undefined && Buffer.byteLength(answer.text) >= Number(length)) socket.end();
    });
    socket.on('error', (error: NodeJS.ErrnoException) =>
      chunks.length > 0 ? undefined : reject(error),
    );
    socket.on('close', () => resolve(parse(Buffer.concat(chunks))));
  });
}

/** One request with headers that no HTTP client would send. Header values are written as Latin-1. */
export function sendRaw(
  base: string,
  request: {
    method: string;
    path: string;
    headers?: [string, string][];
    body?: string | Uint8Array;
  },
): Promise<RawAnswer> {
  const body = Buffer.from(request.body ?? '');
  const headers: [string, string][] = [
    ['host', 'test'],
    ['connection', 'close'],
    ...(request.headers ?? []),
  ];
  if (request.body !== undefined) headers.push(['content-length', String(body.length)]);
  const head = `${request.method} ${request.path} HTTP/1.1\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return sendBytes(base, Buffer.concat([Buffer.from(head, 'latin1'), body]));
}

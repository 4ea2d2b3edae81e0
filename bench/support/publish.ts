import { once } from 'node:events';
import { connect } from 'node:net';

/**
 * Publishes `count` events over that many connections, each with one request at a time. Uses raw sockets and reads as
 * little as possible, because the load shares the machine with the service.
 */
export async function publishOver(
  url: string,
  key: string,
  data: object,
  count: number,
  connections: number,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ type: 'order.paid', data });
  const request = Buffer.from(
    `POST /api/v1/events HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-api-key: ${key}\r\n` +
      `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  let left = count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port: Number(port), host: hostname, noDelay: true });
      await once(socket, 'connect');
      await new Promise<void>((resolve, reject) => {
        let answer = '';
        const next = (): void => {
          if ((left -= 1) < 0) resolve();
          else socket.write(request);
        };
        socket.setEncoding('latin1').on('data', (text: string) => {
          answer += text;
          const end = answer.indexOf('\r\n\r\n');
          const length = Number(/content-length: (\d+)/i.exec(answer)?.[1]);
          if (end < 0 || answer.length < end + 4 + length) return;
          if (!answer.startsWith('HTTP/1.1 202 ')) return reject(new Error(answer));
          answer = '';
          next();
        });
        socket.on('error', reject);
        next();
      });
      socket.destroy();
    }),
  );
}

/** A collector of traces: OTLP/HTTP with JSON. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
export type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  links?: { traceId: string; spanId: string }[];
  status: { code?: number };
};

export const SERVER = 2;
export const CLIENT = 3;

export function attributesOf({ attributes }: Span): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  );
}

export type Collector = {
  endpoint: string;
  /** The received texts; a test may empty the list. */
  sent: string[];
  asked: { path: string; headers: Record<string, unknown> }[];
  spans: () => Span[];
  close: () => void;
};

/** Starts a collector that rejects requests to paths below `/refused`. */
export async function startCollector(): Promise<Collector> {
  const [sent, asked]: [string[], Collector['asked']] = [[], []];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') sent.push(text);
      asked.push({ path: request.url!, headers: request.headers });
      response.statusCode = request.url!.startsWith('/refused') ? 400 : 200;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    asked,
    spans: () =>
      sent.flatMap((text) =>
        JSON.parse(text).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
          resource.scopeSpans.flatMap((scope) => scope.spans),
        ),
      ),
    close: () => void server.close(),
  };
}

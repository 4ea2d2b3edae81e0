import autocannon from 'autocannon';
import { result } from './result.ts';

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

export type Load = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** The body of all requests. */
  body?: string;
  /** Creates the headers, body and path of each request. */
  each?: () => { headers?: Record<string, string>; body?: string; path?: string };
  connections?: number;
  seconds?: number;
};

/**
 * Returns the requests per second of one burst. Throws for any answer that is not 2xx: a fast error is not a result.
 */
export async function throughput(load: Load): Promise<number> {
  const { each, method = 'GET', headers = {} } = load;
  const burst = await autocannon({
    url: load.url,
    connections: load.connections ?? 16,
    duration: load.seconds ?? 3,
    requests: [
      {
        method,
        headers,
        ...(load.body === undefined ? {} : { body: load.body }),
        ...(each
          ? {
              setupRequest: (request) => {
                const own = each();
                return { ...request, ...own, headers: { ...headers, ...own.headers } };
              },
            }
          : {}),
      },
    ],
  });
  if (burst.non2xx > 0 || burst.errors > 0)
    throw new Error(`${load.url}: ${burst.non2xx} answers were not 2xx, ${burst.errors} errors`);
  return burst['2xx'] / burst.duration;
}

export type Contestant = { name: string; run: () => Promise<number> };

/**
 * Runs both alternately, A B A B …, after one warm-up each.
 * @returns the median of the pairwise ratios A/B
 */
export async function compare(
  title: string,
  unit: string,
  subject: Contestant,
  baseline: Contestant,
  /** The requirement; undefined for a ratio that is for information. */
  required: number | undefined,
  rounds = 5,
): Promise<number> {
  await subject.run();
  await baseline.run();
  const pairs: [number, number][] = [];
  for (let i = 0; i < rounds; i++) pairs.push([await subject.run(), await baseline.run()]);
  const ratio = median(pairs.map(([a, b]) => a / b));
  const said = (name: string, values: number[]): string =>
    `${name} ${median(values).toFixed(0)} ${unit} (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;
  result({
    what: title,
    measured: said(
      subject.name,
      pairs.map(([a]) => a),
    ),
    baseline: said(
      baseline.name,
      pairs.map(([, b]) => b),
    ),
    figure: ratio,
    ...(required === undefined ? {} : { atLeast: required }),
  });
  return ratio;
}

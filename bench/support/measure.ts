import autocannon from 'autocannon';

export const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export type Load = {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** The same for all. */
  body?: string;
  /** Makes each request's own headers, body and path. */
  each?: () => { headers?: Record<string, string>; body?: string; path?: string };
  connections?: number;
  seconds?: number;
};

/** Requests per second of one burst. Throws when any answer is not 2xx: a fast error is no result. */
export async function throughput(load: Load): Promise<number> {
  const { each, method = 'GET', headers = {} } = load;
  const result = await autocannon({
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
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${load.url}: ${result.non2xx} answers were not 2xx, ${result.errors} errors`);
  return result['2xx'] / result.duration;
}

export type Contestant = { name: string; run: () => Promise<number> };

/**
 * Runs both in turn, A B A B …, after one warm-up each, and prints medians and the ratio A/B.
 * @returns the median of the pairwise ratios
 */
export async function compare(
  title: string,
  unit: string,
  subject: Contestant,
  baseline: Contestant,
  /** Undefined: the ratio is for information. */
  required: number | undefined,
  rounds = 5,
): Promise<number> {
  await subject.run();
  await baseline.run();
  const pairs: [number, number][] = [];
  for (let i = 0; i < rounds; i++) pairs.push([await subject.run(), await baseline.run()]);
  const ratio = median(pairs.map(([a, b]) => a / b));
  const line = (name: string, values: number[]): string =>
    `  ${name.padEnd(44)} ${median(values).toFixed(0).padStart(8)} ${unit} (${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)})`;
  console.log(title);
  console.log(
    line(
      subject.name,
      pairs.map(([a]) => a),
    ),
  );
  console.log(
    line(
      baseline.name,
      pairs.map(([, b]) => b),
    ),
  );
  const verdict =
    required === undefined
      ? ''
      : `, required ${required.toFixed(2)}: ${ratio >= required ? 'met' : 'NOT MET'}`;
  console.log(`  ratio ${ratio.toFixed(2)}${verdict}\n`);
  return ratio;
}

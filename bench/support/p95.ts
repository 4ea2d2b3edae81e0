import { Pool } from 'undici';

export const CONNECTIONS = 16;

/** Returns the 95th percentile in milliseconds of GETs over `CONNECTIONS` connections, while `until` runs. */
export async function p95(
  url: URL,
  headers: Record<string, string>,
  until: Promise<unknown>,
): Promise<number> {
  const pool = new Pool(url.origin, { connections: CONNECTIONS });
  const times: number[] = [];
  const run = { ended: false };
  void until.then(() => (run.ended = true));
  const client = async (): Promise<void> => {
    while (!run.ended) {
      const began = performance.now();
      const answer = await pool.request({ path: url.pathname, method: 'GET', headers });
      await answer.body.dump();
      if (answer.statusCode !== 200) throw new Error(`a GET answered ${answer.statusCode}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  await pool.close();
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}

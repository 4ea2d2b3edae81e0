import { Pool } from 'undici';

/**
 * The baseline of webhook delivery: posts the same body repeatedly with undici alone, with `CONCURRENCY` concurrent
 * requests. Prints requests per second.
 */
const target = new URL(process.env['TARGET']!);
const requests = Number(process.env['REQUESTS']);
const concurrency = Number(process.env['CONCURRENCY']);
const body = process.env['BODY']!;

const pool = new Pool(target.origin, { connections: concurrency });
let left = requests;
async function worker(): Promise<void> {
  while (left-- > 0) {
    const answer = await pool.request({
      path: target.pathname,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'webhook-id': 'bare' },
      body,
    });
    await answer.body.dump();
    if (answer.statusCode !== 204) throw new Error(`status ${answer.statusCode}`);
  }
}
const began = performance.now();
await Promise.all(Array.from({ length: concurrency }, worker));
const perSecond = requests / ((performance.now() - began) / 1000);
console.log(perSecond);
await pool.close();

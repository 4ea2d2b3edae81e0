import { eventually, tenant } from '../../process.ts';
import type { ValkeyServer } from '../../valkey.ts';
import type { Place } from '../cluster.ts';
import type { World } from '../world.ts';
import type { Inject } from './index.ts';

/** For processes that contact a server once a second while it is unavailable. */
const TOGETHER_WITHIN_MS = 10_000;

export function valkeyFaults(world: World, valkey: ValkeyServer | undefined) {
  return {
    'kill -9 of Valkey': (fault) => withoutValkey(world, valkey!, fault.forMs, 'killed'),
    'pause of Valkey': (fault) => withoutValkey(world, valkey!, fault.forMs, 'stopped'),
  } satisfies Record<string, Inject>;
}

/**
 * Checks that every process stays ready and answers without Valkey, and then counts together with the others again.
 */
async function withoutValkey(
  world: World,
  valkey: ValkeyServer,
  forMs: number,
  how: 'killed' | 'stopped',
): Promise<string> {
  const { cluster } = world;
  // No other client uses its key.
  const { key } = await tenant(cluster.homeUrl);
  if (how === 'killed') await valkey.kill();
  else valkey.signal('SIGSTOP');
  const until = performance.now() + forMs;
  let answers = 0;
  while (performance.now() < until)
    for (const place of cluster.apis) {
      if (!(await place.isReady())) throw new Error(`${place.name} is not ready without Valkey`);
      await remainingAt(world, place, key);
      answers += 1;
    }
  if (how === 'killed') await valkey.start();
  else valkey.signal('SIGCONT');
  const took = await eventually(() => countTogether(world, key), TOGETHER_WITHIN_MS);
  return `${how} for ${forMs} ms and ${answers} answers; counted together again after ${Math.round(took)} ms`;
}

/** Returns the remaining requests of this key's limit, as one process reports them. */
async function remainingAt({ client }: World, place: Place, key: string): Promise<number> {
  const asked = { method: 'GET', path: '/fraud/lists', key };
  const { status, headers } = await client.once(asked, place.url);
  if (status !== 200) throw new Error(`${place.name} answered ${status}`);
  return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
}

async function countTogether(world: World, key: string): Promise<boolean> {
  const left: number[] = [];
  for (const place of [...world.cluster.apis, ...world.cluster.apis])
    left.push(await remainingAt(world, place, key));
  return left.every((value, i) => value === left[0]! - i);
}

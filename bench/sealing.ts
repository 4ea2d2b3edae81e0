import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fill, OPERATIONS } from './compare/requests.ts';
import { startService, type Service } from './compare/service.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';

/** Measures the computing that sealed contents add to a screening and a message, in the process and its PostgreSQL. */
const ROOT = join(import.meta.dirname, '..');
const ROUNDS = 5;
const REQUESTS = 1500;
/** A process notices the setting within 5 seconds. */
const NOTICED_MS = 6000;

function oriki({ dataDir }: Service, ...words: string[]): string {
  return execFileSync(process.execPath, [join(ROOT, 'bin/oriki.cjs'), ...words], {
    env: { ...process.env, ORIKI_DATA_DIR: dataDir },
    encoding: 'utf8',
  });
}

let sequence = 0;

/** Returns the milliseconds of computing per request. */
async function round(service: Service, name: string): Promise<number> {
  const { connections, request } = OPERATIONS[name]!;
  const stop = await service.startCpu();
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while ((sent += 1) <= REQUESTS) await request(service, (sequence += 1));
    }),
  );
  const { node, postgres } = await stop();
  return (node + postgres) / REQUESTS;
}

const services: Service[] = [];
try {
  for (let i = 0; i < 2; i += 1) {
    const service = await startService(ROOT);
    services.push(service);
    await fill(service);
  }
  const [clear, sealed] = services as [Service, Service];
  const { items } = JSON.parse(oriki(sealed, 'org', 'list', '--json')) as {
    items: { id: string }[];
  };
  for (const { id } of items) oriki(sealed, 'org', 'update', '--id', id, '--seals-content', 'true');
  await sleep(NOTICED_MS);
  for (const name of ['screen', 'message']) {
    for (const service of services) await round(service, name);
    const pairs: [number, number][] = [];
    for (let i = 0; i < ROUNDS; i += 1)
      pairs.push([await round(clear, name), await round(sealed, name)]);
    result({
      what: `Computing of a ${name === 'screen' ? 'screening' : 'message'} whose content is sealed, against one in the clear`,
      measured: `${median(pairs.map(([, on]) => on)).toFixed(3)} ms`,
      baseline: `${median(pairs.map(([off]) => off)).toFixed(3)} ms`,
      figure: median(pairs.map(([off, on]) => on / off)),
    });
  }
} finally {
  for (const service of services) await service.stop();
}

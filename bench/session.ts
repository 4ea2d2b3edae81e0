import { beginSession, ProfileBox, addMember } from '../src/modules/people/index.ts';
import { createList } from '../src/modules/screening/index.ts';
import { startCpu } from './support/cpu.ts';
import { compare, throughput } from './support/measure.ts';
import { openBench } from './support/server.ts';

/** Measures a GET by session, as a ratio against the same GET by key. */
const bench = await openBench();
try {
  const { key, orgId, opened } = bench;
  const actor = {
    kind: 'service',
    id: 'bench',
    via: null,
    requestId: null,
    address: null,
  } as const;
  const granted = { profiles: new ProfileBox(opened.secret), grantor: null, actor };
  const times = { idleSeconds: 86_400, absoluteSeconds: 86_400 };
  const { list, token } = await opened.db.transaction(async (tx) => {
    const made = { source: 'bench', name: 'Bench', kind: 'tenant_blocklist' as const };
    const who = { issuer: 'https://login.example.com', subject: 'bench', roles: ['admin'] };
    const { id: userId } = await addMember(tx, orgId, who, granted);
    const person = { orgId, userId, method: 'link' as const };
    return {
      list: await createList(tx, orgId, made),
      token: (await beginSession(tx, person, times)).token,
    };
  });
  const service = await bench.launch('bin/oriki.cjs serve');
  const url = `${service.url}/api/v1/fraud/lists/${list.id}`;
  /** Requests that a second of the process's CPU carries out: whatever else runs on the machine counts for nothing. */
  const perCpuSecond = (headers: Record<string, string>) => async (): Promise<number> => {
    const seconds = 2;
    const used = await startCpu([service.pid]);
    const rate = await throughput({ url, headers, seconds });
    return (rate * seconds * 1000) / (await used());
  };
  const session = { cookie: `oriki-session=${token}`, 'sec-fetch-site': 'same-origin' };
  await compare(
    'GET of one row, by session against by key',
    'requests a second of CPU',
    { name: 'by session', run: perCpuSecond(session) },
    { name: 'by key', run: perCpuSecond({ 'x-api-key': key }) },
    0.9,
    15,
  );
} finally {
  await bench.close();
}

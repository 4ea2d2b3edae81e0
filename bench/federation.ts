import { federationModule } from '../src/modules/federation/index.ts';
import { TENANT_SCOPES } from '../src/modules/declared.ts';
import { createKey, createOrganization } from '../src/modules/tenants/index.ts';
import { newId } from '../src/platform/ids.ts';
import { median } from './support/measure.ts';
import { result } from './support/result.ts';
import { openBench } from './support/server.ts';

/**
 * Tests whether the response time reveals to an outsider that a federation group exists. For every endpoint of a group,
 * compares calls with an existing group and calls with an unknown one, in random order, by the rank test of Mann and
 * Whitney (1947). The limit is 4 standard deviations: without a real difference, one comparison in 16,000 exceeds it.
 */
const CALLS = 1000;
const WARM_UP = 100;
const LARGEST_Z = 4;
const MEMBERS = 20;

const bench = await openBench();
try {
  const base = await bench.start('bin/oriki.cjs serve', { ORIKI_RATE_LIMITS: 'off' });
  const groups = `${base}/api/v1/permissions/federation/groups`;
  const someone = () =>
    bench.opened.db.transaction(async (tx) => {
      const { id } = await createOrganization(tx, { name: 'B', plan: 'enterprise', addons: [] });
      const { key } = await createKey(tx, { organizationId: id, scopes: [...TENANT_SCOPES] });
      return { id, key };
    });
  const send = async (method: string, url: string, key: string, body?: object) => {
    const headers = { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(url, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };
  const owner = await someone();
  const made = await send('POST', groups, owner.key, { name: 'Bench', prefix: 'OWN' });
  const known = JSON.parse(made.text).data.id as string;
  const unknown = newId('fedgroup');
  let invited = owner.id;
  for (let i = 0; i < MEMBERS; i++) {
    const guest = await someone();
    invited = guest.id;
    const prefix = `M${String.fromCodePoint(65 + i)}`;
    await send('POST', `${groups}/${known}/members`, owner.key, {
      organizationId: guest.id,
      prefix,
    });
    if (i % 2) await send('POST', `${groups}/${known}/members/accept`, guest.key);
  }

  const bodyOf = (operationId: string): object => {
    if (operationId === 'inviteFederationMember') return { organizationId: invited, prefix: 'ZZ' };
    return { organizationId: invited };
  };
  for (const route of federationModule.routes.filter(({ path }) => path.includes(':id'))) {
    const { method, path, operationId } = route;
    const body = route.body ? bodyOf(operationId) : undefined;
    const timed = async (id: string): Promise<number> => {
      const url = `${base}/api/v1${path.replace(':id', id)}`;
      const began = performance.now();
      const { status } = await send(method, url, bench.key, body);
      if (status !== 404) throw new Error(`${method} ${path} answered ${status}`);
      return (performance.now() - began) * 1000;
    };
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < WARM_UP + CALLS; i++) {
      const first = Math.random() < 0.5 ? 0 : 1;
      for (const which of [first, 1 - first] as (0 | 1)[]) {
        const us = await timed(which === 0 ? known : unknown);
        if (i >= WARM_UP) times[which].push(us);
      }
    }
    const z = rankTest(...times);
    const [a, b] = times.map(median) as [number, number];
    const name = `${method} ${path.replace('/permissions/federation', '')}`;
    result({
      what: `Existing group against an unknown one, ${name}`,
      measured: `${a.toFixed(0)} µs`,
      baseline: `${b.toFixed(0)} µs`,
      figure: Math.abs(z),
      unit: 'σ',
      atMost: LARGEST_Z,
    });
  }
} finally {
  await bench.close();
}

/**
 * Returns the number of standard deviations by which the rank sum of `a` exceeds its expectation if both have one
 * distribution.
 */
function rankTest(a: number[], b: number[]): number {
  const all = [...a.map((us) => ({ us, isA: true })), ...b.map((us) => ({ us, isA: false }))];
  all.sort((one, other) => one.us - other.us);
  // The clock is so precise that ties can be ignored.
  const rankSum = all.reduce((sum, { isA }, i) => (isA ? sum + i + 1 : sum), 0);
  const u = rankSum - (a.length * (a.length + 1)) / 2;
  const mean = (a.length * b.length) / 2;
  return (u - mean) / Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
}

import { isDeepStrictEqual } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { costOf, METRICS, MONTHS, SERVICE, type Metric } from '../prices.ts';
import type { Area, Tenant, World } from '../world.ts';

const CHARGED = 'charges equal usage: no unit is lost, and none is charged twice';
const NUMBERED = 'documents have the numbers from 1, without gaps';
const FIXED = 'an issued document never changes';
const RUN = 'a run that ends has not failed for any organization';
const VERIFIES = '`oriki invoices verify` finds no fault and no uncharged usage';
/** The time between two runs of an operator, one of which starts a process or two. */
const PERIOD_MS = 4000;
/** The number of documents that are read again at the end. */
const MOST = 50;

type Document = { id: string; lines: object[] };
type Amount = { org_id: string; month: string; metric: Metric; amount: number };

/**
 * Usage of past months, reported late or taken back, while operators charge it, one or two at once, and are killed in
 * between; the worker charges at the same time.
 */
export function invoicesLoad(world: World): Area {
  const { client, tally, random, tenants, unique, sql, cluster } = world;
  tally.expects(CHARGED, NUMBERED, FIXED, RUN, VERIFIES);
  /** Quantities by organization, month and metric. */
  const used = new Map<string, number>();
  const seen = new Map<string, { tenant: Tenant; document: Document }>();
  const runs = { ended: 0, killed: 0, refused: 0, byWorker: 0, units: 0 };
  let next = performance.now() + PERIOD_MS;
  let isRunning = false;
  let tookMs = 0;

  const reportUsage = async ({ id: orgId, key }: Tenant): Promise<void> => {
    const item = () => {
      const month = random.pick(MONTHS);
      const quantity = random.oneIn(6) ? -random.below(5) : 1 + random.below(50);
      const at = `${month}-${10 + random.below(18)}T12:00:00Z`;
      return { service: SERVICE, metric: random.pick(METRICS), quantity, at, id: unique('used') };
    };
    const items = Array.from({ length: random.oneIn(3) ? 1 + random.below(5) : 1 }, item);
    const asked =
      items.length > 1
        ? { method: 'POST', path: '/usage/batch', key, body: { items } }
        : { method: 'POST', path: '/usage', key, body: items[0] };
    await client.ask({ ...asked, idempotencyKey: unique('use') }, 201);
    for (const { at, metric, quantity } of items) {
      const name = `${orgId} ${at.slice(0, 7)} ${metric}`;
      used.set(name, (used.get(name) ?? 0) + quantity);
      runs.units += 1;
    }
    // Repeated in another request: the reports' ids make it the same.
    if (random.oneIn(5)) await client.ask(asked, 201);
  };

  const run = async (isKilled: boolean): Promise<void> => {
    const began = performance.now();
    const words = ['invoices', 'run', '--month', MONTHS.at(-1)!, '--json'];
    const killed = isKilled ? sleep(random.below(Math.max(1000, tookMs))) : undefined;
    const { code, signal, stdout } = await cluster.cliUntil(killed, ...words);
    if (signal === 'SIGKILL') runs.killed += 1;
    // If there is no report, the database was unavailable, as standard error shows.
    else if (!stdout.startsWith('{"ok"')) runs.refused += 1;
    else {
      runs.ended += 1;
      if (!isKilled) tookMs = performance.now() - began;
      tally.check(RUN, code === 0, () => stdout.slice(0, 500));
    }
  };
  /** Makes the worker charge late usage, as at the end of a month. */
  const forgetRuns = async (): Promise<void> => {
    const rows = await sql('DELETE FROM invoice_runs RETURNING org_id');
    runs.byWorker += rows.length;
  };
  const charge = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      await forgetRuns();
      await Promise.all(
        Array.from({ length: random.oneIn(3) ? 2 : 1 }, () => run(random.oneIn(3))),
      );
    } finally {
      next = performance.now() + PERIOD_MS;
      isRunning = false;
    }
  };

  const read = async ({ key }: Tenant, id: string): Promise<Document> =>
    (await client.ask({ method: 'GET', path: `/invoices/${id}`, key }, 200)).data;
  const look = async (tenant: Tenant): Promise<void> => {
    const { key } = tenant;
    const { data } = await client.ask({ method: 'GET', path: '/invoices?limit=5', key }, 200);
    const items = data.items as Document[];
    if (items.length === 0 || seen.size >= MOST) return;
    const { id } = random.pick(items);
    seen.set(id, { tenant, document: await read(tenant, id) });
  };

  return {
    name: 'usage and invoices',
    async step() {
      const tenant = random.pick(tenants);
      if (performance.now() > next && !isRunning) await charge();
      else if (random.oneIn(5)) await look(tenant);
      else await reportUsage(tenant);
    },
    async verify() {
      await forgetRuns();
      await run(false);
      const { code, stdout, stderr } = await cluster.cli('invoices', 'verify', '--json');
      const { uncharged } = JSON.parse(stdout || '{}') as { uncharged?: unknown[] };
      tally.check(VERIFIES, code === 0 && uncharged?.length === 0, () =>
        (stdout + stderr).slice(0, 500),
      );

      const rows = await sql<Amount>(
        `SELECT i.org_id, to_char(i.month::timestamp, 'YYYY-MM') AS month, l.metric, sum(l.amount)::int AS amount
         FROM invoices i JOIN invoice_lines l ON l.org_id = i.org_id AND l.invoice_id = i.id GROUP BY 1, 2, 3`,
      );
      const charged = new Map(
        rows.map(({ org_id, month, metric, amount }) => [`${org_id} ${month} ${metric}`, amount]),
      );
      for (const [name, quantity] of used) {
        const cost = costOf(name.split(' ')[2] as Metric, quantity);
        const amount = charged.get(name) ?? 0;
        tally.check(CHARGED, amount === cost, () => `${name}: ${quantity} cost ${cost}, ${amount}`);
        charged.delete(name);
      }
      for (const [name, amount] of charged)
        if (amount !== 0) tally.broken(CHARGED, `${name}: ${amount} for nothing`);

      const numbers = await sql<{ org_id: string; count: string; most: string }>(
        'SELECT org_id, count(*) AS count, max(number) AS most FROM invoices GROUP BY 1',
      );
      for (const { org_id: id, count, most } of numbers)
        tally.check(NUMBERED, count === most, () => `${id}: ${count}, numbered to ${most}`);
      for (const [id, { tenant, document }] of seen) {
        const now = await read(tenant, id);
        tally.check(FIXED, isDeepStrictEqual(now, document), () => JSON.stringify([document, now]));
      }
      const documents = numbers.reduce((sum, { count }) => sum + Number(count), 0);
      const amount = rows.reduce((sum, row) => sum + row.amount, 0);
      tally.note(
        `Of ${runs.units} reports of usage ${used.size} sums of a month were charged in ${documents} documents, ` +
          `${amount} minor units in all, by ${runs.ended} runs of operators that ended, ${runs.killed} that were killed and ` +
          `${runs.refused} that the database refused; the worker ended ${runs.byWorker} runs of an organization's.`,
      );
    },
  };
}

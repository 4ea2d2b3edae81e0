import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Area, Tenant, World } from '../world.ts';

const DONE = 'an acknowledged export is completed once, with its file';
const CANCELLED = 'a cancelled export sends no event';
/**
 * An export whose worker has died is restarted after at most 45 s: a lease of 30 s, checked every 15 s. Exports of one
 * organization run one after the other.
 */
const DONE_WITHIN_MS = 150_000;
const PERIOD_MS = 3000;

/** Exports of messages, usage and deliveries: one every three seconds. */
export function exportsLoad(world: World): Area {
  const { client, tally, random, tenants, unique, sql } = world;
  tally.expects(DONE);
  const asked: { tenant: Tenant; id: string }[] = [];
  const cancelled: string[] = [];
  let next = 0;
  return {
    name: 'exports',
    async step() {
      if (performance.now() < next) return;
      next = performance.now() + PERIOD_MS;
      const tenant = random.pick(tenants);
      const body = {
        dataType: random.pick(['messages', 'usage', 'webhooks']),
        format: random.pick(['CSV', 'JSON']),
      };
      const { data } = await client.ask(
        {
          method: 'POST',
          path: '/exports',
          key: tenant.key,
          body,
          idempotencyKey: unique('export'),
        },
        201,
      );
      if (random.oneIn(5)) {
        const cancel = { method: 'DELETE', path: `/exports/${data.id}`, key: tenant.key };
        // 409: it was finished already.
        const { status } = await client.ask(
          { ...cancel, idempotencyKey: unique('cancel') },
          200,
          409,
        );
        if (status === 200) return void cancelled.push(data.id);
      }
      asked.push({ tenant, id: data.id });
    },
    async verify() {
      const began = performance.now();
      for (const { tenant, id } of asked) {
        for (;;) {
          const { data } = await client.ask(
            { method: 'GET', path: `/exports/${id}`, key: tenant.key },
            200,
          );
          const open = data.status === 'PENDING' || data.status === 'PROCESSING';
          if (open && performance.now() - began < DONE_WITHIN_MS) {
            await sleep(200);
            continue;
          }
          if (data.status !== 'COMPLETED') {
            tally.broken(DONE, `${id}: ${data.status} ${data.error ?? ''}`);
            break;
          }
          const file = Buffer.from(await (await fetch(data.downloadUrl)).arrayBuffer());
          const events = await sql(
            `SELECT id FROM events WHERE type = 'export.completed' AND body::json->'data'->>'exportId' = $1`,
            [id],
          );
          tally.check(
            DONE,
            createHash('sha256').update(file).digest('hex') === data.sha256 && events.length === 1,
            () => `${id}: ${file.length} of ${data.fileSize} bytes, ${events.length} events`,
          );
          break;
        }
      }
      const told = await sql<{ id: string }>(
        `SELECT body::json->'data'->>'exportId' AS id FROM events WHERE type LIKE 'export.%'`,
      );
      for (const id of cancelled)
        tally.check(CANCELLED, !told.some((event) => event.id === id), () => id);
      const [row] = await sql<{ count: number }>('SELECT count(*)::int AS count FROM exports');
      tally.check(
        DONE,
        row?.count === asked.length,
        () => `${asked.length} were asked for, ${row?.count} are there`,
      );
    },
  };
}

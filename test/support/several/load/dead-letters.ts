import { setTimeout as sleep } from 'node:timers/promises';
import { accountBody } from '../../identity-vendor.ts';
import type { Area, World } from '../world.ts';

const LETTER = 'an acknowledged call that reached no provider has one dead letter';
const ANSWERED =
  'a dead letter is answered once, has an audit row for each replay, and keeps no request';
const RESOLVED = 'an account is verified only after the vendor has returned its holder';
const EVENT = 'an acknowledged effect has its event, once';
/** The lease of a dead replay, and the worker's next run. */
const ANSWERED_WITHIN_MS = 60_000;

type Letter = {
  subject: string;
  letters: number;
  status: string;
  replays: number;
  rows: number;
  answers: string[];
  sealed: boolean;
  /** True if a replay has verified it. */
  verified: boolean;
};

/** Verifications of accounts by a vendor that is sometimes down, and operators that replay them. */
export function deadLettersLoad(world: World): Area {
  const { client, tally, random, tenants, unique, sql, vendor, platformKey } = world;
  tally.expects(LETTER, ANSWERED, RESOLVED, EVENT);
  /** Verification ids by result. */
  const acknowledged = new Map<string, 'verified' | 'provider_down'>();
  const numbers = new Map<string, string>();
  let serial = 0;

  const verify = async (): Promise<void> => {
    vendor.down = random.oneIn(2);
    const number = String((serial += 1)).padStart(10, '0');
    const body = { ...accountBody(number), subjectId: unique('letter') };
    const { key } = random.pick(tenants);
    const path = '/identity/verify-account';
    const asked = { method: 'POST', path, key, body, idempotencyKey: body.subjectId };
    const { data } = await client.ask(asked, 200);
    acknowledged.set(data.verificationId, data.status);
    numbers.set(data.verificationId, number);
  };
  const replay = async (): Promise<void> => {
    vendor.down = random.oneIn(4);
    const path = '/admin/dead-letters';
    const query = `?status=waiting&limit=10&organizationId=${random.pick(tenants).id}`;
    const key = platformKey;
    const { data } = await client.ask({ method: 'GET', path: path + query, key }, 200);
    if (data.items.length === 0) return;
    const { id } = random.pick(data.items as { id: string }[]);
    // 409: another operator, or the worker, was faster.
    await client.ask({ method: 'POST', path: `${path}/${id}/replay`, key }, 200, 409);
  };
  return {
    name: 'dead letters',
    step: () => (random.oneIn(2) ? verify() : replay()),
    async verify() {
      vendor.down = false;
      const began = performance.now();
      for (let waiting = 1; waiting > 0 && performance.now() - began < ANSWERED_WITHIN_MS;) {
        await sql(
          `UPDATE dead_letters SET due_at = now() WHERE status = 'waiting' AND due_at > now()`,
        );
        await sleep(500);
        const [row] = await sql<{ count: number }>(
          `SELECT count(*)::int AS count FROM dead_letters WHERE status = 'waiting'`,
        );
        waiting = row?.count ?? 0;
      }
      const rows = await sql<Letter & { id: string }>(
        `SELECT v.id, v.subject_id AS subject, count(d.id)::int AS letters, max(d.status) AS status,
           max(d.replays)::int AS replays, bool_or(d.envelope IS NOT NULL) AS sealed,
           (SELECT count(*)::int FROM identity_verifications r WHERE r.org_id = v.org_id AND r.replay_of = v.id) AS rows,
           ARRAY(SELECT r.id FROM identity_verifications r
             WHERE r.org_id = v.org_id AND r.replay_of = v.id AND r.status <> 'provider_down') AS answers,
           EXISTS (SELECT FROM identity_verifications r
             WHERE r.org_id = v.org_id AND r.replay_of = v.id AND r.status = 'verified') AS verified
         FROM identity_verifications v LEFT JOIN dead_letters d ON d.org_id = v.org_id AND d.verification_id = v.id
         WHERE v.subject_id LIKE 'letter-%' AND v.replay_of IS NULL GROUP BY v.org_id, v.id, v.subject_id`,
      );
      const stored = new Map(rows.map((row) => [row.id, row]));
      const answers: string[] = [];
      for (const [id, status] of acknowledged) {
        const found = stored.get(id);
        const what = (): string => `${id} ${status}: ${JSON.stringify(found)}`;
        tally.check(LETTER, found?.letters === Number(status === 'provider_down'), what);
        if (status === 'verified') answers.push(id);
        if (status === 'verified' || found?.verified)
          tally.check(RESOLVED, vendor.resolved.has(numbers.get(id)!), what);
        if (!found?.letters) continue;
        const isAnswered = found.status === 'replayed' && found.answers.length === 1;
        tally.check(ANSWERED, isAnswered && !found.sealed && found.rows === found.replays, what);
        answers.push(...found.answers);
      }
      for (const id of stored.keys())
        if (!acknowledged.has(id)) tally.broken(LETTER, `${id}: nobody was told`);
      const events = await sql<{ id: string; count: number }>(
        `SELECT body::json->'data'->>'verificationId' AS id, count(*)::int AS count FROM events
         WHERE type LIKE 'identity.%' GROUP BY 1`,
      );
      const told = new Map(events.map(({ id, count }) => [id, count]));
      for (const id of answers)
        tally.check(EVENT, told.get(id) === 1, () => `${id}: ${told.get(id) ?? 0} events`);
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Area, World } from '../world.ts';

const ONCE = 'an acknowledged verification has one audit row';
const LINKED = 'every audit row is linked soon after the load';
const CHAIN = 'the audit log verifies';
const EVENT = 'an acknowledged effect has its event, once';
/** The sandbox's outcomes by last digit, without those that leave a dead letter. */
const DIGITS = ['0', '1', '2', '3', '4', '5'];
/** The image in which the sandbox finds a face. */
const FACE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEX///+AQCB/4KczAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQoz2P4DwQMIDDKGGWQzgAA8SD/ATxUg1EAAAAASUVORK5CYII=';
const LINKED_WITHIN_MS = 30_000;

/** Verifications of persons, answered by the sandbox. */
export function identityLoad(world: World): Area {
  const { client, tally, random, tenants, unique, sql, cluster } = world;
  tally.expects(ONCE, CHAIN, EVENT, LINKED);
  /** Verification ids by subject, which is also the idempotency key. */
  const verified = new Map<string, string>();
  const untold = new Set<string>();
  return {
    name: 'identity',
    async step() {
      const { key } = random.pick(tenants);
      const subjectId = unique('subject');
      const number = `2212345678${random.pick(DIGITS)}`;
      const claimed = { firstName: 'Adaeze', lastName: 'Okafor' };
      const person = { subjectId, country: 'NG', kind: 'bvn', identifier: number };
      const image = { base64: FACE, contentType: 'image/png' };
      const [path, body] = random.pick<[string, object]>([
        ['verify-bvn', { subjectId, bvn: number, matchAgainst: claimed }],
        ['verify-nin', { subjectId, nin: number, matchAgainst: claimed }],
        ['verify', { ...person, matchAgainst: claimed }],
        ['resolve', person],
        ['liveness', { subjectId, image }],
        ['face-match', { subjectId, selfie: image, reference: image }],
      ]);
      const { data } = await client.ask(
        { method: 'POST', path: `/identity/${path}`, key, body, idempotencyKey: subjectId },
        200,
      );
      verified.set(subjectId, data.verificationId);
      // The service sends no event for a look-up that found a person.
      if (path === 'resolve' && data.status === 'verified') untold.add(data.verificationId);
    },
    async verify() {
      const rows = await sql<{ subject: string; ids: string[] }>(
        `SELECT subject_id AS subject, array_agg(id) AS ids FROM identity_verifications
         WHERE subject_id LIKE 'subject-%' GROUP BY 1`,
      );
      const stored = new Map(rows.map(({ subject, ids }) => [subject, ids.join()]));
      for (const [subject, id] of verified)
        tally.check(
          ONCE,
          stored.get(subject) === id,
          () => `${subject}: acknowledged ${id}, there is ${stored.get(subject) ?? 'nothing'}`,
        );
      for (const subject of stored.keys())
        if (!verified.has(subject)) tally.broken(ONCE, `${subject}: nobody was told`);
      const events = await sql<{ id: string; count: number }>(
        `SELECT body::json->'data'->>'verificationId' AS id, count(*)::int AS count FROM events
         WHERE type LIKE 'identity.%' GROUP BY 1`,
      );
      const told = new Map(events.map(({ id, count }) => [id, count]));
      for (const id of verified.values())
        tally.check(
          EVENT,
          (told.get(id) ?? 0) === Number(!untold.has(id)),
          () => `${id}: ${told.get(id) ?? 0} events`,
        );

      const began = performance.now();
      const unlinked = async (): Promise<number> => {
        const [row] = await sql<{ count: number }>(
          'SELECT count(*)::int AS count FROM audit_unlinked',
        );
        return row!.count;
      };
      let waiting = await unlinked();
      while (waiting > 0 && performance.now() - began < LINKED_WITHIN_MS) {
        await sleep(200);
        waiting = await unlinked();
      }
      tally.check(LINKED, waiting === 0, () => `${waiting} were not`);
      const { code, stdout, stderr } = await cluster.cli('audit', 'verify', '--json');
      tally.check(CHAIN, code === 0, () => (stdout + stderr).slice(0, 500));
    },
  };
}

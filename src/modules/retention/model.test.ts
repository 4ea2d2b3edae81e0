/** The chain of an organization verifies after any history of writes, removals, holds and checkpoints. */
import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openAudit, sample, type TestAudit } from '../../../test/support/audit.ts';
import { cases } from '../../../test/support/cases.ts';
import { removeOn } from '../../../test/support/retention.ts';
import { clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { insertVerifications } from '../identity/audit/verifications.ts';
import { linkAll } from '../audit/chain/linker.ts';
import { hashConsent } from '../identity/consent/consent.ts';

const DAY_MS = 86_400_000;
const SUBJECTS = ['customer-1', 'customer-2'] as const;
const RUNS = cases(6, 25);
const STEPS = 30;

let audit: TestAudit;
beforeAll(async () => {
  audit = await openAudit();
  for (const [name, days] of [
    ['verification_payloads', 10],
    ['consents', 10],
    ['audit', 20],
  ] as const)
    await audit.attacker.query('INSERT INTO retention_classes VALUES ($1, true, $2, 1, 100)', [
      name,
      days,
    ]);
});
afterAll(() => audit.close());

type Step =
  | { do: 'verify'; subject: (typeof SUBJECTS)[number]; consent: boolean }
  | { do: 'link' | 'remove' | 'hold all' | 'lift all' }
  | { do: 'pass'; days: number }
  | { do: 'hold' | 'lift'; subject: (typeof SUBJECTS)[number] };

const subject = fc.constantFrom(...SUBJECTS);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('verify' as const), subject, consent: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('link' as const, 'remove' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('pass' as const),
      days: fc.integer({ min: 1, max: 9 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('hold' as const, 'lift' as const), subject }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('hold all' as const, 'lift all' as const) }),
  },
);

/** One organization, and the data that it must have. */
class World {
  readonly orgId: string;
  /** Verifications by id: the subject, and the time. */
  readonly written = new Map<string, { subject: string; atMs: number }>();
  readonly held = new Set<string>();

  constructor(orgId: string) {
    this.orgId = orgId;
  }

  async #verify(subjectId: string, hasConsent: boolean): Promise<void> {
    const at = clock.now();
    const given = {
      org_id: this.orgId,
      subject_id: subjectId,
      purpose: 'kyc',
      text_version: '1',
      channel: 'app',
      given_at: String(at.getTime()),
      reference: newId('form'),
    };
    const sha256 = hashConsent(given);
    const row = sample(this.orgId, {
      subjectId,
      verifiedAt: at,
      ...(hasConsent && { metadata: { consent: { basis: 'recorded', sha256 } } }),
    });
    if (hasConsent)
      await audit.attacker.query(
        `INSERT INTO identity_consents VALUES ($1, $2, $3, 'kyc', '1', 'app', $4, $5, decode($6, 'hex'), $4)`,
        [this.orgId, newId('consent'), subjectId, at, given.reference, sha256],
      );
    await audit.db.transaction((tx) => insertVerifications(tx, [row]));
    this.written.set(row.record.id, { subject: subjectId, atMs: at.getTime() });
  }

  async #hold(subjectId: string | null): Promise<void> {
    const kind = subjectId === null ? 'organization' : 'subject';
    await audit.attacker.query(
      `INSERT INTO legal_holds (org_id, id, kind, object_id, subject_id, set_kind, set_by, set_at, envelope)
       VALUES ($1, $2, $3, coalesce($4, $1), $4, 'key', 'key_1', now(), 'sealed')`,
      [this.orgId, newId('hold'), kind, subjectId],
    );
    this.held.add(subjectId ?? 'all');
  }

  async #lift(subjectId: string | null): Promise<void> {
    await audit.attacker.query(
      `UPDATE legal_holds SET lifted_at = now(), lifted_by = 'key_1', lifted_kind = 'key'
       WHERE org_id = $1 AND subject_id IS NOT DISTINCT FROM $2`,
      [this.orgId, subjectId],
    );
    this.held.delete(subjectId ?? 'all');
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'verify') await this.#verify(one.subject, one.consent);
    else if (one.do === 'link') await linkAll(audit.db, pino({ level: 'silent' }));
    else if (one.do === 'hold') await this.#hold(one.subject);
    else if (one.do === 'lift') await this.#lift(one.subject);
    else if (one.do === 'hold all') await this.#hold(null);
    else if (one.do === 'lift all') await this.#lift(null);
    else if (one.do === 'remove') await removeOn(audit.db);
  }

  /** Checks the chain, that no recent or held record was removed, and that the log counts the removed ones. */
  async check(nowMs: number): Promise<void> {
    const { organizations } = await audit.verify({ orgId: this.orgId });
    expect(organizations[this.orgId]?.problems ?? {}).toEqual({});
    const select = async (sql: string) =>
      new Set(
        (await audit.attacker.query<{ id: string }>(sql, [this.orgId])).rows.map(({ id }) => id),
      );
    const rows = await select('SELECT id FROM identity_verifications WHERE org_id = $1');
    const payloads = await select(
      'SELECT verification_id AS id FROM identity_payloads WHERE org_id = $1',
    );
    for (const [id, { subject: of, atMs }] of this.written) {
      if (!payloads.has(id)) {
        expect(nowMs - atMs).toBeGreaterThanOrEqual(10 * DAY_MS);
        this.gone.add(id);
      }
      if (!rows.has(id)) expect(nowMs - atMs).toBeGreaterThanOrEqual(20 * DAY_MS);
      if (this.held.has(of) || this.held.has('all'))
        expect(this.wasGone.has(id)).toBe(!payloads.has(id));
    }
    this.wasGone = new Set(this.gone);
  }
  readonly gone = new Set<string>();
  wasGone = new Set<string>();
}

test('the chain verifies after each step of random histories, and nothing young or held is removed', async () => {
  const originMs = clock.nowMs();
  let nowMs = originMs;
  const later = vi.spyOn(clock, 'nowMs').mockImplementation(() => nowMs);
  let removed = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (steps) => {
        const world = new World(await audit.org());
        for (const one of steps) {
          if (one.do === 'pass') nowMs += one.days * DAY_MS;
          else nowMs += 1000;
          await world.take(one);
          await world.check(nowMs);
        }
        removed += world.gone.size;
      }),
      { numRuns: RUNS, seed: 20_261_130, endOnFailure: true },
    );
  } finally {
    later.mockRestore();
  }
  expect(removed).toBeGreaterThan(RUNS);
});

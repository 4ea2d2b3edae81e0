/** The chain of an organization verifies after any history of verifications, reveals, erasures and holds. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAudit, sample, type TestAudit } from '../../../../test/support/audit.ts';
import { cases } from '../../../../test/support/cases.ts';
import { toolsOf } from '../../../../test/support/erasure-tools.ts';
import { newAction, writeAction } from '../../../platform/audit/audit.ts';
import { clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { insertVerifications } from '../../identity/audit/verifications.ts';
import { continueErasure } from './erase.ts';
import { insertErasure, selectRunning } from './store.ts';

/** In all histories together. */
const STEPS = cases(300, 10_000);
const STEPS_EACH = 25;
const SUBJECTS = ['customer-1', 'customer-2', 'customer-3'] as const;

let audit: TestAudit;
let folder: string;
beforeAll(async () => {
  audit = await openAudit();
  folder = await mkdtemp(join(tmpdir(), 'oriki-erasures-'));
});
afterAll(async () => {
  await audit.close();
  await rm(folder, { recursive: true });
});

type Step =
  | { do: 'verify' | 'reveal' | 'erase' | 'hold' | 'lift'; subject: string }
  | { do: 'link' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom<('verify' | 'reveal' | 'erase' | 'hold' | 'lift')[]>(
        ...(['verify', 'verify', 'verify', 'reveal', 'reveal', 'erase', 'hold', 'lift'] as const),
      ),
      subject: fc.constantFrom(...SUBJECTS),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'link' as const }) },
);

/** One organization, and the verifications that must have their answers. */
class World {
  readonly orgId: string;
  readonly answers = new Map<string, string>();
  readonly held = new Set<string>();
  readonly running = new Set<string>();
  erased = 0;

  constructor(orgId: string) {
    this.orgId = orgId;
  }

  async #verify(subjectId: string): Promise<void> {
    const row = sample(this.orgId, { subjectId, verifiedAt: clock.now() });
    await audit.db.transaction((tx) => insertVerifications(tx, [row]));
    this.answers.set(row.record.id, subjectId);
  }

  async #reveal(subjectId: string): Promise<void> {
    const [id] = [...this.answers].find(([, subject]) => subject === subjectId) ?? [];
    if (id === undefined) return;
    await audit.attacker.query(
      `INSERT INTO identity_reveals (org_id, id, verification_id, person_id, reason_code, envelope, revealed_at)
       VALUES ($1, $2, $3, 'usr_1', 'dispute', 'sealed', now())`,
      [this.orgId, newId('reveal'), id],
    );
    const actor = {
      kind: 'person',
      id: 'usr_1',
      via: null,
      requestId: null,
      address: null,
    } as const;
    const action = { orgId: this.orgId, actor, action: 'verification.reveal', object: id };
    await audit.db.transaction((tx) => writeAction(tx, newAction({ ...action, after: {} })));
  }

  async #erase(subjectId: string): Promise<void> {
    const { orgId } = this;
    await audit.db.transaction((tx) =>
      insertErasure(tx, {
        org_id: orgId,
        id: newId('erasure'),
        subject_id: subjectId,
        person_id: 'usr_1',
        reason_code: 'other',
        requested_at: clock.now(),
      }),
    );
    const { id } = (await selectRunning(audit.db.read, orgId, subjectId))!;
    const outcome = await continueErasure(toolsOf(audit.db, folder), orgId, id);
    expect(outcome).toBe(this.held.has(subjectId) ? 'held' : 'done');
    if (outcome === 'held') return;
    this.erased += 1;
    for (const [one, subject] of this.answers) if (subject === subjectId) this.answers.delete(one);
  }

  async take(one: Step): Promise<void> {
    if (one.do === 'link') await audit.link();
    else if (one.do === 'verify') await this.#verify(one.subject);
    else if (one.do === 'reveal') await this.#reveal(one.subject);
    else if (one.do === 'erase') await this.#erase(one.subject);
    else if (one.do === 'hold') {
      await audit.attacker.query(
        `INSERT INTO legal_holds (org_id, id, kind, object_id, subject_id, set_kind, set_by, set_at, envelope)
         VALUES ($1, $2, 'subject', $3, $3, 'key', 'key_1', now(), 'sealed')`,
        [this.orgId, newId('hold'), one.subject],
      );
      this.held.add(one.subject);
    } else {
      await audit.attacker.query(
        `UPDATE legal_holds SET lifted_at = now(), lifted_by = 'key_1', lifted_kind = 'key'
         WHERE org_id = $1 AND subject_id = $2 AND lifted_at IS NULL`,
        [this.orgId, one.subject],
      );
      this.held.delete(one.subject);
    }
  }

  /** Checks the chain, and that exactly the answers of erased subjects are gone. */
  async check(): Promise<void> {
    const { organizations } = await audit.verify({ orgId: this.orgId });
    expect(organizations[this.orgId]?.problems ?? {}).toEqual({});
    const { rows } = await audit.attacker.query<{ id: string }>(
      'SELECT verification_id AS id FROM identity_payloads WHERE org_id = $1',
      [this.orgId],
    );
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...this.answers.keys()].toSorted());
  }
}

test('the chain verifies after each step of random histories, and erasures delete everything that no hold keeps', async () => {
  let [steps, erased] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: STEPS_EACH, maxLength: STEPS_EACH }),
      async (history) => {
        const world = new World(await audit.org());
        for (const one of history) {
          await world.take(one);
          await world.check();
          steps += 1;
        }
        erased += world.erased;
      },
    ),
    { numRuns: STEPS / STEPS_EACH, endOnFailure: true },
  );
  expect(steps).toBe(STEPS);
  expect(erased).toBeGreaterThan(STEPS / 100);
});

/** Records of any age, and the removal of those whose period has ended, for tests of retention. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { heldCases } from '../../src/modules/cases/index.ts';
import { MODULES } from '../../src/modules/index.ts';
import { recordClassesOf } from '../../src/modules/module.ts';
import { removeAllDue } from '../../src/modules/retention/run/run.ts';
import { SigningKeys } from '../../src/modules/signing/index.ts';
import { clock } from '../../src/platform/clock.ts';
import { openEnvelopes } from '../../src/platform/crypto/envelopes.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { sharedOf } from '../../src/platform/db/places.ts';
import { TEST_SECRET, type Answer, type CallOptions, type TestApp } from './app.ts';
import { OrgClient } from './org-client.ts';

export const recordClasses = recordClassesOf(MODULES);

/** Returns what signs checkpoints on a database. */
export async function signerOn(db: Database) {
  const folder = await mkdtemp(join(tmpdir(), 'oriki-retention-'));
  const keyFile = join(folder, 'ring.json');
  const envelopes = await openEnvelopes({ kms: 'none', keyFile, serverSecret: TEST_SECRET });
  await rm(folder, { recursive: true });
  const keys = new SigningKeys(db, envelopes);
  return (document: { format: string }) => keys.sign(document);
}

/** Removes what is due on a database. @returns the number of records */
export async function removeOn(db: Database, signal?: AbortSignal): Promise<number> {
  const sign = await signerOn(db);
  const log = pino({ level: 'silent' });
  return (await removeAllDue({ db, log, sign, recordClasses, heldCases }, signal)).removed;
}

export const REASON = 'The court asked for these records.';

// eslint-disable-next-line typescript/no-explicit-any
type Data = any;

/** One organization whose records end. */
export class RetentionClient extends OrgClient {
  #made = 0;

  /** @param path below /api/v1 */
  call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    const who = options.session === undefined ? { key: this.org.key } : {};
    return this.app.call(method, `/api/v1${path}`, { ...who, ...options });
  }

  /** Returns the data of an answer that must have this status. */
  async ask(status: number, method: string, path: string, options?: CallOptions): Promise<Data> {
    const answer = await this.call(method, path, options);
    expect(answer.status, answer.text.slice(0, 300)).toBe(status);
    return answer.body.data ?? answer.body.error;
  }

  hold = (
    body: { kind: string; objectId?: string },
    session?: string,
  ): Promise<{ id: string; reasonHash: string }> =>
    this.ask(201, 'POST', '/legal-holds', {
      body: { reason: REASON, ...body },
      ...(session !== undefined && { session }),
    });

  async db(): Promise<Database> {
    return this.app.dbOf(this.org.id);
  }

  /** Inserts screenings of a subject. @returns their ids */
  async screenings(
    count: number,
    ageDays: number,
    subjectId: string | null = null,
  ): Promise<string[]> {
    const db = await this.db();
    const from = this.#made;
    this.#made += count;
    const { rows } = await db.query(
      `INSERT INTO screenings (org_id, id, subject_id, query, hits, outcome, list_version, screened_at, counted)
       SELECT $1, 'scr_' || lpad((n + $5)::text, 26, '0'), $2,
         '{"name":"Ada Obi","dob":null,"country":"NG","kinds":["sanctions"],"threshold":80,"limit":10}', '[]', 'clear',
         'v1', now() - make_interval(days => $3), true FROM generate_series(1, $4::int) AS n RETURNING id`,
      [this.org.id, subjectId, ageDays, count, from],
    );
    return rows.map(({ id }) => id);
  }

  async ids(table: string, column = 'id'): Promise<string[]> {
    const db = await this.db();
    const { rows } = await db.query(
      `SELECT ${column} AS id FROM ${table} WHERE org_id = $1 ORDER BY 1`,
      [this.org.id],
    );
    return rows.map(({ id }) => id);
  }

  /** The removals in the audit log, as class and count. */
  async removals(): Promise<[string, number][]> {
    const db = await this.db();
    const { rows } = await db.query(
      `SELECT object_id, (after->>'count')::int AS count FROM audit_actions
       WHERE org_id = $1 AND action = 'retention.remove' ORDER BY id`,
      [this.org.id],
    );
    return rows.map(({ object_id: name, count }) => [name, count]);
  }
}

/** Switches classes on for the whole installation, and everything else off. */
export async function switchOn(app: TestApp, classes: Record<string, number>): Promise<void> {
  await sharedOf(app.db.read).deleteFrom('retention_classes').execute();
  // Other tests may have left some.
  if (Object.keys(classes).length === 0)
    for (const db of app.buckets()) await db.query('DELETE FROM screenings');
  const key = await app.platformKey();
  for (const [name, days] of Object.entries(classes)) {
    const body = { class: name, isOn: true, days };
    const answer = await app.call('PATCH', '/api/v1/admin/retention', { key, body });
    expect(answer.status, answer.text).toBe(200);
  }
}

/** Removes what is due in every bucket. */
export async function removeDue(app: TestApp): Promise<number> {
  let removed = 0;
  for (const db of app.buckets()) removed += await removeOn(db);
  return removed;
}

/** Does work as if this many days had passed. */
export async function later<T>(days: number, work: () => Promise<T>): Promise<T> {
  const nowMs = clock.nowMs() + days * 86_400_000;
  const moved = vi.spyOn(clock, 'nowMs').mockReturnValue(nowMs);
  try {
    return await work();
  } finally {
    moved.mockRestore();
  }
}

/** Removes what will be due after this many days. */
export function removeIn(app: TestApp, days: number): Promise<number> {
  return later(days, () => removeDue(app));
}

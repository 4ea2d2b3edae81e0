/** The verbs of continuous screening on a separate database, without a service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect } from 'vitest';
import { followers } from '../../src/modules/cases/index.ts';
import { importList } from '../../src/modules/lists/global/import-list.ts';
import { decided } from '../../src/modules/monitoring/hits/decided.ts';
import { decideHit } from '../../src/modules/monitoring/hits/decisions.ts';
import { getHit, listHits } from '../../src/modules/monitoring/hits/hits.ts';
import { prepareDecision } from '../../src/modules/monitoring/hits/reasons.ts';
import type { HitQuery } from '../../src/modules/monitoring/hits/queue/schemas.ts';
import type { DecidedHit, DecideHit } from '../../src/modules/monitoring/hits/schemas.ts';
import { hasCountingHits } from '../../src/modules/monitoring/hits/store.ts';
import { addEntries, deleteEntry, prepareEntries } from '../../src/modules/lists/tenant/entries.ts';
import { createList, deleteList } from '../../src/modules/lists/tenant/lists.ts';
import type { CreateList, EntryInput } from '../../src/modules/lists/tenant/schemas.ts';
import { screenChanges } from '../../src/modules/monitoring/rescreening/screen-changes.ts';
import { toSubject } from '../../src/modules/screening/screen/asked/asked.ts';
import { CAPS } from '../../src/modules/screening/screen/plan.ts';
import type { ScreenRequest } from '../../src/modules/screening/screen/schemas.ts';
import type { Verdict } from '../../src/modules/screening/screen/screened.ts';
import { Screening } from '../../src/modules/screening/screen/screening.ts';
import { screenSubjects, storeEnrolment } from '../../src/modules/monitoring/subjects/enrol.ts';
import type { EnrolSubject, Subject } from '../../src/modules/monitoring/subjects/schemas.ts';
import { deleteSubject, getSubject } from '../../src/modules/monitoring/subjects/subjects.ts';
import { createOrganization } from '../../src/modules/tenants/index.ts';
import { openEnvelopes, type Envelopes } from '../../src/platform/crypto/envelopes.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { databaseOf } from '../../src/platform/db/places.ts';
import { SOMEBODY } from './actor.ts';
import { TEST_SECRET } from './app.ts';
import { openTestDatabase, type TestDatabase } from './database.ts';

/** Rescreens on these databases what has changed on lists, as the worker's job does. */
export async function rescreenIn(buckets: readonly Database[]): Promise<void> {
  const log = pino({ level: 'silent' });
  for (const db of buckets) await screenChanges({ db, followers, secret: TEST_SECRET, log });
}

/** A database, and the other resources of the verbs. */
export class ScreeningPlace {
  db!: Database;
  screening!: Screening;
  envelopes!: Envelopes;
  database!: TestDatabase;
  #folder!: string;

  async open(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'oriki-screening-'));
    const keyFile = join(this.#folder, 'keys.json');
    this.envelopes = await openEnvelopes({ kms: 'local', keyFile, serverSecret: TEST_SECRET });
    this.database = await openTestDatabase();
    this.db = this.database.db;
    this.screening = new Screening({
      db: this.db.read,
      memoryBytes: 2 ** 28,
      secret: TEST_SECRET,
      decided,
    });
  }

  /** Creates an organization, which isolates the test. */
  async org(): Promise<ScreeningOrg> {
    const { id } = await this.db.transaction((tx) =>
      createOrganization(tx, { name: 'Test', plan: 'enterprise', addons: ['detection_pack'] }),
    );
    return new ScreeningOrg(this, id, await databaseOf(this.db, id));
  }

  /** Runs the worker's job on all lists, for every organization; or for those in the bucket of one. */
  rescreen(of?: ScreeningOrg): Promise<void> {
    return rescreenIn(of ? [of.db] : (this.db.buckets?.all ?? [this.db]));
  }

  /** Imports a global list, which every organization is screened against. @returns its id */
  async importGlobal(source: string, content: string, format = 'csv'): Promise<string> {
    const main = (async function* () {
      yield content;
    })();
    const report = await this.db.transaction((tx) =>
      importList(tx, { kind: 'sanctions', source, format, main }),
    );
    return report.list.id;
  }

  async stop(): Promise<void> {
    await this.database.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** Opens a place before the tests of a file, and closes it after them. */
export function screeningPlace(): ScreeningPlace {
  const place = new ScreeningPlace();
  beforeAll(() => place.open());
  afterAll(() => place.stop());
  return place;
}

/** One organization that screens its subjects. */
export class ScreeningOrg {
  readonly place: ScreeningPlace;
  readonly id: string;
  /** Its bucket. */
  readonly db: Database;

  constructor(place: ScreeningPlace, id: string, db: Database) {
    this.place = place;
    this.id = id;
    this.db = db;
  }

  async enrolAll(subjects: EnrolSubject[]): Promise<Subject[]> {
    const enrolment = await screenSubjects(this.place.screening, this.db.read, this.id, subjects);
    return this.db.transaction((tx) => storeEnrolment(tx, this.id, enrolment, SOMEBODY, followers));
  }
  async enrol(subjectId: string, name: string, more: Partial<EnrolSubject> = {}): Promise<Subject> {
    return (await this.enrolAll([{ subjectId, name, ...more }]))[0]!;
  }
  subject = (subjectId: string) => getSubject(this.db.read, this.id, subjectId);
  forget = (subjectId: string) =>
    this.db.transaction((tx) => deleteSubject(tx, this.id, subjectId, SOMEBODY, followers));

  async newList(kind: CreateList['kind'] = 'tenant_blocklist'): Promise<string> {
    const source = `${kind}-${Math.random()}`;
    const list = await this.db.transaction((tx) =>
      createList(tx, this.id, { source, name: kind, kind }),
    );
    return list.id;
  }
  /** Adds entries. @returns their ids */
  async add(listId: string, ...entries: (string | EntryInput)[]): Promise<string[]> {
    const asked = entries.map((entry) => (typeof entry === 'string' ? { name: entry } : entry));
    const prepared = await prepareEntries({ entries: asked });
    return (await this.db.transaction((tx) => addEntries(tx, this.id, listId, prepared))).entryIds;
  }
  remove = (listId: string, entryId: string) =>
    this.db.transaction((tx) =>
      deleteEntry(tx, this.id, listId, entryId, SOMEBODY, hasCountingHits),
    );
  async drop(listId: string) {
    const { after } = await this.db.transaction((tx) =>
      deleteList(tx, this.id, listId, SOMEBODY, hasCountingHits),
    );
    return after;
  }

  /** Screens a name as a request does, without storing the screening. */
  async screen(asked: ScreenRequest): Promise<Verdict> {
    const { verdicts } = await this.place.screening.screen({
      orgId: this.id,
      subjects: [toSubject(asked)],
      rules: asked,
      caps: CAPS,
    });
    return verdicts[0]!;
  }

  page = (query: HitQuery = {}) => listHits(this.db.read, this.id, query);
  hits = async (query: HitQuery = {}) => (await this.page(query)).items;
  /** Returns the organization's only hit. */
  async onlyHit() {
    const hits = await this.hits();
    expect(hits).toHaveLength(1);
    return hits[0]!;
  }
  hit = (id: string): Promise<DecidedHit> =>
    getHit(this.db.read, this.place.envelopes, this.id, id);
  async decide(
    id: string,
    decision: DecideHit['decision'],
    reason = 'looked at',
    more: Partial<DecideHit> = { decidedBy: 'analyst-4' },
  ) {
    const { envelopes } = this.place;
    const isDismissal = decision === 'false_positive';
    const { reasonCode } = more;
    const asked = { orgId: this.id, hitId: id, reason, reasonCode, isDismissal };
    const how = { ...followers, prepared: await prepareDecision(this.db.read, envelopes, asked) };
    const made = await this.db.transaction((tx) =>
      decideHit(tx, this.id, id, { decision, ...more }, SOMEBODY, how),
    );
    return made.hit;
  }

  /** Returns the data of events of new hits, oldest first. */
  async events(): Promise<Record<string, unknown>[]> {
    const { rows } = await sql<{ body: string }>`SELECT body FROM events
      WHERE org_id = ${this.id} AND type = 'screening.hit.created' ORDER BY id`.execute(
      this.db.read,
    );
    return rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
  }
}

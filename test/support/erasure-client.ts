/** A client that stores 60 marks about one subject, and finds those that are left in a database. */
import { join } from 'node:path';
import { expect } from 'vitest';
import { MODULES } from '../../src/modules/index.ts';
import { rewrapsOf } from '../../src/modules/module.ts';
import { openEnvelopes, type Envelopes } from '../../src/platform/crypto/envelopes.ts';
import { Idempotency } from '../../src/platform/idempotency/idempotency.ts';
import type { Database } from '../../src/platform/db/database.ts';
import { DATA_DIR, TEST_SECRET, type Answer } from './app.ts';
import { MARKS, SubjectClient } from './subject-client.ts';
import { eventually } from './webhook-client.ts';

export const SUBJECT = 'customer-1';
export const ERASE = `/subjects/${SUBJECT}/erase`;
export const REASON = { reason: 'The customer asked for it by letter.' };

function words(prefix: string, count: number): string[] {
  return Array.from(
    { length: count },
    (_, n) => `${prefix}${String.fromCodePoint(97 + n)} Markword`,
  );
}
/** Texts in addition to those of `MARKS`. */
const MORE = {
  notes: words('Notea', 8),
  messages: words('Messageb', 8),
  aliases: words('Aliasc', 6),
  screened: words('Screenedd', 6),
  titles: words('Titlee', 3),
  events: words('Eventf', 4),
  references: words('Referenceg', 3).map((text) => text.replace(' ', '-')),
  people: words('Personh', 3),
};
export const ALL_MARKS: readonly string[] = [
  ...Object.values(MARKS),
  ...Object.values(MORE).flat(),
];
export class ErasureClient extends SubjectClient {
  #keys = 0;

  /** Requests with an idempotency key, for a repeat. */
  readonly keyed: { path: string; body: object; key: string }[] = [];

  /** A write with a new idempotency key. */
  async #keyedPost(path: string, body: object): Promise<void> {
    const key = `erasure-${(this.#keys += 1)}`;
    const answer = await this.repeat({ path, body, key });
    expect(answer.status, answer.text).toBeLessThan(300);
    this.keyed.push({ path, body, key });
  }

  repeat({ path, body, key }: { path: string; body: object; key: string }): Promise<Answer> {
    const headers = { 'idempotency-key': key };
    return this.app.call('POST', `/api/v1${path}`, { key: this.org.key, body, headers });
  }

  /** Stores every mark about the subject. No legal hold is in force. */
  async fillAll(): Promise<void> {
    await this.fill(SUBJECT);
    const { items: holds } = await this.ask('GET', `/legal-holds?subjectId=${SUBJECT}`);
    for (const { id } of holds) await this.ask('POST', `/legal-holds/${id}/lift`);
    const { items: cases } = await this.ask('GET', `/cases?subjectId=${SUBJECT}`);
    for (const text of MORE.notes) await this.#keyedPost(`/cases/${cases[0].id}/notes`, { text });
    const { items: threads } = await this.ask('GET', `/threads?entityId=order-1`);
    for (const content of MORE.messages)
      await this.#keyedPost(`/threads/${threads[0].id}/messages`, {
        participantExternalId: 'agent-1',
        participantRole: 'agent',
        content,
      });
    await this.#keyedPost('/fraud/subjects', {
      subjectId: SUBJECT,
      name: MARKS.enrolled,
      aliases: [MARKS.screened, MARKS.alias, ...MORE.aliases],
      birthPlace: MARKS.birthPlace,
    });
    const screened: string[] = [];
    for (const [n, name] of MORE.screened.entries()) {
      const { screeningId } = await this.ask('POST', '/fraud/screen', { subjectId: SUBJECT, name });
      screened.push(screeningId);
      const title = MORE.titles[n];
      if (title) await this.ask('PATCH', `/fraud/screenings/${screeningId}`, { title });
    }
    // Some events name only a record about the subject.
    for (const [n, note] of MORE.events.entries()) {
      const about = n % 2 === 0 ? { customer: SUBJECT } : { screeningId: screened[n] };
      await this.#keyedPost('/events', { type: 'company.note', data: { ...about, note } });
    }
    for (const reference of MORE.references)
      await this.#keyedPost('/identity/consents', {
        subjectId: SUBJECT,
        purpose: 'kyc',
        textVersion: '1',
        channel: 'app',
        givenAt: '2026-01-01T00:00:00Z',
        reference,
      });
    for (const firstName of MORE.people)
      await this.#keyedPost('/identity/sessions', {
        subjectId: SUBJECT,
        steps: ['bvn'],
        person: { firstName, lastName: 'Eze' },
      });
  }

  async privacyOfficer(): Promise<string> {
    return (await this.app.person(this.org.id, ['privacy', 'auditor'], 'Ada Obi')).session;
  }

  async erase(session: string, body: object = REASON) {
    return this.ask('POST', ERASE, body, { session });
  }

  /** Erases the subject, and returns the erasure once it is done. */
  async eraseAll(session: string) {
    const { id } = await this.erase(session);
    return this.done(id);
  }

  async done(id: string) {
    return eventually(async () => {
      const erasure = await this.ask('GET', `/subjects/${SUBJECT}/erasures/${id}`);
      expect(erasure.status).toBe('done');
      return erasure;
    });
  }

  /** Returns the marks that a database has: in clear, in envelopes that its keys open, or in answers to these requests. */
  async left(db: Database, marks = ALL_MARKS): Promise<string[]> {
    const { id } = this.org;
    const texts = [
      ...(await clearTexts(db, id)),
      ...(await sealedTexts(db, id)),
      ...(await this.#answers(db)),
    ];
    const all = texts.join('\n');
    return marks.filter((mark) => all.includes(mark));
  }

  /** Returns the recorded answers to the requests with keys, which only their keys open. */
  async #answers(db: Database): Promise<string[]> {
    const found: string[] = [];
    for (const { path, body, key } of this.keyed) {
      const request = {
        orgId: this.org.id,
        method: 'POST',
        path,
        key,
        payload: { query: {}, body },
      };
      const answer = await new Idempotency(db, TEST_SECRET)
        .run(request, undefined, () => Promise.reject(new Error('no record')))
        .catch((error: Error) => ({ body: error.message }));
      found.push(answer.body);
    }
    return found;
  }
}

/** Returns the rows of all tables that name an organization as texts, except lists. */
async function clearTexts(db: Database, orgId: string): Promise<string[]> {
  return [...(await textsByTable(db, orgId)).values()].flat();
}

/** As `clearTexts`, by table. */
export async function textsByTable(db: Database, orgId: string): Promise<Map<string, string[]>> {
  const { rows: tables } = await db.query(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS name FROM information_schema.tables
     WHERE table_schema IN ('bucket_000', 'shared') AND table_type = 'BASE TABLE' AND table_name <> 'screening_entries'`,
    [],
  );
  const texts = new Map<string, string[]>();
  for (const { name } of tables as { name: string }[]) {
    const { rows } = await db.query(
      `SELECT t::text AS text FROM ${name} AS t WHERE t::text LIKE $1`,
      [`%${orgId}%`],
    );
    if (rows.length > 0)
      texts.set(
        name,
        (rows as { text: string }[]).map(({ text }) => text),
      );
  }
  return texts;
}

/** Returns the content of every envelope of an organization, of every module. */
async function sealedTexts(db: Database, orgId: string): Promise<string[]> {
  const keyFile = join(DATA_DIR, 'keys.json');
  const real = await openEnvelopes({ kms: 'local', keyFile, serverSecret: TEST_SECRET });
  const texts: string[] = [];
  const reading = {
    async rewrap(context: Parameters<Envelopes['open']>[0], envelope: string) {
      if (context.orgId !== orgId) return envelope;
      const content = await real.open(context, envelope);
      texts.push(content.toString(), Buffer.from(content.toString(), 'base64').toString());
      return envelope;
    },
  } as unknown as Envelopes;
  for (const read of rewrapsOf(MODULES)) await read(db, reading, '');
  return texts;
}

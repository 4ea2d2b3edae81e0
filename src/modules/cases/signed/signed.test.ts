import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { CaseClient } from '../../../../test/support/case-client.ts';
import { decidedCase, type DecidedCase } from '../../../../test/support/decided-case.ts';
import { newId } from '../../../platform/ids.ts';
import type { SignedCase } from './schemas.ts';

const app = testApp({ rateLimits: undefined });

function fileOf({ client, id, ada }: DecidedCase): Promise<SignedCase> {
  return client.ask(200, 'GET', `/${id}/file`, undefined, ada);
}

describe('a case file', () => {
  let decided: DecidedCase;
  let file: SignedCase;
  beforeAll(async () => {
    decided = await decidedCase(app, 'Abdulkarim Mansour');
    file = await fileOf(decided);
  });

  test('shows both people and both reasons of a decision of two, with their names', () => {
    const { hits, ada, bayo, texts } = decided;
    const [decision] = file.hits.find(({ id }) => id === hits.falsePositive)!.decisions;
    const request = file.approvals.find(({ id }) => id === decision!.approvalId);
    expect(request).toMatchObject({
      status: 'approved',
      askedBy: { kind: 'person', id: ada.id },
      reason: { text: texts.asked },
      answeredBy: { kind: 'person', id: bayo.id },
    });
    expect(decision).toMatchObject({
      decision: 'false_positive',
      decidedBy: bayo.id,
      reason: { text: texts.approved },
      reasonCode: null,
    });
    const names = new Map(file.callers.map(({ id, name }) => [id, name]));
    expect([names.get(ada.id), names.get(bayo.id)]).toEqual(['Ada Obi', 'Bayo Eze']);
  });

  test('shows the stored code of a reason, which the row of the audit log also contains', () => {
    const { decisions } = file.hits.find(({ id }) => id === decided.hits.trueMatch)!;
    expect(decisions).toMatchObject([{ reasonCode: 'other' }]);
    const row = file.audit.find(({ id }) => id === decisions[0]!.auditId);
    expect(row?.after).toMatchObject({ reasonCode: 'other' });
  });

  test('shows the facts of the customer and of the list, with the version of the list', () => {
    const { hits } = decided;
    const hit = file.hits.find(({ id }) => id === hits.falsePositive)!;
    expect(file.subjects).toMatchObject([
      { name: 'Abdulkarim Mansour', dob: '1966-05-27', country: 'NG', gender: 'male' },
    ]);
    expect(hit.match!.explanation.tokens.length).toBeGreaterThan(0);
    const { listRevision, findings } = hit.decisions[0]!;
    expect([listRevision, findings!.score]).toEqual([hit.listRevision, hit.score]);
    const entry = file.entries.find(({ entry: { id } }) => id === hit.entryId);
    expect(entry).toMatchObject({
      version: hit.listRevision,
      imported: { revision: hit.listRevision },
      entry: { name: 'Abdulkarim Mansour', dobs: ['1973-05-27'], countries: ['LY'] },
    });
  });

  test('contains the whole case: notes, files with hashes, history, organization, and who made it', () => {
    const { ada, org, texts } = decided;
    const { length } = 'passport';
    expect(file).toMatchObject({
      format: 'oriki-case-file-v1',
      organization: { id: org.id, name: expect.stringMatching(/./) },
      printedBy: { kind: 'person', id: ada.id },
      case: { id: decided.id, status: 'CLOSED', outcome: 'TRUE_MATCH' },
      files: [{ name: 'passport.txt', size: length, sha256: hashOf('passport') }],
    });
    expect(file.notes.map(({ text }) => text)).toEqual([texts.note, texts.confirmed]);
    const changes = file.history.map(({ change }) => change);
    expect(changes).toEqual(['created', 'noted', 'file_added', 'decided', 'closed']);
  });

  test('contains the audit row of each decision, with a salted hash that a reader can compute', () => {
    const made = file.hits.flatMap(({ id, decisions }) =>
      decisions.map((decision) => ({ id, decision })),
    );
    expect(made).toHaveLength(2);
    for (const { id, decision } of made) {
      const { text, salt, hash } = decision.reason!;
      expect(hashOf(Buffer.from(salt!, 'base64'), text)).toBe(hash);
      const row = file.audit.find((one) => one.id === decision.auditId);
      expect(row).toMatchObject({
        action: 'hit.decide',
        objectId: id,
        actor: { id: decision.decidedBy },
        after: { reasonHash: hash, revision: decision.hitRevision },
      });
    }
  });

  test('has a link of the chain for every row, as soon as the worker has made the links', async () => {
    await expect
      .poll(async () => (await fileOf(decided)).audit.filter(({ link }) => link === null))
      .toEqual([]);
    const { audit, chainHead } = await fileOf(decided);
    const last = Math.max(...audit.map(({ link }) => link!.seq));
    expect(chainHead!.seq).toBeGreaterThanOrEqual(last);
    const actions = new Set(audit.map(({ action }) => action));
    for (const action of ['case.create', 'case.note', 'case.attach_file', 'case.decide'])
      expect(actions).toContain(action);
    for (const action of ['approval.ask', 'approval.approve', 'hit.decide'])
      expect(actions).toContain(action);
  });

  test('has a signature over the bytes that are sent', async () => {
    const { sha256, signature, ...rest } = await fileOf(decided);
    expect(hashOf(canonical(rest))).toBe(sha256);
    expect(signature).toMatch(/^[\w-]+\.\.[\w-]{86}$/);
  });

  test('leaves a row in the audit log each time, without personal data', async () => {
    const { org, id } = decided;
    const rows = async () => {
      const path = `/api/v1/audit?action=case.read_signed&object=${id}&limit=100`;
      return (await app.call('GET', path, { key: org.key })).body.data.items;
    };
    const before = (await rows()).length;
    await fileOf(decided);
    await fileOf(decided);
    const after = await rows();
    expect(after.length - before).toBe(2);
    expect(after[0]).toMatchObject({ actor: { kind: 'person' }, before: null, after: null });
  });

  test('returns 404 for the case of another organization, like for an unknown one', async () => {
    const other = await CaseClient.of(app);
    const foreign = await other.call('GET', `/${decided.id}/file`);
    const unknown = await other.call('GET', `/${newId('case')}/file`);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body.error.message).toBe(unknown.body.error.message);
  });

  test('shows the decisions, but neither reasons nor the customer, once the subject is deleted', async () => {
    const one = await decidedCase(app, 'Yusuf Adewale');
    const { id: owner } = one.org;
    const { case: summary } = await fileOf(one);
    await app.call('PATCH', '/api/v1/approvals/settings', {
      key: one.org.key,
      body: { actions: [] },
    });
    const path = `/api/v1/fraud/subjects/${summary.subjectId}`;
    const requested = { action: 'subject.delete', objectId: summary.subjectId };
    await app.call('POST', '/api/v1/approvals', { session: one.ada.session, body: requested });
    const deleted = await app.call('DELETE', path, { session: one.bayo.session });
    expect(deleted.status, deleted.text).toBe(200);
    const erased = await fileOf(one);
    expect([erased.organization.id, erased.subjects]).toEqual([owner, []]);
    const made = erased.hits.flatMap(({ decisions }) => decisions);
    expect(made.map(({ reason, findings }) => [reason, findings])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(made.every(({ auditId }) => auditId !== null)).toBe(true);
    expect(erased.approvals[0]).toMatchObject({ reason: null, askedBy: { id: one.ada.id } });
  });
});

describe('the case file of a large case', () => {
  test('contains every note, change and hit', async () => {
    const client = await CaseClient.of(app);
    const { id } = await client.make();
    for (let i = 0; i < 60; i += 1) await client.ask(201, 'POST', `/${id}/notes`, { text: `${i}` });
    const { notes, history } = await client.ask(200, 'GET', `/${id}/file`);
    expect(notes.map(({ text }: { text: string }) => Number(text))).toEqual(
      Array.from({ length: 60 }, (_, i) => i),
    );
    expect(history).toHaveLength(61);
  });
});

function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

/** A second implementation of canonical JSON, so that a mistake in either implementation shows. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

import { expect, test } from 'vitest';
import { ExportClient, exportApp } from '../../../../test/support/export-client.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';

const { app } = exportApp();

const NAME = 'Adewale Ogunbanjo';
const NEVER = { dateTo: '2026-01-01T00:00:00Z' };

/** An organization with a list of one entry, and another organization with the same list. */
async function twoOrganizations() {
  const clients = [await ScreeningClient.of(app), await ScreeningClient.of(app)];
  for (const client of clients) await client.add(await client.newList(), NAME);
  const [client, other] = [clients[0]!, clients[1]!];
  const exports = new ExportClient(app, client.org);
  const rows = async (
    ...asked: Parameters<ExportClient['export']>
  ): Promise<Record<string, unknown>[]> => JSON.parse((await exports.export(...asked)).toString());
  return { client, other, exports, rows };
}

test('an export has only the organization’s screenings, as they were answered, by outcome and time', async () => {
  const { client, other, exports, rows } = await twoOrganizations();
  await other.ask(200, 'POST', '/screen', { name: NAME });
  const asked = { name: NAME, aliases: ['Wale'], subjectId: '=customer', dob: '1980-02-29' };
  const identifiers = [{ kind: 'passport', value: 'A12345678', country: 'NG' }];
  const first = await client.ask(200, 'POST', '/screen', { ...asked, country: 'NG', identifiers });
  const second = await client.ask(200, 'POST', '/screen', { name: 'Ada Obi', threshold: 90.5 });
  const found = await rows('screenings', 'JSON');
  const { query, hits } = await client.ask(200, 'GET', `/screenings/${first.screeningId}`);
  expect(found).toEqual([
    {
      id: first.screeningId,
      screenedAt: first.screenedAt,
      subjectId: '=customer',
      name: NAME,
      aliases: expect.any(String),
      dob: '1980-02-29',
      country: 'NG',
      kinds: expect.any(String),
      threshold: '85',
      outcome: 'block',
      hitCount: 1,
      hits: expect.any(String),
      listVersion: first.listVersion,
      consentWithdrawnAt: null,
    },
    expect.objectContaining({
      id: second.screeningId,
      aliases: null,
      dob: null,
      threshold: '90.5',
      outcome: 'clear',
      hits: '[]',
    }),
  ]);
  const parsed = ['aliases', 'kinds', 'hits'].map((key) => JSON.parse(found[0]![key] as string));
  expect(parsed).toEqual([['Wale'], query.kinds, hits]);
  expect(await rows('screenings', 'JSON', { service: 'clear' })).toEqual([found[1]]);
  expect(await rows('screenings', 'JSON', NEVER)).toEqual([]);
  expect((await exports.export('screenings')).toString()).toContain("'=customer");
});

test('an export has only the organization’s hits and decisions, as they are shown, by state and time', async () => {
  const { client, other, rows } = await twoOrganizations();
  for (const each of [client, other]) await each.enrol('customer-1', NAME);
  await other.decide((await other.onlyHit()).id, 'true_match');
  const { id } = await client.onlyHit();
  await client.decide(id, 'true_match', '=looked at');
  await client.decide(id, 'false_positive');
  const { decisions, ...hit } = await client.hit(id);
  const [exported] = await rows('hits', 'JSON', { service: 'false_positive' });
  expect({ ...exported, match: JSON.parse(exported!['match'] as string) }).toEqual({
    ...hit,
    score: String(hit.score),
    consentWithdrawnAt: null,
  });
  expect(await rows('hits', 'JSON')).toEqual([exported]);
  expect(await rows('hits', 'JSON', { service: 'open' })).toEqual([]);
  expect(await rows('hits', 'JSON', NEVER)).toEqual([]);
  const oldestFirst = decisions.toReversed().map(({ approval, ...one }) => ({
    ...one,
    hitId: id,
    askedBy: approval,
    askedReason: null,
    askedReasonCode: null,
  }));
  expect(oldestFirst.map(({ reason }) => reason)).toEqual(['=looked at', 'looked at']);
  const exportedDecisions = async (...asked: object[]) =>
    (await rows('decisions', 'JSON', ...asked)).map((row) => ({
      ...row,
      findings: JSON.parse(row['findings'] as string) as unknown,
    }));
  expect(await exportedDecisions()).toEqual(oldestFirst);
  const confirmed = await exportedDecisions({ service: 'true_match' });
  expect(confirmed).toEqual(oldestFirst.slice(0, 1));
  expect(await rows('decisions', 'JSON', NEVER)).toEqual([]);
});

test('reasons of decisions and of requests are exported decrypted, and safe for spreadsheets', async () => {
  const { client, exports, rows } = await twoOrganizations();
  const [ada, bayo] = [
    await app.person(client.org.id, ['admin']),
    await app.person(client.org.id, ['admin']),
  ];
  const send = async (method: string, path: string, session: string, body: object) => {
    const answer = await app.call(method, `/api/v1${path}`, { session, body });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  const given = '=1+1\t"quoted", \\back\r\n;-2 ünï 🙂 \\N';
  await client.enrol('customer-1', NAME);
  const { id } = await client.onlyHit();
  await send('PATCH', '/approvals/settings', ada.session, { actions: ['hit.false_positive'] });
  const asked = {
    action: 'hit.false_positive',
    objectId: id,
    reason: '@asked',
    reasonCode: 'deceased',
  };
  await send('POST', '/approvals', ada.session, asked);
  const path = `/fraud/hits/${id}/decision`;
  await send('POST', path, bayo.session, {
    decision: 'false_positive',
    reason: given,
    reasonCode: 'other',
  });
  await send('POST', path, bayo.session, { decision: 'true_match', reason: '' });
  const codes = { reasonCode: 'other', askedReasonCode: 'deceased' };
  expect(await rows('decisions', 'JSON')).toMatchObject([
    { reason: given, decidedBy: bayo.id, askedBy: ada.id, askedReason: '@asked', ...codes },
    { reason: null, askedBy: null, askedReason: null },
  ]);
  const csv = (await exports.export('decisions')).toString();
  const lines = csv.split('\r\n"').join('\n"');
  expect(lines).toContain('"\'=1+1\t""quoted"", \\back\r\n;\'-2 ünï 🙂 \\N"');
  expect(lines).toContain(`${ada.id},'@asked,other,deceased\r\n`);
});

test('a reason that an earlier version stored in the clear is exported unchanged', async () => {
  const { client, rows } = await twoOrganizations();
  await client.enrol('customer-1', NAME);
  await client.decide((await client.onlyHit()).id, 'true_match', '');
  const own = await app.dbOf(client.org.id);
  await own.query(
    'ALTER TABLE screening_decisions DISABLE TRIGGER screening_decisions_append_only',
  );
  await own.query("UPDATE screening_decisions SET reason = 'reason_1:seen' WHERE org_id = $1", [
    client.org.id,
  ]);
  await own.query('ALTER TABLE screening_decisions ENABLE TRIGGER screening_decisions_append_only');
  expect(await rows('decisions', 'JSON')).toMatchObject([{ reason: 'reason_1:seen' }]);
});

test('hits and decisions of a deleted subject are exported without its data', async () => {
  const { client, rows } = await twoOrganizations();
  await client.enrol('customer-1', NAME);
  await client.decide((await client.onlyHit()).id, 'false_positive', 'Born in Kano.');
  await client.ask(200, 'DELETE', '/subjects/customer-1');
  const [[hit], [decision]] = [await rows('hits', 'JSON'), await rows('decisions', 'JSON')];
  expect(hit).toMatchObject({ status: 'closed', closedBecause: 'subject_deleted', match: null });
  expect(decision).toMatchObject({ decision: 'false_positive', reason: null, findings: null });
});

import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import { ScreeningClient } from '../../../../test/support/screening-client.ts';
import type { StoredScreening } from '../history/schemas.ts';
import type { Hit } from './schemas.ts';

const app = testApp({ rateLimits: undefined });
let client: ScreeningClient;
beforeEach(async () => {
  client = await ScreeningClient.of(app);
});

type Body = Record<string, unknown>;
type Result = { screeningId: string; outcome: string; hits: Hit[] };
function screen(name: string, identifiers: Body[], more: Body = {}, as = client): Promise<Result> {
  return as.ask(200, 'POST', '/screen', { name, identifiers, ...more });
}
async function blocklist(...entries: Body[]): Promise<string[]> {
  return client.add(await client.newList(), ...entries);
}

const OTHER = 'Thandeka Mkhwanazi';
let source = 0;
/** A global list of one entry with these columns; each test uses unique numbers. */
function listed(columns: Record<string, string>, kind = 'sanctions'): Promise<string> {
  const lines = [Object.keys(columns), Object.values(columns)].map((cells) => cells.join(','));
  return client.importGlobal(`identified-${++source}`, `${lines.join('\n')}\n`, kind);
}

describe('an identifier of the query', () => {
  test('finds the entry that has it, whatever the name, and shows its kind and last four characters', async () => {
    const [entryId] = await blocklist(
      { name: 'Ngozi Eze', identifiers: { passport: 'A-0012 3456' } },
      { name: 'Somebody Else', identifiers: { passport: 'B7777777' } },
    );
    const asked = [{ kind: 'passport', value: 'a00123456', country: 'ng' }];
    const { hits, outcome } = await screen(OTHER, asked);
    expect(outcome).toBe('block');
    expect(hits).toHaveLength(1);
    expect(hits[0]).toMatchObject({
      entryId,
      name: 'Ngozi Eze',
      matchedName: 'Ngozi Eze',
      identifiers: [{ kind: 'passport', country: null, lastFour: '3456' }],
    });
    expect(hits[0]!.score).toBeLessThan(50);
    expect((await screen(OTHER, [{ kind: 'tax_id', value: 'A00123456' }])).hits).toEqual([]);
    expect((await screen(OTHER, [])).hits).toEqual([]);
  });

  test('is shown with the score of the name, and such hits come first', async () => {
    const [exact, other] = await blocklist(
      { name: 'Ngozi Eze' },
      { name: 'Ngozi Amaka Eze', identifiers: { national_id: '6600-0073' } },
    );
    const { hits } = await screen('Ngozi Eze', [{ kind: 'national_id', value: '66000073' }]);
    expect(hits.map(({ entryId }) => entryId)).toEqual([other, exact]);
    const [first, second] = hits;
    expect(first!.identifiers).toEqual([{ kind: 'national_id', country: null, lastFour: '0073' }]);
    expect(second).not.toHaveProperty('identifiers');
    const named = (await client.ask(200, 'POST', '/screen', { name: 'Ngozi Eze' })) as Result;
    const without = named.hits.find(({ entryId }) => entryId === other)!;
    expect(first).toEqual({ ...without, identifiers: first!.identifiers });
  });

  test('gets the name score of a search by name, at any threshold', async () => {
    const entries = [
      { name: 'Dr. Ngozi Amaka Eze', dob: '1970-01-01', country: 'NG' },
      { name: 'Zenith Trading III' },
      { name: 'Ибрагим Магомедов' },
    ].map((entry, i) => ({ ...entry, identifiers: { tax_id: `T-2000${i}` } }));
    await blocklist(...entries);
    for (const name of ['Ngozi Eze', 'Zenith Trading II', 'Ибрагим Магамедов', 'Eze Ngosi Amaka']) {
      const more = { dob: '1971-03-04', country: 'GH' };
      const found = (await screen(name, [], { ...more, threshold: 50 })).hits;
      const numbers = entries.map(({ identifiers }) => ({
        kind: 'tax_id',
        value: identifiers.tax_id,
      }));
      const { hits } = await screen(name, numbers, { ...more, threshold: 100 });
      expect(hits).toHaveLength(3);
      expect(found.length).toBeGreaterThan(0);
      for (const hit of found) {
        const same = hits.find(({ entryId }) => entryId === hit.entryId)!;
        expect({ ...same, identifiers: undefined }).toEqual({ ...hit, identifiers: undefined });
      }
    }
  });

  test('raises the score of a name that matches only by transliteration', async () => {
    await blocklist({ name: 'Ибрагим Магомедов', identifiers: { tax_id: 'T-300071' } });
    const number = [{ kind: 'tax_id', value: 'T-300071' }];
    const [alone] = (await screen('Ibragim Magomedov', [])).hits;
    const [identified] = (await screen('Ibragim Magomedov', number)).hits;
    expect(alone!.score).toBe(94.9);
    expect(identified!.score).toBeGreaterThan(95);
  });

  test('is also searched at thresholds below those that the index finds quickly', async () => {
    const names = Array.from({ length: 250 }, (_, i) => ({ name: `Filler Number${i} Person` }));
    const [entryId] = await blocklist(
      { name: 'Ngozi Eze', identifiers: { passport: 'C1234567' } },
      ...names,
    );
    const { hits } = await screen(OTHER, [{ kind: 'passport', value: 'C1234567' }], {
      threshold: 55,
    });
    expect(hits.map((hit) => hit.entryId)).toEqual([entryId]);
  });

  test('blocks on a sanctions list if only one party can have it, and otherwise requires a review', async () => {
    await listed({ name: 'MV Sample', type: 'vessel', id_imo: 'IMO 9074729' });
    await listed({ name: 'Tarek Sample', id_passport: 'D2345678', id_curp: 'AIMM67125HCHRRG06' });
    await listed({ name: 'Hassan Sample', 'id_passport:eg': 'D2345679' });
    await listed({ name: 'Adverse Sample', id_iban: 'DE89370400440532013000' }, 'adverse_media');
    const outcome = async (kind: string, value: string, country?: string) =>
      (await screen(OTHER, [{ kind, value, ...(country && { country }) }])).outcome;
    expect(await outcome('imo', '9074729', 'PA')).toBe('block');
    expect(await outcome('passport', 'D2345678', 'EG')).toBe('review');
    expect(await outcome('passport', 'D2345679', 'EG')).toBe('block');
    expect(await outcome('national_id', 'aimm67125hchrrg06', 'MX')).toBe('block');
    expect(await outcome('national_id', 'aimm67125hchrrg06')).toBe('review');
    expect(await outcome('national_id', 'aimm67125hchrrg06', 'EG')).toBe('clear');
    expect(await outcome('iban', 'DE89 3704 0044 0532 0130 00')).toBe('review');
  });

  test('is found as a number whose kind the list does not state', async () => {
    await listed({ name: 'Unkind Sample', id_identifier: 'X-990-771' });
    for (const kind of ['passport', 'tax_id', 'other']) {
      const { hits, outcome } = await screen(OTHER, [{ kind, value: 'X990771', country: 'RU' }]);
      expect(hits).toHaveLength(1);
      expect(outcome).toBe('review');
    }
  });

  test("is not compared with a list keeper's id, nor with one of too few characters", async () => {
    await blocklist({ name: 'Ngozi Eze', identifiers: { case: '471147', passport: '123' } });
    for (const kind of ['passport', 'other'])
      expect((await screen(OTHER, [{ kind, value: '471147' }])).hits).toEqual([]);
  });

  test('finds only existing entries of checked lists, and none of another organization', async () => {
    const listId = await client.newList('tenant_allowlist');
    const [entryId] = await client.add(listId, {
      name: 'Ngozi Eze',
      identifiers: { bic: 'HAVIGB2L' },
    });
    const asked = [{ kind: 'bic', value: 'HAVIGB2LXXX' }];
    expect((await screen(OTHER, asked)).hits).toEqual([]);
    const { hits, outcome } = await screen(OTHER, asked, { kinds: ['tenant_allowlist'] });
    expect([hits.length, outcome]).toEqual([1, 'clear']);
    const stranger = await ScreeningClient.of(app);
    expect((await screen(OTHER, asked, { kinds: ['tenant_allowlist'] }, stranger)).hits).toEqual(
      [],
    );
    await client.remove(listId, entryId!);
    expect((await screen(OTHER, asked, { kinds: ['tenant_allowlist'] })).hits).toEqual([]);
  });

  test('finds only the numbers of the last import of a global list', async () => {
    const content = (number: string) => `id,name,id_lei\n1,Lei Sample,${number}\n`;
    const asked = [{ kind: 'lei', value: '5067-00GE-1G29-325Q-X363' }];
    await client.importGlobal('identified-lei', content(''));
    expect((await screen(OTHER, asked)).hits).toEqual([]);
    await client.importGlobal('identified-lei', content('506700GE1G29325QX363'));
    expect((await screen(OTHER, asked)).outcome).toBe('block');
  });
});

describe('a number that differs from the only one that an entry can have', () => {
  const name = 'Ngozi Eze';
  const listedAs = {
    name,
    identifiers: { 'national_id:NG': '6600-0073', 'passport:NG': 'A7654321' },
  };
  const other = [{ kind: 'national_id', value: '66000074', country: 'NG' }];

  test('lowers the score, and the explanation contains the deduction', async () => {
    await blocklist(listedAs);
    const [hit] = (await screen(name, other)).hits;
    expect(hit).toMatchObject({
      score: 88,
      explanation: {
        penalties: [{ reason: 'identifier_different', points: 12 }],
        identifiers: [
          { kind: 'national_id', country: 'NG', candidate: '0073', relation: 'different' },
        ],
      },
    });
    expect(hit).not.toHaveProperty('identifiers');
    // Together with other contradictions, it deducts at most the bound.
    const dob = { dob: '1970-01-01', country: 'GH' };
    await blocklist({ ...listedAs, name: 'Amaka Eze', dob: '1950-05-05', country: 'NG' });
    const [most] = (await screen('Amaka Eze', other, dob)).hits;
    expect(most!.score).toBe(85);
  });

  test('changes a block of a sanctions list to a review', async () => {
    await listed({ name: 'Olumide Contradicted', id_curp: 'AIMM67125HCHRRG07' });
    const outcome = async (value: string, country = 'MX') =>
      (await screen('Olumide Contradicted', [{ kind: 'national_id', value, country }])).outcome;
    expect(await outcome('AIMM67125HCHRRG07')).toBe('block');
    expect(await outcome('AIMM67125HCHRRG08')).toBe('review');
    expect(await outcome('AIMM67125HCHRRG08', 'NG')).toBe('block');
  });

  test('hides no hit, at any threshold that the name reaches', async () => {
    await blocklist(
      listedAs,
      ...Array.from({ length: 250 }, (_, i) => ({ name: `Filler Number${i}` })),
    );
    const asked = 'Ngozi Ezeh';
    const [{ score }] = (await screen(asked, [], { threshold: 50 })).hits as [Hit];
    for (const threshold of [score, 85, 70, 60]) {
      const { hits } = await screen(asked, other, { threshold });
      expect(hits.map((hit) => hit.score)).toEqual([expect.closeTo(score - 12, 2)]);
    }
    expect((await screen(asked, other, { threshold: score + 0.01 })).hits).toEqual([]);
  });

  test('does not count for a kind of which people have several, without a country, or next to an equal one', async () => {
    const more = { 'national_id:NG_2': '66000074' };
    await blocklist({ name: 'Two Numbers', identifiers: { ...listedAs.identifiers, ...more } });
    await blocklist(listedAs);
    const scoreOf = async (asked: string, identifiers: Body[]) =>
      (await screen(asked, identifiers)).hits.find((hit) => hit.name === asked)!.score;
    expect(await scoreOf('Two Numbers', other)).toBe(100);
    expect(await scoreOf(name, [{ kind: 'passport', value: 'B1111', country: 'NG' }])).toBe(100);
    expect(await scoreOf(name, [{ kind: 'national_id', value: '66000074' }])).toBe(100);
    expect(await scoreOf(name, [{ kind: 'national_id', value: '66000074', country: 'GH' }])).toBe(
      100,
    );
    expect(await scoreOf(name, [{ kind: 'imo', value: '9074729' }])).toBe(100);
  });
});

describe('identifiers', () => {
  test('that are invalid for their kind get a 400 that names the field and not the value', async () => {
    const bad = { kind: 'imo', value: '9074720' };
    const good = { kind: 'imo', value: '9074729' };
    const one = await client.call('POST', '/screen', { name: OTHER, identifiers: [good, bad] });
    expect(one.status).toBe(400);
    expect(one.body.error.details).toEqual([
      { path: 'identifiers[1].value', message: expect.stringContaining('is no IMO number') },
    ]);
    expect(one.text).not.toContain(bad.value);
    const items = [{ name: OTHER }, { name: OTHER, identifiers: [bad] }];
    const batch = await client.call('POST', '/screen/batch', { items });
    expect(batch.body.error.details.map(({ path }: { path: string }) => path)).toEqual([
      'items[1].identifiers[0].value',
    ]);
    const unknown = { name: OTHER, identifiers: [{ kind: 'shoe size', value: '42' }] };
    expect((await client.call('POST', '/screen', unknown)).status).toBe(400);
  });

  test('are screened in a batch, each for its item', async () => {
    const [entryId] = await blocklist({ name: 'Ngozi Eze', identifiers: { mmsi: '572469210' } });
    const identifiers = [{ kind: 'MMSI', value: '572 469 210' }];
    const { results } = await client.ask(200, 'POST', '/screen/batch', {
      items: [{ name: OTHER }, { name: OTHER, identifiers }],
    });
    expect(results.map(({ hits }: Result) => hits.map((hit) => hit.entryId))).toEqual([
      [],
      [entryId],
    ]);
  });

  test('are stored as an HMAC of the organization and their last four characters, and shown without the HMAC', async () => {
    const value = 'QX-90817263-55';
    const asked = [{ kind: 'passport', value, country: 'gh' }];
    const body = { name: OTHER, identifiers: asked };
    const answer = await app.call('POST', '/api/v1/fraud/screen', {
      key: client.org.key,
      body,
      headers: { 'idempotency-key': 'identified-1' },
    });
    const { screeningId } = answer.body.data as Result;
    const shown: StoredScreening = await client.ask(200, 'GET', `/screenings/${screeningId}`);
    expect(shown.query.identifiers).toEqual([
      { kind: 'passport', country: 'GH', lastFour: '6355' },
    ]);
    const stranger = await ScreeningClient.of(app);
    await stranger.ask(200, 'POST', '/screen', body);
    const macs: string[] = [];
    for (const { org } of [client, stranger]) {
      const db = (await app.dbOf(org.id)).read;
      const { rows } = await sql<{ query: { identifiers: { hmac: string }[] } }>`
        SELECT query FROM screenings WHERE org_id = ${org.id}`.execute(db);
      macs.push(...rows.flatMap(({ query }) => query.identifiers.map(({ hmac }) => hmac)));
      for (const table of ['screenings', 'idempotency_records', 'audit_actions', 'events']) {
        const found = await sql<{ text: string }>`
          SELECT t::text AS text FROM ${sql.table(table)} t WHERE org_id = ${org.id}`.execute(db);
        expect(found.rows.map(({ text }) => text).join('\n')).not.toMatch(/90817263|QX-?9/);
      }
    }
    expect(macs).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    expect(macs[0]).not.toBe(macs[1]);
  });

  test('are a part of the query: decisions without them do not apply', async () => {
    await blocklist({ name: 'Ngozi Eze', identifiers: { passport: 'E4455667' } });
    await client.enrol('customer-1', 'Ngozi Eze');
    await client.decide((await client.onlyHit()).id, 'false_positive');
    const subjectId = { subjectId: 'customer-1' };
    expect((await screen('Ngozi Eze', [], subjectId)).outcome).toBe('clear');
    const asked = [{ kind: 'passport', value: 'E4455667' }];
    expect((await screen('Ngozi Eze', asked, subjectId)).outcome).toBe('block');
  });
});

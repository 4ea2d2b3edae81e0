import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from '../../../../../test/support/cases.ts';
import { diditAnswers, DIDIT_CREDENTIALS } from '../../../../../test/support/vendors/didit.ts';
import { DOJAH_ANSWERS, DOJAH_CREDENTIALS } from '../../../../../test/support/vendors/dojah.ts';
import {
  FLUTTERWAVE_ANSWERS,
  FLUTTERWAVE_CREDENTIALS,
} from '../../../../../test/support/vendors/flutterwave.ts';
import {
  PAYSTACK_ANSWERS,
  PAYSTACK_CREDENTIALS,
} from '../../../../../test/support/vendors/paystack.ts';
import {
  PREMBLY_ANSWERS,
  PREMBLY_CREDENTIALS,
} from '../../../../../test/support/vendors/prembly.ts';
import {
  smileAnswer,
  SMILE_ID_CREDENTIALS,
  SMILE_RECORD,
} from '../../../../../test/support/vendors/smile-id.ts';
import {
  CLAIMED,
  DOCUMENT,
  NOW,
  REFERENCE,
  SELFIE,
} from '../../../../../test/support/vendors/world.ts';
import {
  youverifyAnswers,
  YOUVERIFY_CREDENTIALS,
} from '../../../../../test/support/vendors/youverify.ts';
import { isCalendarDate } from '../../../../platform/calendar/iso-time.ts';
import { parseJson } from '../../../../platform/json.ts';
import { KINDS, type Kind } from '../../kinds/schemas.ts';
import { UNAVAILABLE_OUTCOMES, type Answer, type LookupOf, type Operation } from '../adapter.ts';
import { ADAPTERS } from '../registry.ts';
import { anyCharacter } from '../../../../../test/support/any-character.ts';

const CREDENTIALS: Record<string, Record<string, string>> = {
  didit: DIDIT_CREDENTIALS,
  dojah: DOJAH_CREDENTIALS,
  flutterwave: FLUTTERWAVE_CREDENTIALS,
  paystack: PAYSTACK_CREDENTIALS,
  prembly: PREMBLY_CREDENTIALS,
  'smile-id': SMILE_ID_CREDENTIALS,
  youverify: YOUVERIFY_CREDENTIALS,
};

const jobId = `${REFERENCE}-${NOW.getTime()}`;
function smile(code: string) {
  return smileAnswer({ partner_params: { job_id: jobId } }, code, NOW.toISOString(), SMILE_RECORD);
}

/** Bodies that the vendors document, because near misses are more dangerous than unrelated data. */
const DOCUMENTED: Record<string, unknown[]> = {
  didit: Object.values(diditAnswers),
  dojah: [...Object.values(DOJAH_ANSWERS), { error: 'bvn not found' }],
  flutterwave: Object.values(FLUTTERWAVE_ANSWERS),
  paystack: Object.values(PAYSTACK_ANSWERS),
  prembly: Object.values(PREMBLY_ANSWERS),
  'smile-id': [smile('1012'), smile('1013'), { code: '2205', error: 'no' }],
  youverify: Object.values(youverifyAnswers),
};

function LOOKUPS(country: string): { [K in Kind]: LookupOf[K] } {
  return {
    bvn: { country, identifier: '22222222222', claimed: CLAIMED },
    nin: { country, identifier: '22222222222', claimed: CLAIMED },
    account: { country, accountNumber: '0000000000', bankCode: '058', claimed: CLAIMED },
    liveness: { country, image: SELFIE },
    face_match: { country, selfie: SELFIE, reference: DOCUMENT },
  };
}

/** Each operation of each adapter, once per country. */
const operations = [...ADAPTERS.values()]
  .filter(({ name }) => name in CREDENTIALS)
  .flatMap(({ name, create }) => {
    const adapter = create(CREDENTIALS[name]!);
    return KINDS.flatMap((kind) =>
      (adapter[kind]?.countries ?? []).map((country) => ({ name, kind, country, adapter })),
    );
  });

/** Answers a question with this body, as if the body had arrived over the network. */
function answer(
  { kind, country, adapter }: (typeof operations)[number],
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Promise<Answer<Kind>> {
  const { ask } = adapter[kind] as Operation<Kind>;
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    json = undefined;
  }
  return ask(LOOKUPS(country)[kind], {
    send: () => Promise.resolve({ status, headers, text, json }),
    reference: REFERENCE,
    hasConsent: true,
    now: () => NOW,
  });
}

/** Fails unless the chain can handle the answer. */
function expectKnown(kind: Kind, given: Answer<Kind>, text: string): void {
  expect(given.raw).toBe(text === '' ? undefined : text);
  if (given.outcome !== 'ok') {
    expect(['not_found', 'mismatch', 'invalid_input', ...UNAVAILABLE_OUTCOMES]).toContain(
      given.outcome,
    );
    if ('reason' in given) expect(given.reason).toMatch(/^[a-z_]+$/);
    if ('retryAfterMs' in given) expect(given.retryAfterMs).toBeGreaterThan(0);
    return;
  }
  const answered: Record<string, unknown> = given;
  const score = answered['score'] ?? answered['similarity'] ?? 0;
  expect(score).toBeGreaterThanOrEqual(0);
  expect(score).toBeLessThanOrEqual(100);
  if (kind === 'bvn' || kind === 'nin') {
    const { profile } = given as { profile: Record<string, unknown> };
    const { firstName, middleName, lastName, dateOfBirth, gender } = profile;
    expect([firstName, middleName, lastName].some((part) => part !== null)).toBe(true);
    expect(dateOfBirth === null || isCalendarDate(dateOfBirth as string)).toBe(true);
    expect([null, 'male', 'female']).toContain(gender);
    for (const value of Object.values(profile))
      if (value !== null) expect(value).toMatch(/^(?!\s)[^\p{Cc}\p{Cs}]+(?<!\s)$/u);
  } else if (kind === 'account') expect(answered['accountName']).toMatch(/\S/);
  else if (kind === 'liveness') {
    expect(answered['passed']).toBeTypeOf('boolean');
    if (answered['passed'] === true) expect(answered['reason']).toBeUndefined();
  } else expect(['similarity', 'decision']).toContain(answered['scoreKind']);
}

const status = fc.oneof(
  { weight: 3, arbitrary: fc.constant(200) },
  { weight: 1, arbitrary: fc.constantFrom(201, 204, 301, 400, 401, 402, 403, 404, 422, 429, 503) },
  { weight: 1, arbitrary: fc.integer({ min: 100, max: 999 }) },
);

/** Returns the paths to every value inside a value. */
function paths(value: unknown): string[][] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => [
    [key],
    ...paths(member).map((path) => [key, ...path]),
  ]);
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const members = value as Record<string, unknown>;
  const changed = replaced(members[key], rest, by);
  return Array.isArray(value)
    ? value.with(Number(key), changed)
    : Object.fromEntries([
        ...Object.entries(members).filter(([name]) => name !== key),
        ...(changed === undefined ? [] : [[key, changed]]),
      ]);
}

// contract: providers/adapters-map-every
test('covers each vendor with every kind and country that it supports', () => {
  const offered = Map.groupBy(operations, ({ name, kind }) => `${name} ${kind}`);
  const faces = 'NG GH KE ZA UG ZM CI ZW TZ RW';
  expect(
    Object.fromEntries(
      [...offered].map(([key, found]) => [key, found.map(({ country }) => country).join(' ')]),
    ),
  ).toEqual({
    'didit liveness': faces,
    'didit face_match': faces,
    'dojah bvn': 'NG',
    'dojah nin': 'NG ZA ZW',
    'dojah account': 'NG',
    'dojah liveness': faces,
    'dojah face_match': faces,
    'flutterwave account': 'NG',
    'paystack account': 'NG GH',
    'prembly bvn': 'NG',
    'prembly nin': 'NG KE',
    'prembly account': 'NG',
    'prembly liveness': faces,
    'prembly face_match': faces,
    'smile-id bvn': 'NG',
    'smile-id nin': 'NG GH KE ZA UG CI ZW',
    'youverify bvn': 'NG',
    'youverify nin': 'NG',
  });
});

/** Answers that repeat the number of a person or an account, with the paths of the number. */
const REPEATING: [string, Kind, string, unknown, string[]][] = [
  ['dojah', 'bvn', 'NG', DOJAH_ANSWERS.bvn, ['entity', 'bvn']],
  ['dojah', 'nin', 'NG', DOJAH_ANSWERS.nin, ['entity', 'nin']],
  ['dojah', 'nin', 'ZA', DOJAH_ANSWERS.za, ['entity', 'id_number']],
  ['dojah', 'account', 'NG', DOJAH_ANSWERS.account, ['entity', 'account_number']],
  ['flutterwave', 'account', 'NG', FLUTTERWAVE_ANSWERS.account, ['data', 'account_number']],
  ['paystack', 'account', 'NG', PAYSTACK_ANSWERS.account, ['data', 'account_number']],
  ['prembly', 'bvn', 'NG', PREMBLY_ANSWERS.bvn, ['data', 'bvn']],
  ['prembly', 'nin', 'NG', PREMBLY_ANSWERS.nin, ['nin_data', 'nin']],
  ['prembly', 'nin', 'KE', PREMBLY_ANSWERS.ke, ['data', 'identity_number']],
  ['prembly', 'account', 'NG', PREMBLY_ANSWERS.account, ['account_data', 'account_number']],
  ['smile-id', 'nin', 'KE', smile('1012'), ['IDNumber']],
  ['youverify', 'bvn', 'NG', youverifyAnswers.bvn, ['data', 'idNumber']],
];

test.each(REPEATING)(
  '%s rejects a %s (%s) of another number',
  async (name, kind, country, body, path) => {
    const operation = operations.find(
      (one) => one.name === name && one.kind === kind && one.country === country,
    )!;
    const lookup = LOOKUPS(country)[kind] as Partial<LookupOf['bvn'] & LookupOf['account']>;
    const requested = (lookup.identifier ?? lookup.accountNumber)!;
    const outcome = async (number: unknown): Promise<string> =>
      (await answer(operation, 200, JSON.stringify(replaced(body, path, number)))).outcome;
    expect(await outcome(requested)).toBe('ok');
    expect(await outcome('33333333333')).toBe('bad_response');
    expect(await outcome(33_333_333_333)).toBe('bad_response');
    // A masked number proves nothing.
    for (const unclear of ['*******2222', '', undefined, null, {}])
      expect(await outcome(unclear)).toBe('ok');
  },
);

describe('the answer of a vendor', () => {
  const some = fc.constantFrom(...operations);
  const anything = fc.anything({ maxDepth: 4 }).map((value) => JSON.stringify(value) ?? '');
  const headers = fc.dictionary(fc.constantFrom('retry-after', 'x'), fc.string(), { maxKeys: 2 });

  test('with any text has a known class', async () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), anything, fc.json());
    await fc.assert(
      fc.asyncProperty(some, status, text, headers, async (operation, code, body, more) => {
        expectKnown(operation.kind, await answer(operation, code, body, more), body);
      }),
      { numRuns: cases(600, 3000) },
    );
  });

  // contract: providers/adapters-map-every
  test('with any documented part replaced or missing has a known class', async () => {
    const part = fc.oneof(
      fc.constantFrom<unknown>(undefined, null, '', 0, -1, 1e300, true, [], {}, 'x'.repeat(2000)),
      fc.constantFrom<unknown>('__proto__', 'constructor', '\u0000', '\ud800', 'not found', '00'),
      fc.anything({ maxDepth: 2 }),
    );
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        some,
        status,
        fc.nat(),
        fc.array(fc.tuple(fc.nat(), part), { maxLength: 3 }),
        async (operation, code, which, changes) => {
          const bodies = DOCUMENTED[operation.name]!;
          let body: unknown = bodies[which % bodies.length];
          for (const [where, by] of changes) {
            const all = paths(body);
            if (all.length > 0) body = replaced(body, all[where % all.length]!, by);
          }
          const text = JSON.stringify(body) ?? '';
          const given = await answer(operation, code, text);
          seen.add(given.outcome);
          expectKnown(operation.kind, given, text);
        },
      ),
      { numRuns: cases(1200, 6000) },
    );
    // Otherwise the property would also hold for an adapter that never finds anything.
    expect([...seen]).toEqual(
      expect.arrayContaining(['ok', 'not_found', 'bad_response', 'unavailable', 'auth']),
    );
  });
});

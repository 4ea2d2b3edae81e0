import { beforeAll, describe, expect, test } from 'vitest';
import { testApp } from '../../../../test/support/test-app.ts';
import {
  accountBody,
  ID,
  IdentityClient,
  personBody,
  TIME,
} from '../../../../test/contract/support/identity-client.ts';

type Item = {
  verificationId: string;
  subjectId: string;
  kind: string;
  status: string;
  verifiedAt: string;
};

const app = testApp({ role: 'api', rateLimits: undefined });
let client: IdentityClient;
/** All verifications of the organization, oldest first. */
const all: Item[] = [];

beforeAll(async () => {
  client = await IdentityClient.of(app);
  for (const [path, body] of [
    ['verify-bvn', personBody('bvn', 0)],
    ['verify-bvn', personBody('bvn', 1)],
    ['verify-nin', { ...personBody('nin', 0), subjectId: 'customer-2' }],
    ['verify-account', accountBody(8)],
    ['verify-account', { ...accountBody(2), subjectId: 'customer-2' }],
    ['verify-nin', personBody('nin', 8)],
  ] as const) {
    const { verificationId } = await client.ask(path, body);
    all.push(await client.get(`verifications/${verificationId}`));
  }
});

function list(query: Record<string, string> = {}) {
  return client.get(`verifications?${new URLSearchParams(query)}`);
}
function idsOf(items: Item[]): string[] {
  return items.map(({ verificationId }) => verificationId);
}
/** The items that a filter should return, newest first. */
function those(keep: (item: Item) => boolean): string[] {
  return idsOf(all.filter(keep)).toReversed();
}

describe('GET /identity/verifications/:id', () => {
  // contract: identity/subjectid-required-stored, identity/verifications-subjectid-kind
  // contract: kept/metadata-scores-thresholds
  test('returns all data that is stored in the clear, and the encrypted answer', async () => {
    const { verificationId } = all[0]!;
    expect(await client.get(`verifications/${verificationId}`)).toEqual({
      verificationId: ID,
      subjectId: 'customer-1',
      kind: 'bvn',
      country: 'NG',
      status: 'verified',
      reason: null,
      metadata: {
        matchScore: 100,
        threshold: 70,
        matchedFields: ['firstName', 'lastName'],
        kinds: { exact: 2 },
        attempts: [
          { provider: 'provider-1', outcome: 'ok', skipped: false, durationMs: expect.any(Number) },
        ],
      },
      provider: 'provider-1',
      identifierLast4: '2220',
      replayOf: null,
      verifiedAt: TIME,
      rawResponseEncrypted: expect.stringMatching(/^[^|]+(\|[A-Za-z0-9+/]+=*){4}$/),
    });
  });

  // contract: identity/verifications-subjectid-kind
  test('returns the same 404 for a foreign, an unknown and a malformed id', async () => {
    const stranger = await IdentityClient.of(app);
    const texts = new Set<string>();
    for (const id of [
      all[0]!.verificationId,
      'verification_00000000000000000000000000',
      'x',
      '%00',
    ]) {
      const answer = await stranger.call('GET', `verifications/${id}`);
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
      texts.add(answer.text);
    }
    expect([...texts]).toHaveLength(1);
  });
});

describe('GET /identity/verifications', () => {
  test('lists the organization’s own verifications, newest first, without encrypted answers', async () => {
    const page = await list();
    expect(page).toMatchObject({ total: 6, page: 1, limit: 20 });
    expect(idsOf(page.items)).toEqual(those(() => true));
    for (const [i, item] of page.items.entries()) {
      const { rawResponseEncrypted: _not, ...rest } = all.at(-1 - i) as Item & {
        rawResponseEncrypted: unknown;
      };
      expect(item).toEqual(rest);
    }
    const stranger = await IdentityClient.of(app);
    expect(await stranger.get('verifications')).toEqual({
      items: [],
      total: 0,
      totalIsExact: true,
      page: 1,
      nextCursor: null,
      limit: 20,
    });
  });

  // contract: identity/verifications-subjectid-kind
  test('returns pages that together are the whole list', async () => {
    const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ page, limit: '2' })));
    expect(pages.flatMap(({ items }) => idsOf(items))).toEqual(those(() => true));
    expect(pages.map(({ total, page, limit }) => [total, page, limit])).toEqual([
      [6, 1, 2],
      [6, 2, 2],
      [6, 3, 2],
      [6, 4, 2],
    ]);
  });

  // contract: identity/verifications-subjectid-kind
  test('filters by subject, kind and status, separately and together', async () => {
    for (const subjectId of [undefined, 'customer-2', 'customer'])
      for (const kind of [undefined, 'bvn', 'nin', 'liveness'])
        for (const status of [undefined, 'failed', 'provider_down']) {
          const filter = {
            ...(subjectId && { subjectId }),
            ...(kind && { kind }),
            ...(status && { status }),
          };
          const { items, total } = await list(filter);
          const expected = those((item) =>
            Object.entries(filter).every(([name, value]) => item[name as keyof Item] === value),
          );
          expect([filter, idsOf(items), total]).toEqual([filter, expected, expected.length]);
        }
    expect((await list({ status: 'provider_down' })).total).toBe(2);
  });

  // contract: identity/verifications-subjectid-kind
  test('includes the time from and excludes the time to', async () => {
    const at = (i: number) => all[i]!.verifiedAt;
    for (const [from, to] of [
      [at(2), undefined],
      [undefined, at(4)],
      [at(1), at(3)],
      [at(3), at(3)],
      [at(4), at(1)],
    ]) {
      const { items } = await list({ ...(from && { from }), ...(to && { to }) });
      const expected = those(
        ({ verifiedAt }) => (!from || verifiedAt >= from) && (!to || verifiedAt < to),
      );
      expect([from, to, idsOf(items)]).toEqual([from, to, expected]);
    }
    // The same instant in another offset.
    const elsewhere = new Date(Date.parse(at(2)) + 3_600_000).toISOString().replace('Z', '+01:00');
    const { items } = await list({ from: elsewhere, kind: 'nin' });
    expect(idsOf(items)).toEqual(those(({ kind }) => kind === 'nin'));
  });

  // contract: identity/verifications-subjectid-kind
  test.each([
    'kind=passport',
    'kind=',
    'kind=bvn&kind=nin',
    'status=down',
    'status=succeeded',
    'from=yesterday',
    'from=',
    'to=2026-02-30',
    'to=1',
    'subjectId=%00',
  ])('%s returns 400 and names the parameter', async (query) => {
    const answer = await client.call('GET', `verifications?${query}`);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 'BAD_REQUEST']);
    expect(answer.body.error.details[0].path).toBe(query.split('=')[0]);
  });
});

describe('GET /identity/verifications/by-day', () => {
  function countsOf(items: Item[]) {
    const count = (status: string) => items.filter((item) => item.status === status).length;
    return {
      verified: count('verified'),
      failed: count('failed'),
      providerDown: count('provider_down'),
    };
  }

  test('counts the last 30 days by outcome, including days without verifications', async () => {
    const { from, to, complete, days } = await client.get('verifications/by-day');
    expect(days).toHaveLength(30);
    expect([Date.parse(to) - Date.parse(from), complete]).toEqual([30 * 86_400_000, true]);
    const today = all.at(-1)!.verifiedAt.slice(0, 10);
    const made = days.filter(({ day }: { day: string }) => day >= all[0]!.verifiedAt.slice(0, 10));
    expect(made.at(-1).day).toBe(today);
    const sum = (key: string) => made.reduce((total: number, day: never) => total + day[key], 0);
    const counts = countsOf(all);
    expect(counts).toEqual({
      verified: sum('verified'),
      failed: sum('failed'),
      providerDown: sum('providerDown'),
    });
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    expect(days[0]).toEqual({
      day: from.slice(0, 10),
      verified: 0,
      failed: 0,
      providerDown: 0,
    });
  });

  test('counts one kind, the days of a range, and nothing from other organizations', async () => {
    const day = all[0]!.verifiedAt.slice(0, 10);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString();
    const { days } = await client.get(`verifications/by-day?kind=account&from=${day}&to=${next}`);
    const accounts = all.filter(({ kind, verifiedAt }) => kind === 'account' && verifiedAt < next);
    expect(days).toEqual([{ day, ...countsOf(accounts) }]);
    const foreign = await IdentityClient.of(app);
    const { days: none } = await foreign.get(`verifications/by-day?from=${day}&to=${next}`);
    expect(none).toEqual([{ day, verified: 0, failed: 0, providerDown: 0 }]);
  });

  test('has at most 366 days, and no days when the range ends before it begins', async () => {
    const long = await client.get('verifications/by-day?from=1970-01-01&to=2026-01-01');
    expect([long.from, long.days.length]).toEqual(['2024-12-31T00:00:00.000Z', 366]);
    const none = await client.get('verifications/by-day?from=2026-02-01&to=2026-01-01');
    expect(none.days).toEqual([]);
    const refused = await app.call('GET', '/api/v1/identity/verifications/by-day?from=soon', {
      key: client.org.key,
    });
    expect([refused.status, refused.body.error.details[0].path]).toEqual([400, 'from']);
  });
});

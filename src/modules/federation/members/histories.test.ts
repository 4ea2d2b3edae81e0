import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/support/app.ts';
import { FederationClient, outcomeOf } from '../../../../test/support/federation-client.ts';
import { MODULES } from '../../index.ts';
import { eventTypesOf } from '../../module.ts';
import { compileValidator } from '../../../platform/http/validate.ts';

/** Two processes on one database, so that no decision can depend on one process's memory. */
let apps: TestApp[];
/** Two owners, and two organizations that belong to no group at first; `STRANGER` never does. */
let orgs: FederationClient[];
const STRANGER = 4;

beforeAll(async () => {
  const first = await startTestApp({ rateLimits: undefined, role: 'api' });
  const second = await startTestApp({ rateLimits: undefined, role: 'api' }, first.databaseUrl);
  apps = [first, second];
  orgs = await Promise.all(Array.from({ length: 5 }, (_, i) => FederationClient.of(apps[i % 2]!)));
});
afterAll(async () => {
  for (const app of apps.toReversed()) await app.stop();
});

type Step =
  | { do: 'invite'; by: number; who: number; prefix: string }
  | { do: 'accept'; by: number }
  | { do: 'remove'; by: number; who: number };

/** The members of one group with prefix and status. The owner is organization 0. */
type Model = ReadonlyMap<number, { prefix: string; status: 'INVITED' | 'ACTIVE' }>;
const START: Model = new Map([[0, { prefix: 'OWN', status: 'ACTIVE' }]]);

/** Returns the outcome of one request and the members after it, by the contract's tables. */
function apply(model: Model, step: Step): { outcome: string; next: Model } {
  const refuse = (outcome: string) => ({ outcome, next: model });
  const own = model.get(step.by);
  if (!own) return refuse('404 NOT_FOUND');
  const next = new Map(model);
  switch (step.do) {
    case 'invite':
      if (step.by !== 0) return refuse('403 FORBIDDEN');
      if (model.has(step.who)) return refuse('409 CONFLICT');
      if ([...model.values()].some(({ prefix }) => prefix === step.prefix))
        return refuse('409 CONFLICT');
      next.set(step.who, { prefix: step.prefix, status: 'INVITED' });
      return { outcome: '201', next };
    case 'accept':
      if (own.status === 'ACTIVE') return refuse('409 CONFLICT');
      next.set(step.by, { ...own, status: 'ACTIVE' });
      return { outcome: '200', next };
    default:
      if (step.by === 0 && step.who === 0) return refuse('403 FORBIDDEN');
      if (step.by !== 0 && step.who !== step.by) return refuse('403 FORBIDDEN');
      if (!next.delete(step.who)) return refuse('404 NOT_FOUND');
      return { outcome: '200', next };
  }
}

function send(group: string, step: Step) {
  const by = orgs[step.by]!;
  if (step.do === 'invite') return by.inviting(group, orgs[step.who]!.id, step.prefix);
  return step.do === 'accept' ? by.accepting(group) : by.removing(group, orgs[step.who]!.id);
}

function permutations<T>(items: T[]): T[][] {
  return items.length < 2
    ? [items]
    : items.flatMap((item, i) =>
        permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]),
      );
}

async function tableOf(group: string): Promise<Model> {
  const members = await orgs[0]!.members(group);
  return new Map(
    members.map(({ organizationId, prefix, status }) => [
      orgs.findIndex(({ id }) => id === organizationId),
      { prefix, status: status as 'INVITED' | 'ACTIVE' },
    ]),
  );
}

function sorted(model: Model) {
  return [...model].toSorted(([a], [b]) => a - b);
}

/**
 * Sends the requests concurrently, and requires that some order of them explains every answer and the final members
 * (linearizability, Herlihy and Wing 1990).
 * @returns the final members
 */
async function concurrently(group: string, before: Model, steps: Step[]): Promise<Model> {
  const answers = await Promise.all(steps.map((step) => send(group, step)));
  const outcomes = answers.map(outcomeOf);
  const after = sorted(await tableOf(group));
  const explained = permutations([...steps.keys()]).some((order) => {
    let model = before;
    return (
      order.every((at) => {
        const { outcome, next } = apply(model, steps[at]!);
        model = next;
        return outcome === outcomes[at];
      }) && JSON.stringify(sorted(model)) === JSON.stringify(after)
    );
  });
  expect(explained, JSON.stringify({ before: sorted(before), steps, outcomes, after })).toBe(true);
  return new Map(after);
}

const actor = fc.nat({ max: STRANGER });
const guest = fc.integer({ min: 0, max: 3 });
const prefix = fc.constantFrom('AA', 'BB', 'OWN');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('invite' as const),
      by: fc.constant(0),
      who: guest,
      prefix,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('invite' as const), by: actor, who: guest, prefix }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('accept' as const), by: actor }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), by: fc.constant(0), who: guest }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('remove' as const), by: actor, who: actor }),
  },
);

// contract: federation/transition-outcome-whatever
test('every history of requests, including concurrent ones, is allowed by the contract’s tables, for each group', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: 1 }), fc.array(step, { minLength: 1, maxLength: 3 })), {
        maxLength: 8,
      }),
      async (history) => {
        const groups = await Promise.all([orgs[0]!.newGroup('OWN'), orgs[0]!.newGroup('OWN')]);
        const tables = [START, START];
        for (const [at, steps] of history)
          tables[at] = await concurrently(groups[at]!, tables[at]!, steps);
        // The requests to one group have not changed the other.
        for (const [at, group] of groups.entries())
          expect(sorted(await tableOf(group))).toEqual(sorted(tables[at]!));
      },
    ),
    { numRuns: 8 },
  );
  expect(await orgs[STRANGER]!.events()).toEqual([]);
});

const TRANSITIONS: Step[] = [
  { do: 'accept', by: 1 },
  { do: 'remove', by: 1, who: 1 },
  { do: 'remove', by: 0, who: 1 },
  { do: 'invite', by: 0, who: 1, prefix: 'AA' },
  { do: 'invite', by: 0, who: 2, prefix: 'AA' },
  { do: 'invite', by: 0, who: 2, prefix: 'BB' },
];
const states: [string, Step[]][] = [
  ['no member', []],
  ['an invited member', TRANSITIONS.slice(3, 4)],
  ['an active member', [TRANSITIONS[3]!, TRANSITIONS[0]!]],
];

// contract: federation/transition-outcome-whatever
test.each(states)('any two concurrent transitions, with %s, have one outcome', async (_, setup) => {
  const pairs = TRANSITIONS.flatMap((one, i) => TRANSITIONS.slice(i).map((other) => [one, other]));
  await Promise.all(
    pairs.map(async (pair) => {
      const group = await orgs[0]!.newGroup('OWN');
      let model = START;
      for (const one of setup) model = await concurrently(group, model, [one]);
      await concurrently(group, model, pair);
    }),
  );
});

// contract: federation/transition-outcome-whatever
test('exactly one of many concurrent acceptances succeeds, and so does one of many invitations with one prefix', async () => {
  const group = await orgs[0]!.newGroup('OWN');
  const guests = await Promise.all(Array.from({ length: 8 }, () => FederationClient.of(apps[1]!)));
  const invited = await Promise.all(guests.map(({ id }) => orgs[0]!.inviting(group, id, 'ONE')));
  expect(invited.filter(({ status }) => status === 201)).toHaveLength(1);
  const winner = guests[invited.findIndex(({ status }) => status === 201)]!;
  const accepted = await Promise.all(Array.from({ length: 8 }, () => winner.accepting(group)));
  expect(accepted.map(outcomeOf).toSorted()).toEqual([
    '200',
    ...Array.from({ length: 7 }, () => '409 CONFLICT'),
  ]);
  expect((await winner.events()).map(({ type }) => type)).toEqual([
    'federation.invited',
    'federation.accepted',
  ]);
});

// contract: federation/events-organizations-concerned
test('every event that was sent matches the catalogue', async () => {
  const sent = (await Promise.all(orgs.map((org) => org.events()))).flat();
  const eventTypes = eventTypesOf(MODULES);
  expect(new Set(sent.map(({ type }) => type)).size).toBeGreaterThanOrEqual(3);
  for (const { type, data } of sent) {
    const { schema } = eventTypes.find((known) => known.type === type)!;
    expect([type, compileValidator('data', schema)(data)]).toEqual([type, []]);
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as transitions from './transitions.ts';
import { closedAsGone, type HitState, type Pair } from './transitions.ts';

function markAsHit(state: HitState | undefined, pair: Pair, measures: string[] = []) {
  return transitions.markAsHit(state, pair, measures);
}
function decided(state: HitState, decision: 'true_match' | 'false_positive') {
  return transitions.decided(state, decision, ['program:SDGT', 'topic:sanction']);
}
const A: Pair = { subject: 's1', entry: 'e1' };
function start(pair = A): HitState {
  return markAsHit(undefined, pair).state;
}
function falsePositive(state: HitState): HitState {
  return decided(state, 'false_positive')!;
}

test('two merged hits are compared again if either is open, and a true match has precedence', () => {
  const open = start();
  const nobody = falsePositive(start());
  const match = decided(start(), 'true_match')!;
  const closed = closedAsGone(nobody, 'entry_changed');
  const { withMerged } = transitions;
  expect(withMerged(open, match)).toBe(open);
  expect(withMerged(match, nobody)).toBe(match);
  expect(withMerged(nobody, match)).toBe(match);
  expect(withMerged(closed, match)).toBe(match);
  for (const state of [nobody, match, closed]) {
    const again = markAsHit(withMerged(state, open), A);
    expect([again.raised, again.state.status, again.state.reopenedBecause]).toEqual([
      true,
      'open',
      'entry_changed',
    ]);
  }
});

test('a decision applies to the same pair, even after the pair was not a hit for a while', () => {
  const state = falsePositive(start());
  expect(markAsHit(state, A)).toEqual({ state, raised: false });
  const gone = closedAsGone(state, 'entry_changed');
  expect(gone).toMatchObject({ status: 'closed', closedBecause: 'entry_changed' });
  expect(markAsHit(gone, A)).toEqual({ state, raised: false });
});

test.each([
  [{ subject: 's2', entry: 'e1' }, 'subject_changed'],
  [{ subject: 's1', entry: 'e2' }, 'entry_changed'],
  [{ subject: 's2', entry: 'e2' }, 'both_changed'],
])(
  'a pair that changes to %j reopens because of %s, and stays open when it changes back',
  (pair, because) => {
    const { state, raised } = markAsHit(falsePositive(start()), pair);
    expect([raised, state.status, state.reopenedBecause]).toEqual([true, 'open', because]);
    expect(markAsHit(state, A)).toMatchObject({ raised: false, state: { status: 'open' } });
  },
);

test.each([
  ['entry_changed', 'entry_changed'],
  ['subject_changed', 'subject_changed'],
] as const)(
  'a hit that was closed by %s reopens because of %s when its pair returns',
  (cause, because) => {
    const { state, raised } = markAsHit(closedAsGone(start(), cause), A);
    expect([raised, state.status, state.reopenedBecause]).toEqual([true, 'open', because]);
  },
);

test.each([
  [['program:SDGT', 'topic:sanction'], false],
  [['topic:sanction'], false],
  [[], false],
  [['program:SDGT', 'program:IRAN', 'topic:sanction'], true],
  [['program:SDGT', 'topic:sanction', 'topic:debarment'], true],
])('a decided hit reopens when the list takes more measures (%j: %s)', (measures, raised) => {
  for (const decision of ['true_match', 'false_positive'] as const) {
    const next = markAsHit(decided(start(), decision)!, A, measures);
    expect(next.raised).toBe(raised);
    expect(next.state).toMatchObject(
      raised
        ? { status: 'open', reopenedBecause: 'entry_changed', standing: null }
        : { status: decision },
    );
  }
});

test('a decision without recorded measures gets the measures of the next comparison', () => {
  const before = { ...falsePositive(start()) };
  const old = { ...before, standing: { ...before.standing!, measures: null } };
  const next = markAsHit(old, A, ['program:SDGT']);
  expect(next).toMatchObject({
    raised: false,
    state: { standing: { measures: ['program:SDGT'] } },
  });
  expect(markAsHit(next.state, A, ['program:SDGT', 'program:IRAN']).raised).toBe(true);
});

test('a closed hit cannot be decided', () => {
  expect(decided(closedAsGone(start(), 'entry_removed'), 'true_match')).toBeUndefined();
});

test('after any events, a hit is open exactly if it was raised after the last decision or closing, and a decision applies only to its pair', () => {
  const side = fc.constantFrom('1', '2', '3');
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ subject: side, entry: side }) },
    fc.constantFrom('true_match' as const, 'false_positive' as const),
    fc.constant('lost' as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let state = start();
      let waiting = true;
      for (const one of steps) {
        if (one === 'lost') {
          state = closedAsGone(state, 'entry_changed');
          waiting = false;
        } else if (typeof one === 'string') {
          const next = decided(state, one);
          expect(next === undefined).toBe(state.status === 'closed');
          if (!next) continue;
          expect(next.status).toBe(one);
          state = next;
          waiting = false;
        } else {
          const before = state;
          const next = markAsHit(state, one);
          const repeated = markAsHit(next.state, one);
          expect(repeated).toEqual({ state: next.state, raised: false });
          // A hit is never raised while it waits already, and never stays closed.
          expect(next.raised && waiting).toBe(false);
          expect(next.state.status).not.toBe('closed');
          if (next.state.status !== 'open') expect(before.standing?.pair).toEqual(one);
          state = next.state;
          waiting ||= next.raised;
        }
        expect(state.status === 'open').toBe(waiting);
      }
    }),
  );
});

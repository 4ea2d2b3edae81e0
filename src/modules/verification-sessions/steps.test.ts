import { describe, expect, test } from 'vitest';
import {
  actionOf,
  MAX_ATTEMPTS,
  MAX_FAILURES,
  missingFields,
  placeAfter,
  type Outcome,
  type StoredStep,
} from './steps.ts';

const AT = new Date('2026-11-30T10:00:00Z');
const PENDING = {
  status: 'pending',
  attempts: 0,
  failures: 0,
  reason: null,
  endedAt: null,
} as const;
const STEPS: StoredStep[] = [
  { type: 'bvn', ...PENDING },
  { type: 'screen', ...PENDING },
];

function outcome(result: Outcome['result'], more: Partial<Outcome> = {}): Outcome {
  return { result, reason: result === 'passed' ? null : 'not_found', facts: {}, ...more };
}

describe('the next action', () => {
  test('names only the fields that the session does not have', () => {
    expect(missingFields('bvn', [])).toEqual(['bvn', 'person']);
    expect(actionOf('bvn', ['person'], null)).toEqual({ type: 'text', fields: ['bvn'] });
    expect(actionOf('face_match', ['selfie'], null)).toEqual({
      type: 'image',
      fields: ['reference'],
    });
    expect(actionOf('screen', ['person'], null)).toEqual({ type: 'none', fields: [] });
    expect(actionOf('enrol', [], null)).toEqual({ type: 'text', fields: ['person'] });
  });

  test('is the question of the register while the register asks', () => {
    expect(actionOf('bvn', [], 'otp')).toEqual({ type: 'otp', fields: ['code'] });
  });
});

describe('a step', () => {
  const place = { steps: STEPS, position: 0, attempt: 1 };

  test('that passes leads to the next step, and the last one completes the session', () => {
    const next = placeAfter(place, outcome('passed', { facts: { verificationId: 'v' } }), AT);
    expect(next).toMatchObject({ position: 1, attempt: 1, status: 'open' });
    expect(next.steps[0]).toMatchObject({ status: 'passed', attempts: 1, verificationId: 'v' });
    expect(placeAfter(next, outcome('passed'), AT)).toMatchObject({ status: 'completed' });
  });

  test('that fails can be tried again, and fails the session after the last try', () => {
    let now: ReturnType<typeof placeAfter> = { ...place, status: 'open' };
    for (let i = 1; i < MAX_FAILURES; i += 1) {
      now = placeAfter(now, outcome('failed'), AT);
      expect(now).toMatchObject({ position: 0, attempt: i + 1, status: 'open' });
      expect(now.steps[0]).toMatchObject({ status: 'pending', reason: 'not_found' });
    }
    expect(placeAfter(now, outcome('failed'), AT)).toMatchObject({ status: 'failed' });
  });

  test('that found no provider does not count as failed, up to a number of attempts', () => {
    let now: ReturnType<typeof placeAfter> = { ...place, status: 'open' };
    for (let i = 1; i < MAX_ATTEMPTS; i += 1) {
      now = placeAfter(now, outcome('unavailable'), AT);
      expect(now.status).toBe('open');
    }
    expect(placeAfter(now, outcome('unavailable'), AT).status).toBe('failed');
  });

  test('whose register asks the person waits for the code in the next attempt', () => {
    const asked = placeAfter(place, outcome('prompt'), AT);
    expect(asked).toEqual({ steps: STEPS, position: 0, attempt: 2, status: 'open' });
    expect(placeAfter({ ...place, attempt: MAX_ATTEMPTS }, outcome('prompt'), AT).status).toBe(
      'failed',
    );
  });

  test('fails the session immediately if no other attempt can pass', () => {
    const refused = placeAfter(place, outcome('failed', { isFinal: true, reason: 'refused' }), AT);
    expect(refused.status).toBe('failed');
    expect(refused.steps[0]).toMatchObject({ status: 'failed', reason: 'refused' });
  });
});

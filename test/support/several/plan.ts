import { randomFrom, type Random } from '../random.ts';

export const KINDS = [
  'kill -9 of api',
  'kill -9 of worker',
  'SIGTERM of api',
  'SIGTERM of worker',
  'pause of api',
  'pause of worker',
  'clock jump',
  'upgrade and back',
  'fast restart of PostgreSQL',
  'crash of PostgreSQL',
  'promotion of the standby',
  'standby lagging',
  'disk full',
  'disk slow',
  'connections terminated',
  'connections used up',
  'table locked',
  'notifications lost',
  'receiver slow',
  'receiver failing',
  'certificate expired',
  'DNS changed',
  'vendor lying',
  'S3 late',
] as const;
/** For rate limits that are counted in Valkey. */
export const KINDS_WITH_VALKEY = [...KINDS, 'kill -9 of Valkey', 'pause of Valkey'] as const;
export type Kind = (typeof KINDS_WITH_VALKEY)[number];

/** One fault of a plan. */
export type Planned = {
  kind: Kind;
  /** The quiet time before it, in milliseconds. */
  afterMs: number;
  /** The duration, for faults that last, in milliseconds. */
  forMs: number;
  /** Indexes of the affected processes of the role: one, for some faults two. */
  targets: number[];
};

/** An estimate of a recovery's duration, so that a plan's length depends only on the seed and the minutes. */
const RECOVERY_MS = 1500;
/** After a pause longer than its leases (time-out 2 s and 15 s), a worker finds that others have taken its work. */
const LONG_PAUSE_MS = 20_000;
/** The deadline of requests (ORIKI_REQUEST_DEADLINE_MS). Waits for locks and for a slow standby exceed it. */
export const DEADLINE_MS = 5000;

const LASTS = /^(pause|receiver|notifications|clock|disk|connections used|vendor|S3)|Valkey$/;
const LONG: ReadonlySet<Kind> = new Set(['table locked', 'standby lagging']);

/**
 * Returns a plan with every kind once in each round, in an order that depends on the seed: at least one round, and as
 * many faults as fit.
 */
export function planOf(seed: number, minutes: number, kinds: readonly Kind[] = KINDS): Planned[] {
  const random = randomFrom(seed);
  const plan: Planned[] = [];
  let leftMs = minutes * 60_000;
  for (let round = 0; leftMs > 0; round += 1)
    for (const kind of random.shuffled(kinds)) {
      if (round > 0 && leftMs <= 0) break;
      const fault = planned(kind, random, minutes);
      plan.push(fault);
      leftMs -= fault.afterMs + fault.forMs + RECOVERY_MS;
    }
  return plan;
}

function planned(kind: Kind, random: Random, minutes: number): Planned {
  const afterMs = 200 + random.below(Math.min(3000, minutes * 1500));
  const of = kind.endsWith('worker')
    ? 2
    : kind.endsWith('api') || kind.startsWith('upgrade')
      ? 3
      : kind === 'clock jump'
        ? 5
        : 0;
  const one = random.below(Math.max(1, of));
  const isSecond = random.oneIn(3);
  const length = random.below(2000);
  const isLong = minutes >= 3 && random.oneIn(4);
  const base = LONG.has(kind) ? DEADLINE_MS + 1000 : LASTS.test(kind) ? 700 : undefined;
  const forMs =
    base === undefined ? 0 : kind === 'pause of worker' && isLong ? LONG_PAUSE_MS : base + length;
  const targets = of === 0 ? [] : isSecond && kind.endsWith('api') ? [one, (one + 1) % of] : [one];
  return { kind, afterMs, forMs, targets };
}

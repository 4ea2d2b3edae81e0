import { Counter, type Registry } from 'prom-client';
import type { ErrorCode } from '../../../platform/errors/index.ts';
import { ofRegistry } from '../../../platform/observability/metrics.ts';

/** The outcomes of failed sign-ins, by error code; any other code is an invalid request. */
const OUTCOMES: Partial<Record<ErrorCode, string>> = {
  UNAUTHORIZED: 'refused',
  FORBIDDEN: 'no_role',
  APPROVAL_REQUIRED: 'no_role',
  SERVICE_UNAVAILABLE: 'unavailable',
  CONFLICT: 'unavailable',
  RATE_LIMITED: 'limited',
};
const INVALID = 'invalid';
const SIGNED_IN = 'signed_in';

export type SignInMetrics = {
  signedIn: () => void;
  failed: (code: ErrorCode) => void;
};

export const signInMetrics = ofRegistry((registry: Registry): SignInMetrics => {
  const signIns = new Counter({
    name: 'oriki_sign_ins_total',
    help: 'Ends of sign-ins, and of invitations that were not begun, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });
  // Start at 0, so that the first increase is visible.
  for (const outcome of [SIGNED_IN, ...Object.values(OUTCOMES), INVALID])
    signIns.inc({ outcome }, 0);
  return {
    signedIn: () => signIns.inc({ outcome: SIGNED_IN }),
    failed: (code) => signIns.inc({ outcome: OUTCOMES[code] ?? INVALID }),
  };
});

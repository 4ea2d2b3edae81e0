import type { Module, UsageMetric } from '../module.ts';
import { access, type IdentityServices } from './access.ts';
import { jobs } from './jobs.ts';
import { events } from './events.ts';
import { KINDS } from './kinds/schemas.ts';
import { deadLetterRoutes } from './verify/dead-letters/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { genericRoutes } from './verify/generic-routes.ts';
import { perKindRoutes } from './verify/routes.ts';
import { consentRoutes } from './consent/routes.ts';
import { revealRoutes } from './reveal/routes.ts';
import { withWithdrawals } from './consent/store.ts';
import { verificationsExport } from './audit/export/store.ts';
import { retention } from './retention/store.ts';
import { tables } from './tables.ts';
import { subjectData } from './history/subject-data.ts';

export { access, READ as IDENTITY_READ, WRITE as IDENTITY_WRITE } from './access.ts';
export { verificationRows } from './audit/rows/rows.ts';
export type { IdentityServices };
export { loadProviders, ProvidersFileError } from './chain/providers-file.ts';
export { chainsNeedingConsent } from './chain/consent-need.ts';
export type { ProvidersConfig } from './chain/chain.ts';
export { discard, listDeadLetters } from './verify/dead-letters/dead-letters.ts';
export { revealNow, verificationRevision } from './reveal/reveal.ts';
export { REVEAL_ROUTE } from './reveal/routes.ts';
export { REVEAL_REASON, REVEAL_REASONS } from './reveal/schemas.ts';
export {
  listConsents,
  recordConsent,
  withdrawConsent,
  getSettings as getIdentitySettings,
  updateSettings as updateIdentitySettings,
} from './consent/consent.ts';
export { consentWithdrawnAt } from './consent/schemas.ts';
export { lastWithdrawal, withWithdrawals } from './consent/store.ts';
export { lastWithdrawalOf, withdrawalFrom, withWithdrawal } from './consent/withdrawals.ts';
export { ConsentGiven } from './consent/schemas.ts';
export { BiometricImage, type Image } from './images/schemas.ts';
export { HOME_COUNTRY, type Kind } from './kinds/schemas.ts';
export { type BodyOf, countryProblems, QUESTIONS } from './verify/requests.ts';
export { MatchAgainst, subjectId, VerifyAccount, VerifyBvn, VerifyNin } from './verify/schemas.ts';
export { type Caller, consentFieldProblems } from './verify/verification.ts';
export { deserialise, serialise, type VerificationRequest } from './verify/verification-request.ts';
export { deadLetterRevision } from './verify/dead-letters/letter.ts';
export { DEAD_LETTER_PREFIX, DEAD_LETTER_STATUSES } from './verify/dead-letters/schemas.ts';
export { AdapterSetupError } from './providers/adapter.ts';
export { selectStatuses as verificationStates } from './audit/store.ts';
export { selectLetterStatuses as deadLetterStates } from './verify/dead-letters/store.ts';
export { storeVerified, VERIFICATION_PREFIX } from './verify/verifier.ts';
export { KINDS };
export { openIdentity } from './setup.ts';
export { deleteVerifications } from './retention/store.ts';

const VERIFICATIONS = {
  each:
    'verification with the status `verified` or `failed`, a replay from the dead letters included; `provider_down` is ' +
    'not counted',
  at: 'verifiedAt',
};
const METRICS: Record<(typeof KINDS)[number], UsageMetric> = {
  bvn: { ...VERIFICATIONS, title: 'Checks of bank verification numbers' },
  nin: { ...VERIFICATIONS, title: 'Checks of national identity numbers' },
  liveness: { ...VERIFICATIONS, title: 'Checks that a selfie shows a live person' },
  face_match: { ...VERIFICATIONS, title: 'Comparisons of a selfie with a photo' },
  account: { ...VERIFICATIONS, title: 'Checks of bank accounts' },
};

/** Verifies identities with vendors, and stores the answers. */
export const identityModule = {
  ...access,
  tags: {
    Identity:
      'Verifies bank verification numbers, national identification numbers, bank accounts and faces with vendors, and ' +
      'stores the answers.',
  },
  routes: [
    ...perKindRoutes,
    ...genericRoutes,
    ...historyRoutes,
    ...revealRoutes,
    ...consentRoutes,
    ...deadLetterRoutes,
  ],
  events,
  jobs,
  tables,
  subjectData,
  retention,
  exports: {
    verifications: {
      title: 'Verifications',
      source: withWithdrawals(verificationsExport),
      needs: { scope: 'identity:verify', plan: access.plans.detection_pack },
    },
  },
  usage: {
    identity: METRICS,
  },
  screens: {
    '/verifications': {
      file: 'identity/verifications',
      component: 'Verifications',
      navigation: { title: 'Verifications', scope: 'identity:verify', place: 60 },
    },
    '/verifications/$id': {
      file: 'identity/verification',
      component: 'VerificationScreen',
    },
    '/providers': {
      file: 'operators/providers',
      component: 'Providers',
      navigation: { title: 'Providers', scope: 'platform:admin', place: 210 },
    },
  },
} satisfies Module<IdentityServices>;

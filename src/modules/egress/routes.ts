import { PLATFORM_READ, type Access } from '../../platform/http/policy.ts';
import { routesOf, withExamples } from '../../platform/http/route.ts';
import type { SigningKeys } from '../signing/index.ts';
import { EXAMPLES } from './examples.ts';
import { egressReport, signedEgressReport, type EgressRules } from './report.ts';
import { EgressReport, SignedEgressReport } from './schemas.ts';

/** The services that handlers of this module use. */
export type EgressServices = {
  egressRules: EgressRules;
  signing: SigningKeys;
};

/** The callers that the module admits. */
export const access = { scopes: {}, rateLimits: {}, plans: {} } as const satisfies Access;

const defineRoute = routesOf<typeof access, EgressServices>();

const COMMON = {
  tag: 'System',
  extension: true,
  policy: PLATFORM_READ,
  heavy: 'large',
} as const;

/** For operators: the outside hosts to which data may go. */
export const egressRoutes = withExamples(EXAMPLES, [
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/egress',
    operationId: 'getEgress',
    summary: 'Show every outside host to which data may go',
    description:
      'The answer of `oriki egress`: hosts that settings, organizations and operators name, what is sent there, and how much was. ' +
      'Counts are complete to about ten seconds before.',
    data: EgressReport,
    handle: ({ services: { egressRules } }, db) => egressReport(db, egressRules),
  }),
  defineRoute({
    ...COMMON,
    method: 'GET',
    path: '/admin/egress/file',
    operationId: 'getSignedEgress',
    audit: {
      action: 'egress.sign',
      does: 'signed the report on outside hosts',
      shows: ['sha256'],
    },
    summary: 'Make the report on outside hosts, signed',
    description:
      'The same report with a signature by the key of the installation. Each call leaves a row with its hash in the audit log, ' +
      'which the chain covers.',
    data: SignedEgressReport,
    errors: ['SERVICE_UNAVAILABLE'],
    handle: ({ services: { egressRules, signing } }, db) =>
      signedEgressReport(db, egressRules, signing),
  }),
]);

import type { SignInIssuer } from './schemas.ts';
import { examplePage } from '../../../platform/http/schema.ts';

const ORG = 'org_01kf3v8e3zfk2tjq0xw5c8m9ra';
const ID = 'idp_01kf3vm9c4e6g8j0m2p4r6t8v0';
const SETTINGS = {
  name: 'Example SSO',
  issuer: 'https://login.example.com/realms/bank',
  clientId: 'oriki',
  groupsClaim: 'groups',
  groupRoles: { 'risk-team': ['analyst' as const] },
};
const EXAMPLE: SignInIssuer = {
  ...SETTINGS,
  id: ID,
  hasClientSecret: true,
  acr: null,
  scopes: null,
  requireAuthTime: true,
  emailWithoutVerified: false,
  publicKey: null,
  subjectClaim: 'sub',
  redirectUri: `https://oriki.example.com/console/session/callback/${ORG}/${ID}`,
  logoutUri: `https://oriki.example.com/console/session/logout/${ORG}/${ID}`,
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};

/** The examples of the routes, by operation. */
export const EXAMPLES = {
  createSignInIssuer: {
    body: { ...SETTINGS, clientSecret: 'from the provider', skipCheck: true },
    data: EXAMPLE,
  },
  listSignInIssuers: { data: examplePage(EXAMPLE) },
  getSignInIssuer: { data: EXAMPLE },
  changeSignInIssuer: { body: { name: 'Example SSO' }, data: EXAMPLE },
  removeSignInIssuer: { data: { id: ID, deleted: true } },
  checkSignInIssuer: {
    data: {
      ok: false,
      steps: [
        {
          step: 'discovery',
          status: 'failed',
          reason: 'unreachable',
          message: 'the provider does not answer',
        },
      ],
    },
  },
  createPortalSession: {
    body: {
      subject: 'employee-17',
      role: 'developer',
      returnUrl: 'https://app.example.com/settings',
    },
    data: {
      userId: 'usr_00000000008g2q4k9v1m7c5d3e',
      role: 'developer',
      code: 'orc_Zm9yIGV4YW1wbGUgb25seSwgbmV2ZXIgdXNlZCBhbnl3aGU',
      url: 'https://oriki.example.com/console/session/link#code=orc_Zm9yIGV4YW1wbGUgb25seSwgbmV2ZXIgdXNlZCBhbnl3aGU',
      expiresAt: '2026-11-21T09:31:00.000Z',
    },
  },
};

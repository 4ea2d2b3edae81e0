import { examplePage } from '../../platform/http/schema.ts';
import type { Invitation } from './invitations/schemas.ts';
import type { Member } from './members/schemas.ts';
import type { Session } from './sessions/schemas.ts';
import type { SignInIssuer } from './sign-in/schemas.ts';

const example: Member = {
  id: 'usr_00000000008g2q4k9v1m7c5d3e',
  issuer: 'https://login.example.com',
  subject: '248289761001',
  email: 'ada.obi@example.com',
  name: 'Ada Obi',
  roles: ['analyst'],
  groupRoles: [],
  createdAt: '2026-11-21T09:30:00.000Z',
  updatedAt: '2026-11-21T09:30:00.000Z',
};
const operator: Member = { ...example, roles: ['operator'] };
const { issuer, subject, email, name } = example;
const LEFT_KEY = { id: 'key_01kf3v9k1weh2v8y6m3q4n5s7t', name: 'screening service' };

const SESSION: Session = {
  id: 'ses_01kf3vm9c4e6g8j0m2p4r6t8v0',
  userId: 'usr_00000000008g2q4k9v1m7c5d3e',
  method: 'oidc',
  authenticatedAt: '2026-11-21T09:30:00.000Z',
  createdAt: '2026-11-21T09:30:00.000Z',
  lastSeenAt: '2026-11-21T10:12:00.000Z',
  expiresAt: '2026-11-21T17:30:00.000Z',
  mode: 'live',
};
const PAGE = examplePage(SESSION);
const ended = { id: SESSION.id, deleted: true as const };

const INVITATION: Invitation = {
  id: 'inv_01kf3vm9c4e6g8j0m2p4r6t8v0',
  email: 'ada.obi@example.com',
  roles: ['analyst'],
  invitedBy: 'key_01kf3v9k1weh2v8y6m3q4n5s7t',
  createdAt: '2026-11-21T09:30:00.000Z',
  expiresAt: '2026-11-24T09:30:00.000Z',
};
const TOKEN = 'ori_Zm9yIGV4YW1wbGUgb25seSwgbmV2ZXIgdXNlZCBhbnl3aGU';

const ORG = 'org_01kf3v8e3zfk2tjq0xw5c8m9ra';
const ID = 'idp_01kf3vm9c4e6g8j0m2p4r6t8v0';
const SETTINGS = {
  name: 'Example SSO',
  issuer: 'https://login.example.com/realms/bank',
  clientId: 'oriki',
  groupsClaim: 'groups',
  groupRoles: { 'risk-team': ['analyst' as const] },
};
const ISSUER: SignInIssuer = {
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
  addMember: { body: { issuer, subject, email, name, roles: ['analyst'] }, data: example },
  addOperator: { body: { issuer, subject, email, name, roles: ['operator'] }, data: operator },
  listMembers: { data: examplePage(example) },
  listMemberNames: { data: examplePage({ id: example.id, name: 'Ada Obi', isMember: true }) },
  getMember: { data: example },
  changeMember: {
    body: { roles: ['analyst', 'approver'] },
    data: { ...example, roles: ['analyst', 'approver'] },
  },
  removeMember: { data: { id: example.id, deleted: true, keys: [LEFT_KEY] } },
  listOperators: { data: examplePage(operator) },
  getOperator: { data: operator },
  changeOperator: { body: { roles: ['auditor'] }, data: { ...operator, roles: ['auditor'] } },
  removeOperator: { data: { id: example.id, deleted: true, keys: [LEFT_KEY] } },
  listSessions: { query: { userId: SESSION.userId }, data: PAGE },
  endSession: { data: ended },
  listOperatorSessions: { query: { userId: SESSION.userId }, data: PAGE },
  endOperatorSession: { data: ended },
  createMemberInvitation: {
    body: { roles: ['analyst'], email: INVITATION.email, expiresInHours: 72 },
    data: {
      ...INVITATION,
      token: TOKEN,
      url: `https://oriki.example.com/console/session/link#invitation=${TOKEN}`,
    },
  },
  listMemberInvitations: { data: examplePage(INVITATION) },
  revokeMemberInvitation: { data: { id: INVITATION.id, deleted: true } },
  createSignInIssuer: {
    body: { ...SETTINGS, clientSecret: 'from the provider', skipCheck: true },
    data: ISSUER,
  },
  listSignInIssuers: { data: examplePage(ISSUER) },
  getSignInIssuer: { data: ISSUER },
  changeSignInIssuer: { body: { name: 'Example SSO' }, data: ISSUER },
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

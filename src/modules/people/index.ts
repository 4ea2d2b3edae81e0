import type { Module } from '../module.ts';
import { access, type PeopleServices } from './access.ts';
import { events } from './events.ts';
import { jobs } from './jobs.ts';
import { meRoutes } from './me.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { memberRoutes, operatorRoutes } from './members/routes.ts';
import { sessionBrowserRoutes } from './sign-in/session-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { signInBrowserRoutes } from './sign-in/browser-routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { retention } from './retention/store.ts';
import { tables } from './tables.ts';

export {
  addMember,
  changeMember,
  listMembers,
  memberNames,
  membersWithScope,
  removeMember,
  requireMember,
} from './members/members.ts';
export { takeFromLeavers } from './members/leaving.ts';
export { revokeInvitationsOfKey } from './revoke-invitations.ts';
export { newMember } from './members/new-member.ts';
export { invite } from './invitations/invitations.ts';
export { COMMAND_LINE, holdsScope } from './standing.ts';
export { ProfileBox, USER_PREFIX } from './profiles.ts';
export { OPERATOR_ROLE_NAMES, OPERATOR_ROLES, TENANT_ROLE_NAMES, TENANT_ROLES } from './roles.ts';
export { beginSession, endSession, listSessions } from './sessions/sessions.ts';
export { findPerson, findSignedIn } from './sessions/person.ts';
export { homeOf } from './sign-in/viewing.ts';
export { linkPages } from './sign-in/page.ts';
export { signInMetrics } from './sign-in/metrics.ts';
export { isReturnUrl } from './sign-in/return-to.ts';
export { makeLinkCode } from './sign-in/codes.ts';
export { registerScim } from './scim/routes.ts';
export { assertMayHandOut, assertMayProvision } from './scim/key-rights.ts';
export { rolesRevision } from './sign-in/issuer-rights.ts';
export { loadIssuers } from './sign-in/issuers-file.ts';
export { Providers, type Issuer } from './sign-in/provider.ts';
export { SignIn } from './sign-in/sign-in.ts';
export { countWithoutVerified, issuerUrls } from './sign-in/store.ts';
export { touchSession } from './sessions/store.ts';

/** People with their roles and sessions. */
export const peopleModule = {
  ...access,
  tags: {
    People: 'Members of the organization, their roles and sessions, and who is calling.',
    'Sign in': 'Identity providers of the organization, and sessions that its application opens.',
    Operators: "The operator's own people.",
  },
  routes: [
    ...meRoutes,
    ...memberRoutes,
    ...invitationRoutes,
    ...sessionRoutes,
    ...sessionBrowserRoutes,
    ...signInRoutes,
    ...signInBrowserRoutes,
    ...operatorRoutes,
  ],
  events,
  jobs,
  tables,
  retention,
  liveKinds: { member: 'members:manage' },
  screens: {
    '/operators': {
      file: 'operators/operators',
      component: 'Operators',
      navigation: { title: 'Operators', scope: 'platform:admin', place: 195 },
    },
    '/members': {
      file: 'people/members',
      component: 'Members',
      navigation: { title: 'Members', scope: 'members:manage', place: 160 },
    },
  },
} satisfies Module<PeopleServices>;

import { textsOf } from '../text.ts';

const PEOPLE = {
  'keys.empty': 'No keys yet. With one a service of yours calls the API.',
  'keys.name': 'Name',
  'keys.scopes': 'Scopes',
  'keys.used': 'Last used',
  'keys.madeBy': 'Made by',
  'keys.operators': 'operators',
  'keys.expires': 'Expires',
  'keys.state': 'State',
  'keys.active': 'active',
  'keys.revoked': 'revoked',
  'keys.expired': 'expired',
  'keys.new': 'New key',
  'keys.rotate': 'Rotate',
  'keys.revoke': 'Revoke',
  'keys.revokeWhy': 'whatever uses it is refused within 5 seconds, for ever.',
  'keys.until': 'Works until (UTC; empty: for ever)',
  'keys.overlap': 'Hours for which the old key works on',
  'keys.secret': 'The key is shown only now. Keep it where your service can read it.',
  'members.empty': 'Nobody yet.',
  'members.roles': 'Roles',
  'members.person': 'Person',
  'members.since': 'Member since',
  'members.invite': 'Invite',
  'members.change': 'Change roles',
  'members.remove': 'Remove',
  'members.removeWhy': 'the membership ends, with every session.',
  'members.invitations': 'Open invitations',
  'members.noInvitations': 'No invitation is open. Invite makes a link for somebody new.',
  'members.email': 'E-mail',
  'members.emailHint': 'E-mail address that the identity provider must vouch for (may be empty)',
  'members.address':
    'Send this address to the person. It is shown only now, and works once, for 72 hours.',
  'members.byGroups': 'By groups of the identity provider, besides: {roles}',
  'members.takeBack': 'Take back',
};

/** A text of these screens, or of all. */
export const t = textsOf(PEOPLE);

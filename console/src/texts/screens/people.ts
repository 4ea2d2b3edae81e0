import { textsOf, knownTextsOf } from '../text.ts';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { SCOPES } from '../../declared/scopes.ts';

const PEOPLE = {
  'keys.empty': 'No keys yet. Your services need a key to call the API.',
  'keys.name': 'Name',
  'keys.scopes': 'Scopes',
  'keys.used': 'Last used',
  'keys.madeBy': 'Created by',
  'keys.operators': 'operators',
  'keys.expires': 'Expires',
  'keys.state': 'State',
  'keys.active': 'active',
  'keys.revoked': 'revoked',
  'keys.expired': 'expired',
  'keys.paused': 'paused',
  'keys.new': 'New key',
  'keys.rotate': 'Rotate',
  'keys.pause': 'Pause',
  'keys.pauseWhy':
    'within 5 seconds Oriki rejects every request with it, until a member resumes it.',
  'keys.resume': 'Resume',
  'keys.resumeWhy': 'it works again, with all of its scopes.',
  'keys.revoke': 'Revoke',
  'keys.revokeWhy': 'within 5 seconds Oriki rejects every request with it, for good.',
  'keys.until': 'Expires (UTC; empty: never)',
  'keys.overlap': 'Hours until the old key stops working',
  'keys.secret': 'Oriki shows the key only once. Store it where your service can read it.',
  'key.id': 'Id',
  'key.addresses': 'Allowed addresses',
  'key.acts': 'What it changed',
  'key.noActs': 'This key has changed nothing yet.',
  'key.refusals': 'Rejected requests',
  'key.refusalsWhy':
    'The latest 1,000 rejections that the answering process remembers; a restart empties the list. Oriki stores no content of these requests.',
  'key.noRefusals': 'No rejected request.',
  'key.at': 'Time',
  'key.operation': 'Operation',
  'key.reason': 'Reason',
  'key.request': 'Request',
  'members.empty': 'No members yet.',
  'members.roles': 'Roles',
  'members.signInAddress': 'Sign-in address',
  'members.person': 'Person',
  'members.since': 'Member since',
  'members.invite': 'Invite',
  'members.change': 'Change roles',
  'members.remove': 'Remove',
  'members.removeWhy':
    'this ends the membership and all sessions, and revokes open invitations by this person.',
  'members.keys': 'API keys that this person created',
  'members.keysKeep': 'Keep: services can still use them',
  'members.keysRevoke': 'Revoke: Oriki rejects services that use them',
  'members.invitations': 'Open invitations',
  'members.noInvitations':
    'No open invitations. Choose "Invite" to create a link for a new member.',
  'members.email': 'Email',
  'members.emailHint': 'Email address that the identity provider must confirm (optional)',
  'members.address':
    'Send this link to the person. Oriki shows it only once; it works once, within 72 hours.',
  'members.inviteHow':
    'To accept, the person signs in with an identity provider of your organization.',
  'members.byGroups': 'Roles from groups of the identity provider: {roles}',
  'members.takeBack': 'Revoke',
  'members.takeBackWhy': 'the link in this invitation stops working. You cannot undo this.',
  'issuers.title': 'Identity providers',
  'issuers.empty':
    'No identity providers yet. Until you add one, people can sign in only with links from operators and cannot accept invitations.',
  'issuers.new': 'New identity provider',
  'issuers.change': 'Change',
  'issuers.remove': 'Remove',
  'issuers.removeWhy':
    'people can no longer sign in there. Sessions last until they expire, and members stay.',
  'issuers.addresses': 'Addresses to register',
  'issuers.name': 'Name',
  'issuers.issuer': 'Issuer',
  'issuers.example': 'https://login.example.com/realms/bank',
  'issuers.clientId': 'Client ID',
  'issuers.secret': 'Client secret (stored encrypted, never shown)',
  'issuers.otherSecret': 'Client secret (leave empty to keep the current one)',
  'issuers.claim': 'ID token claim with the groups (optional)',
  'issuers.groups': 'Roles by group, one group per line, such as risk-team: analyst, reviewer',
  'issuers.groupRoles': 'Roles by group',
  'issuers.unverified': 'Trust email addresses without email_verified',
  'issuers.time': 'The provider sends the time of sign-in (auth_time)',
  'issuers.more': 'More',
  'issuers.makeKey': 'Create a key for private_key_jwt; give its public part to the provider',
  'issuers.publicKey': 'Public key',
  'issuers.scopes': 'Scopes (empty: default)',
  'issuers.subject': 'Subject claim (sub, or oid at Entra)',
  'issuers.skip': 'Save without checking',
  'issuers.check': 'Check',
  'issuers.checking': 'Checking the provider …',
  'issuers.again': 'Check again',
  'issuers.fits': 'All checks passed. Only a real sign-in can confirm the rest.',
  'issuers.fitsNot': 'People cannot sign in here yet.',
  'issuers.register': 'Register these addresses with the identity provider.',
  'issuers.redirectUri': 'Redirect address',
  'issuers.logoutUri': 'Back-channel logout address',
};

/** A text of these screens, or of all. */
export const t = textsOf(PEOPLE);

/** A scope that a key of an organization can have. */
export type Scope = Operations['createKey']['input']['body']['scopes'][number];

/** Returns what a scope allows; undefined for a scope of a newer API version, whose name the screen shows. */
export const scopeText = knownTextsOf(SCOPES);

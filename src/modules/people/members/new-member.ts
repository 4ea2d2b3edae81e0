/** Requests for a second person to give a role to a person who is not a member yet. They contain no personal data. */
import { domainToASCII, domainToUnicode } from 'node:url';
import { Type } from 'typebox';
import { PLATFORM, type Actor } from '../../../platform/audit/action.ts';
import type { Queryable, Tx } from '../../../platform/db/database.ts';
import { bucketOf } from '../../../platform/db/places.ts';
import { badRequest } from '../../../platform/errors/index.ts';
import { Nullable, Strict } from '../../../platform/http/schema.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import { assertSecondPerson } from '../../approvals/index.ts';
import type { ProfileBox } from '../profiles.ts';
import { findAnybody } from './members.ts';
import { AddMember, email, memberRoles } from './schemas.ts';

const { issuer, subject } = AddMember.properties;
const NewMember = Strict({ member: Strict({ issuer, subject }), roles: memberRoles });
const NewInvitation = Strict({
  invitation: Strict({ email: Type.Optional(Nullable(email)) }),
  roles: memberRoles,
});
type NewMember = { member: { issuer: string; subject: string }; roles: string[] };
type Invited = { email?: string | null | undefined; roles: readonly string[] };
const faultsOf = {
  member: compileValidator('body', NewMember),
  invitation: compileValidator('body', NewInvitation),
};

function inLowerCase(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * Returns the domain in ASCII (IDNA): the same text for every spelling of `münchen.example` and for `xn--mnchen-3ya.example`. A domain
 * with letters that IDNA maps to others, such as the KELVIN SIGN, stays unchanged.
 */
function domainInAscii(domain: string): string {
  const written = inLowerCase(domain);
  const ascii = domainToASCII(written);
  const isItself =
    domainToUnicode(ascii) ===
    written.normalize('NFC').replaceAll(/[^A-Z]/gu, (one) => one.toLowerCase());
  return ascii !== '' && isItself ? ascii : written;
}

/**
 * Returns the hash of an address, without regard to the case of ASCII letters (the KELVIN SIGN is not the letter `k`), with the domain in
 * its ASCII form.
 */
export function emailHash(profiles: ProfileBox, orgId: string, address: string): Buffer {
  const at = address.lastIndexOf('@') + 1;
  const compared = inLowerCase(address.slice(0, at)) + domainInAscii(address.slice(at));
  return profiles.fingerprint('invited', orgId, compared);
}

/**
 * Returns an invitation as the object of a request for a second person. It belongs to the organization, which has no
 * revision.
 */
function invited(orgId: string, { email: address, roles }: Invited, profiles: ProfileBox) {
  const invitation = address
    ? { emailHash: emailHash(profiles, orgId, address).toString('hex') }
    : {};
  const detail = { invitation, roles: roles.toSorted() };
  return { objectId: orgId, revision: '', detail };
}

/**
 * Returns the object, revision and detail of a request to add or invite a member, from the detail in the request.
 * @returns undefined for a detail of another kind
 * @throws ApiError BAD_REQUEST
 */
export async function newMember(
  db: Queryable,
  orgId: string,
  detail: Record<string, unknown>,
  profiles: ProfileBox,
) {
  const kind = Object.hasOwn(detail, 'member')
    ? 'member'
    : Object.hasOwn(detail, 'invitation')
      ? 'invitation'
      : undefined;
  if (kind === undefined) return undefined;
  const faults = faultsOf[kind](detail);
  if (faults.length > 0)
    throw badRequest(faults.map((one) => ({ ...one, path: `detail.${one.path}` })));
  if (kind === 'invitation') {
    const { invitation, roles } = detail as { invitation: Invited; roles: string[] };
    return invited(orgId, { email: invitation.email, roles }, profiles);
  }
  const { member, roles } = detail as NewMember;
  const { userId, revision } = await findAnybody(db, orgId, member, profiles);
  return { objectId: userId, revision, detail: { roles: roles.toSorted() } };
}

/**
 * Checks that the actor may invite with these roles: the organization does not require two people, or the actor is
 * the second one.
 * @returns the id of the approval that this uses; null if one person is enough
 * @throws ApiError APPROVAL_REQUIRED
 */
export async function assertMayInvite(
  tx: Tx,
  orgId: string,
  invitation: Invited,
  { profiles, actor }: { profiles: ProfileBox; actor: Actor },
): Promise<string | null> {
  // Operators need no second person.
  if (orgId === PLATFORM) return null;
  const asked = {
    orgId,
    action: 'member.change_roles',
    ...invited(orgId, invitation, profiles),
  } as const;
  return assertSecondPerson(await bucketOf(tx, orgId), asked, actor);
}

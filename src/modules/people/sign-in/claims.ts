/** The claims of a person, in the forms that providers use. */
import type { IDToken, ServerMetadata, UserInfoResponse } from 'openid-client';
import type { Issuer } from './provider.ts';

export type Claims = {
  issuer: string;
  subject: string;
  email: string | null;
  name: string | null;
  groups: string[];
  providerSession: string | null;
  authenticatedAtMs: number | null;
  acr: string | null;
};

type Source = Readonly<Record<string, unknown>>;

const USUAL_SCOPES = ['openid', 'email', 'profile'];

function isObject(value: unknown): value is Source {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns the value of the claim with exactly this name; otherwise the value at the path that the dots of the name
 * form.
 */
export function claimAt(claims: unknown, name: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, name)) return claims[name];
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1)) {
    const part = name.slice(0, dot);
    const found = Object.hasOwn(claims, part)
      ? claimAt(claims[part], name.slice(dot + 1))
      : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the groups of a claim: a text, a list of texts, or an object whose keys are the groups. */
export function groupsIn(value: unknown): string[] {
  if (isObject(value))
    return Object.keys(value).filter((group) => value[group] !== false && value[group] !== null);
  return [value].flat().filter((group) => typeof group === 'string');
}

/**
 * Returns true if the provider has verified the address, which requires the value `true`. An unverified address may
 * be anyone's.
 */
function vouches({ emailWithoutVerified }: Issuer, claims: Source): boolean {
  const verified = claims['email_verified'];
  return verified === undefined ? emailWithoutVerified : verified === true;
}

/** Returns the trusted address. Address and verification must be in the same answer. */
export function emailIn(issuer: Issuer, ...sources: readonly Source[]): unknown {
  return sources.find((claims) => claims['email'] !== undefined && vouches(issuer, claims))?.[
    'email'
  ];
}

export function groupsOf({ groupsClaim }: Issuer, ...sources: readonly Source[]): string[] {
  if (groupsClaim === null) return [];
  const found = sources.map((claims) => claimAt(claims, groupsClaim));
  return groupsIn(found.find((value) => value !== undefined));
}

/** Returns a required claim that is missing in the ID token; the userinfo endpoint may have it. */
export function lacks(issuer: Issuer, claims: Source): 'groups' | 'email' | undefined {
  const { groupsClaim, emailWithoutVerified } = issuer;
  if (groupsClaim !== null && claimAt(claims, groupsClaim) === undefined) return 'groups';
  const isVerifiable = emailWithoutVerified || claims['email_verified'] !== undefined;
  return claims['email'] === undefined || !isVerifiable ? 'email' : undefined;
}

/** Returns the scopes to request. A provider that does not list `groups` may reject a sign-in that requests it. */
export function scopeOf(
  { scopes, groupsClaim }: Issuer,
  { scopes_supported: supported }: ServerMetadata,
): string {
  if (scopes !== null) return [...new Set(['openid', ...scopes])].join(' ');
  const hasGroups =
    groupsClaim !== null && Array.isArray(supported) && supported.includes('groups');
  return [...USUAL_SCOPES, ...(hasGroups ? ['groups'] : [])].join(' ');
}

/** Returns the permanent subject of the person; undefined if the token has none. */
export function subjectOf({ subjectClaim }: Issuer, claims: Source): string | undefined {
  const subject = claims[subjectClaim];
  return typeof subject === 'string' && subject !== '' ? subject : undefined;
}

/** @param more the answer of the userinfo endpoint, if it was called */
export function claimsOf(
  issuer: Issuer,
  claims: IDToken,
  more: UserInfoResponse | undefined,
): Claims {
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value.length <= 254 ? value : null;
  const sources = more ? [claims, more] : [claims];
  return {
    issuer: claims.iss,
    subject: subjectOf(issuer, claims)!,
    email: text(emailIn(issuer, ...sources)),
    name: text(claims['name'] ?? more?.name),
    groups: groupsOf(issuer, ...sources),
    providerSession: text(claims['sid']),
    authenticatedAtMs: claims.auth_time === undefined ? null : claims.auth_time * 1000,
    acr: text(claims['acr']),
  };
}

import { hmac } from '../../../platform/crypto/seal.ts';
import { parseJson } from '../../../platform/json.ts';
import type { Kind } from '../kinds/schemas.ts';
import type { ClaimedName } from '../providers/adapter.ts';
import type { Image } from '../images/schemas.ts';

/** The score from which a BVN or NIN belongs to the claimed name. */
export const NAME_THRESHOLD = 70;

export type ClaimedPerson = ClaimedName & { dateOfBirth?: string };

/** The request of a call at any endpoint: checked, in normal form, with images read. */
export type VerificationRequest = {
  subjectId: string;
  country: string;
  /** The hash of the recorded consent that the call carries, in hex. */
  consent?: string;
} & (
  | {
      kind: 'bvn' | 'nin';
      identifier: string;
      /** The identifier is virtual and represents the number. */
      isVirtual?: true;
      claimed: ClaimedPerson | undefined;
    }
  | {
      kind: 'account';
      identifier: string;
      bankCode: string;
      claimed: ClaimedName | undefined;
      threshold: number;
    }
  | { kind: 'liveness'; image: Image }
  | { kind: 'face_match'; selfie: Image; reference: Image; threshold: number }
);

export type VerificationRequestOf<K extends Kind> = Extract<VerificationRequest, { kind: K }>;

/**
 * The key for the HMACs of an organization's identifiers. Without a key, trying all numbers would reveal eleven digits.
 */
export type IdentifierKey = Buffer;

/** Everything that is stored of an identifier in the clear. */
export function identifierTrace(
  key: IdentifierKey,
  request: VerificationRequest,
): { identifierHmac: Buffer | null; identifierLast4: string | null } {
  if (!('identifier' in request)) return { identifierHmac: null, identifierLast4: null };
  const { country, kind, identifier } = request;
  const bankCode = kind === 'account' ? request.bankCode : '';
  return {
    identifierHmac: hmac(key, 'identifier', JSON.stringify([country, kind, bankCode, identifier])),
    // Without the separators of some identifiers.
    identifierLast4: identifier.replaceAll(/[^0-9A-Z]/g, '').slice(-4),
  };
}

const IMAGES = new Set(['image', 'selfie', 'reference']);

/** Returns a text to encrypt, for asking again later. */
export function serialise(request: VerificationRequest): string {
  const members = Object.entries(request).map(([name, value]: [string, unknown]) =>
    IMAGES.has(name)
      ? [name, { ...(value as Image), bytes: (value as Image).bytes.toString('base64') }]
      : [name, value],
  );
  return JSON.stringify(Object.fromEntries(members));
}

/** The inverse of `serialise`. */
export function deserialise(text: string): VerificationRequest {
  const members = Object.entries(parseJson(text) as object).map(([name, value]) =>
    IMAGES.has(name)
      ? [name, { ...value, bytes: Buffer.from(value.bytes, 'base64') }]
      : [name, value],
  );
  return Object.fromEntries(members) as VerificationRequest;
}

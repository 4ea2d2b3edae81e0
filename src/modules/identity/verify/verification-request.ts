import { hmac } from '../../../platform/crypto/seal.ts';
import { parseJson } from '../../../platform/json.ts';
import type { Kind } from '../kinds.ts';
import type { ClaimedName, Image } from '../providers/adapter.ts';

/** Score from which a BVN or NIN belongs to the claimed name. */
export const NAME_THRESHOLD = 70;

export type ClaimedPerson = ClaimedName & { dateOfBirth?: string };

/** The request of a call, whatever its endpoint: checked, in normal form, images read. */
export type VerificationRequest = { subjectId: string; country: string } & (
  | {
      kind: 'bvn' | 'nin';
      identifier: string;
      /** The identifier is a virtual one that stands for the number. */
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

/** Key of the HMACs of an organization's identifiers; without it, eleven digits would be found by trying them all. */
export type IdentifierKey = Buffer;

/** All that is kept of an identifier in the clear. */
export function identifierTrace(
  key: IdentifierKey,
  request: VerificationRequest,
): { identifierHmac: Buffer | null; identifierLast4: string | null } {
  if (!('identifier' in request)) return { identifierHmac: null, identifierLast4: null };
  const { country, kind, identifier } = request;
  const bankCode = kind === 'account' ? request.bankCode : '';
  return {
    identifierHmac: hmac(key, 'identifier', JSON.stringify([country, kind, bankCode, identifier])),
    // Without the separators that some are written with.
    identifierLast4: identifier.replaceAll(/[^0-9A-Z]/g, '').slice(-4),
  };
}

const IMAGES = new Set(['image', 'selfie', 'reference']);

/** As text, to be encrypted and asked again later. */
export function serialise(request: VerificationRequest): string {
  const members = Object.entries(request).map(([name, value]: [string, unknown]) =>
    IMAGES.has(name)
      ? [name, { ...(value as Image), bytes: (value as Image).bytes.toString('base64') }]
      : [name, value],
  );
  return JSON.stringify(Object.fromEntries(members));
}

/** The opposite of `serialise`. */
export function deserialise(text: string): VerificationRequest {
  const members = Object.entries(parseJson(text) as object).map(([name, value]) =>
    IMAGES.has(name)
      ? [name, { ...value, bytes: Buffer.from(value.bytes, 'base64') }]
      : [name, value],
  );
  return Object.fromEntries(members) as VerificationRequest;
}

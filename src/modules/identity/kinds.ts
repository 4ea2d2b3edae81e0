/** The kinds of verification, by the contract's names. */
export const KINDS = ['bvn', 'nin', 'liveness', 'face_match', 'account'] as const;
export type Kind = (typeof KINDS)[number];

/** Country of the endpoints without a country parameter. */
export const HOME_COUNTRY = 'NG';

/** Kinds that concern a number; the others concern images. */
export const IDENTIFIER_KINDS = ['bvn', 'nin', 'account'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** Kinds that a request may name. `vnin` is a virtual NIN, which represents a NIN; records and answers have `nin`. */
export const REQUESTED_KINDS = [...IDENTIFIER_KINDS, 'vnin'] as const;
export type RequestedKind = (typeof REQUESTED_KINDS)[number];

/** The kinds of verification, by the contract's names. */
export const KINDS = ['bvn', 'nin', 'liveness', 'face_match', 'account'] as const;
export type Kind = (typeof KINDS)[number];

/** Country of the endpoints that take none. */
export const HOME_COUNTRY = 'NG';

/** Those that are about a number; the others are about images. */
export const IDENTIFIER_KINDS = ['bvn', 'nin', 'account'] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** Those that a request may name: `vnin` is a virtual NIN, which stands for a NIN; what is recorded and answered is `nin`. */
export const REQUESTED_KINDS = [...IDENTIFIER_KINDS, 'vnin'] as const;
export type RequestedKind = (typeof REQUESTED_KINDS)[number];

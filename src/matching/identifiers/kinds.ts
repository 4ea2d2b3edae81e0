/** Kinds of identifiers that a query can name. */
export const IDENTIFIER_KINDS = [
  'passport',
  'national_id',
  'tax_id',
  'company_number',
  'lei',
  'bic',
  'iban',
  'imo',
  'mmsi',
  'call_sign',
  'tail_number',
  'wallet',
  'other',
] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

/** A number in normal form. `country` is its issuer if known, and null for global kinds. */
export type Identifier = {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly country: string | null;
};

/** Kinds of global numbers: each number identifies one thing in all countries, and is never reused. */
const WORLDWIDE: ReadonlySet<IdentifierKind> = new Set(['lei', 'bic', 'iban', 'imo', 'wallet']);

/** Kinds of which a person or thing has only one, globally or per country. */
const SINGLE: ReadonlySet<IdentifierKind> = new Set(['lei', 'imo', 'national_id', 'tax_id']);

export function isSingle(kind: IdentifierKind): boolean {
  return SINGLE.has(kind);
}

export function isWorldwide(kind: IdentifierKind): boolean {
  return WORLDWIDE.has(kind);
}

/** Kinds of identifiers, as a question names them. */
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

/** A number in normal form. `country` is who issued it, if anybody says; null for a kind that is one for the world. */
export type Identifier = {
  readonly kind: IdentifierKind;
  readonly value: string;
  readonly country: string | null;
};

/** The same number is the same thing everywhere: nobody's country makes a difference, and it is never given out again. */
const WORLDWIDE: ReadonlySet<IdentifierKind> = new Set(['lei', 'bic', 'iban', 'imo', 'wallet']);

/** Kinds of which a person or thing has one alone, of the world or of a country. */
const SINGLE: ReadonlySet<IdentifierKind> = new Set(['lei', 'imo', 'national_id', 'tax_id']);

export function isSingle(kind: IdentifierKind): boolean {
  return SINGLE.has(kind);
}

export function isWorldwide(kind: IdentifierKind): boolean {
  return WORLDWIDE.has(kind);
}

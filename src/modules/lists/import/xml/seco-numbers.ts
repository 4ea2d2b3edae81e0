/** Finds numbers in SECO's list: of documents, and in the sentences of `other-information`. */
import type { Identifiers } from '../../../../matching/index.ts';

const DOCUMENT_KINDS: ReadonlyMap<string, string> = new Map([
  ['passport', 'passport'],
  ['diplomatic-passport', 'passport'],
  ['service-passport', 'passport'],
  ['travel-document', 'travel_document'],
  ['id-card', 'national_id'],
  ['identity-card', 'national_id'],
  ['national-id', 'national_id'],
  ['driving-permit', 'drivers_license'],
  ['driving-license', 'drivers_license'],
  ['residence-permit', 'residency'],
]);

/** Kinds of numbers by `document-type`; numbers of other types have no known kind. */
export function documentKind(type: string | undefined): string {
  return DOCUMENT_KINDS.get(type ?? '') ?? 'other';
}

/** "Taxpayer identification number: 7707083893", "State registration number: 1027700132195", "IMO number: 9187629". */
const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/\bIMO(?: number)? ?: ?(\d{7})\b/i, 'imo'],
  [/\btaxpayer identification number ?: ?(\d{6,15})\b/i, 'tax_id'],
  [/\btax (?:registration|identification) number ?: ?([\w./-]*\d[\w./-]*\w)/i, 'tax_id'],
  [/(?<!tax )\bregistration number ?: ?([\w./-]*\d[\w./-]*\w)/i, 'registration'],
];

const SWIFT_LABEL = /\bSWIFT(?:\s*\/\s*BIC)?(?:\s+codes?)?\s*:\s*(.+)$/is;
/** Only in capitals: "Swift Investments" is a name. */
const BIC = /^([A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)(?![A-Za-z0-9])/;

/** "SWIFT codes: AAAAIRTH (Tehran branch), BBBBAEAD and 504": returns the codes before the first other word. */
function bicsIn(text: string): string[] {
  const parts = SWIFT_LABEL.exec(text)?.[1]?.split(/,|\band\b|\//) ?? [];
  const codes = parts.map((part) => BIC.exec(part.trim())?.[1]);
  const end = codes.indexOf(undefined);
  return codes.slice(0, end < 0 ? codes.length : end).filter((code) => code !== undefined);
}

/** Adds the numbers of a sentence. */
export function addNumbersIn(text: string, identifiers: Identifiers): void {
  for (const [pattern, kind] of SENTENCES) {
    const number = pattern.exec(text)?.[1];
    if (number !== undefined) identifiers.add(kind, number);
  }
  for (const code of bicsIn(text)) identifiers.add('swift_bic', code);
}

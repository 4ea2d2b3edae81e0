import type { RequestedKind } from './schemas.ts';
import { kindsCatalogue, type CatalogueEntry } from './catalogue.ts';
import { southAfricanProblem } from './south-africa.ts';

function key(country: string, kind: RequestedKind): string {
  return `${country} ${kind}`;
}

type Format = CatalogueEntry & { whole: RegExp; bankCodes: RegExp | undefined };

const formats = new Map<string, Format>(
  kindsCatalogue.map((known) => [
    key(known.country, known.kind),
    {
      ...known,
      whole: new RegExp(known.pattern),
      bankCodes: known.bankCode ? new RegExp(known.bankCode.pattern) : undefined,
    },
  ]),
);

/** Checks in addition to the pattern. */
const checks = new Map([[key('ZA', 'nin'), southAfricanProblem]]);

/** Groups that registers and vendors write with separators. */
const grouped = new Map([
  [key('GH', 'nin'), { groups: /^(.{3})(.{9})(.)$/, as: '$1-$2-$3' }],
  [key('ZM', 'nin'), { groups: /^(.{6})(.{2})(.)$/, as: '$1/$2/$3' }],
]);

const UNSUPPORTED = 'has a kind that is not supported in this country';

/** @param country ISO 3166-1 alpha-2 in capital letters */
export function supported(country: string, kind: RequestedKind): boolean {
  return formats.has(key(country, kind));
}

/** The problem of an identifier as the caller wrote it; the text follows the name of the field. */
export function identifierProblem(
  country: string,
  kind: RequestedKind,
  identifier: string,
): string | undefined {
  const format = formats.get(key(country, kind));
  if (!format) return UNSUPPORTED;
  if (!format.whole.test(identifier)) return `must be ${format.description}`;
  return checks.get(key(country, kind))?.(identifier);
}

/**
 * Returns the one spelling of an identifier that passed `identifierProblem`, for its hash and for providers: capital
 * letters, with the separators of `grouped`, even if the caller omitted them. Nothing is trimmed.
 */
export function normaliseIdentifier(
  country: string,
  kind: RequestedKind,
  identifier: string,
): string {
  const plain = identifier.toUpperCase().replaceAll(/[-/ ]/g, '');
  const group = grouped.get(key(country, kind));
  return group ? plain.replace(group.groups, group.as) : plain;
}

/** The problem of a bank code in a country where accounts are supported. */
export function bankCodeProblem(country: string, bankCode: string): string | undefined {
  const format = formats.get(key(country, 'account'));
  if (!format?.bankCode) return UNSUPPORTED;
  if (!format.bankCodes!.test(bankCode)) return `must be the ${format.bankCode.description}`;
  return undefined;
}

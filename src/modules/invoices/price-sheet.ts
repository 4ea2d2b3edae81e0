import { hash } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { fromMillionths, toMillionths } from '../../platform/decimal.ts';
import { defineFormat, definePattern } from '../../platform/http/validate.ts';
import {
  fits,
  OperatorFileError,
  parseYaml,
  readText,
  type Report,
} from '../../platform/operator-file.ts';
import { isMonth, monthStart } from './month.ts';
import type { PricedItem, Prices, Tier } from './pricing.ts';

/** The operator's prices: docs/invoices.md. Each version applies from its month until the next version. */
export type PriceSheet = { versions: { from: string; prices: Prices }[] };

const STRICT = { additionalProperties: false } as const;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));

defineFormat(
  'price-decimal',
  (text) => /^(0|[1-9]\d{0,14})(\.\d{1,6})?$/.test(text),
  'must be a decimal of at most 15 digits before the point and 6 after it',
);
/** A whole number, or a text, because other numbers in YAML are not exact. */
const decimal = Type.Unsafe<number | string>({
  type: ['integer', 'string'],
  minimum: 0,
  maximum: 999_999_999_999,
  format: 'price-decimal',
});
const name = Type.String({
  pattern: definePattern(
    '^[a-z0-9][a-z0-9_.-]{0,63}$',
    'must consist of at most 64 of a-z, 0-9, _, . and -, with a letter or a digit first',
  ),
});

const itemEntry = Type.Object(
  {
    service: name,
    metric: name,
    unitPrice: Type.Optional(decimal),
    tiers: Type.Optional(
      Type.Array(Type.Object({ upTo: Type.Optional(decimal), unitPrice: decimal }, STRICT), {
        minItems: 1,
        maxItems: 100,
      }),
    ),
  },
  STRICT,
);
type ItemEntry = Static<typeof itemEntry>;
const sheetFile = Type.Object(
  {
    versions: Type.Array(
      Type.Object(
        {
          from: Type.String(),
          currency: Type.String(),
          items: Type.Array(itemEntry, { minItems: 1, maxItems: 1000 }),
        },
        STRICT,
      ),
      { minItems: 1 },
    ),
  },
  STRICT,
);

function canonical(value: number | string): string {
  return fromMillionths(toMillionths(String(value)));
}

function tiersOf({ unitPrice, tiers }: ItemEntry, at: string, report: Report): Tier[] {
  if ((unitPrice === undefined) === (tiers === undefined)) {
    report(at, 'must have either unitPrice or tiers');
    return [];
  }
  if (!tiers) return [{ upTo: null, unitPrice: canonical(unitPrice!) }];
  let below = 0n;
  for (const [i, { upTo }] of tiers.entries()) {
    const place = `${at}.tiers[${i}].upTo`;
    const isLast = i === tiers.length - 1;
    if (isLast !== (upTo === undefined))
      report(place, isLast ? 'must be absent: the last tier has no end' : 'is required');
    if (upTo === undefined) continue;
    const end = toMillionths(String(upTo));
    if (end <= below) report(place, 'must be greater than that of the tier before it, and than 0');
    below = end;
  }
  return tiers.map((tier) => ({
    upTo: tier.upTo === undefined ? null : canonical(tier.upTo),
    unitPrice: canonical(tier.unitPrice),
  }));
}

function itemsOf(entries: ItemEntry[], at: string, report: Report): PricedItem[] {
  const known = new Set<string>();
  const items = entries.map((entry, i) => {
    const { service, metric } = entry;
    const key = `${service} ${metric}`;
    if (known.has(key)) report(`${at}[${i}]`, 'is in this version already');
    known.add(key);
    return { service, metric, tiers: tiersOf(entry, `${at}[${i}]`, report) };
  });
  const keyOf = ({ service, metric }: PricedItem): string => `${service}\n${metric}`;
  return items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function sheetOf(value: Static<typeof sheetFile>, report: Report): PriceSheet {
  let before = '';
  const versions = value.versions.map(({ from, currency, items }, i) => {
    const at = `versions[${i}]`;
    if (!isMonth(from)) report(`${at}.from`, 'must be a month, as YYYY-MM');
    else if (from <= before)
      report(`${at}.from`, 'must be later than that of the version before it');
    before = from;
    if (!CURRENCIES.has(currency))
      report(`${at}.currency`, 'must be a currency of ISO 4217, such as EUR');
    return {
      from: monthStart(from),
      prices: { currency, items: itemsOf(items, `${at}.items`, report) },
    };
  });
  return { versions };
}

/**
 * Reads the price sheet; undefined without a path.
 * @throws OperatorFileError that names all problems together
 */
export async function loadPriceSheet(path: string | undefined): Promise<PriceSheet | undefined> {
  if (path === undefined) return undefined;
  const problems: string[] = [];
  const report: Report = (at, message) => void problems.push(`${at}: ${message}`);
  const value = parseYaml(await readText(path, 'file', report), report);
  const sheet =
    value !== undefined && fits(sheetFile, value, '', report) ? sheetOf(value, report) : undefined;
  if (problems.length > 0) throw new OperatorFileError('price sheet', path, problems);
  return sheet;
}

/** Returns the prices of a month, given by its first day; undefined before the first version. */
export function pricesOf(sheet: PriceSheet, month: string): Prices | undefined {
  return sheet.versions.findLast(({ from }) => from <= month)?.prices;
}

/** Returns a hash of prices that does not depend on their notation. */
export function priceHash(prices: Prices): Buffer {
  return hash('sha256', canonicalJson(prices), 'buffer');
}

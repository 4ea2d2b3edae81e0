/** Converts identifiers to normal form, and verifies the check digits of kinds that have them. */
import anyAscii from 'any-ascii';
import type { IdentifierKind } from './kinds.ts';
import { normaliseWallet } from './wallets.ts';

/** The minimum length. Shorter numbers belong to too many people. */
const LEAST_LENGTH = 4;
const MOST_LENGTH = 64;

/** Keeps only letters and digits, in capitals, in any script. Separators carry no information. */
function compact(text: string): string {
  return anyAscii(text.replaceAll(/[#№]/g, '').normalize('NFKC'))
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}

/** Checks ISO 7064 MOD 97-10, with letters as two digits. */
function isMod97(text: string): boolean {
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest === 1;
}

const SHIP_WEIGHTS = [7, 6, 5, 4, 3, 2];
const COMPANY_WEIGHTS = [8, 6, 4, 2, 9, 7];

/** Compares the last digit with a weighted sum of the others. The weights differ for ships and companies. */
function hasImoDigit(digits: string): boolean {
  const sum = (weights: readonly number[]): number =>
    weights.reduce((all, weight, i) => all + weight * Number(digits[i]), 0);
  const last = Number(digits[6]);
  return sum(SHIP_WEIGHTS) % 10 === last || (11 - (sum(COMPANY_WEIGHTS) % 11)) % 10 === last;
}

type Rule = {
  /** Returns undefined for texts that are not valid for the kind. */
  read: (text: string) => string | undefined;
  problem: string;
};

function matching(pattern: RegExp, prefix = ''): Rule['read'] {
  return (text) => {
    const value = compact(text);
    const bare = value.startsWith(prefix) ? value.slice(prefix.length) : value;
    return pattern.test(bare) ? bare : undefined;
  };
}

function checked(read: Rule['read'], isRight: (value: string) => boolean): Rule['read'] {
  return (text) => {
    const value = read(text);
    return value !== undefined && isRight(value) ? value : undefined;
  };
}

const NUMBER: Rule = {
  read: (text) => {
    const value = compact(text);
    return value.length < LEAST_LENGTH || value.length > MOST_LENGTH ? undefined : value;
  },
  problem: `must have ${LEAST_LENGTH} to ${MOST_LENGTH} letters and digits`,
};

const RULES: Readonly<Record<IdentifierKind, Rule>> = {
  passport: NUMBER,
  national_id: NUMBER,
  tax_id: NUMBER,
  company_number: NUMBER,
  other: NUMBER,
  lei: {
    read: checked(matching(/^[A-Z0-9]{18}\d\d$/), isMod97),
    problem: 'is no LEI: 20 letters and digits, the last two of which check the others',
  },
  // The code without the office identifies the institution.
  bic: {
    read: (text) => matching(/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/)(text)?.slice(0, 8),
    problem: 'is no BIC: 8 or 11 letters and digits, the first six of them letters',
  },
  iban: {
    read: checked(matching(/^[A-Z]{2}\d\d[A-Z0-9]{11,30}$/, 'IBAN'), (value) =>
      isMod97(value.slice(4) + value.slice(0, 4)),
    ),
    problem: 'is no IBAN: a country, two digits that check the others, and the account',
  },
  imo: {
    read: checked(matching(/^\d{7}$/, 'IMO'), hasImoDigit),
    problem: 'is no IMO number: seven digits, the last of which checks the others',
  },
  mmsi: { read: matching(/^\d{9}$/, 'MMSI'), problem: 'is no MMSI: nine digits' },
  call_sign: {
    read: matching(/^[A-Z0-9]{3,10}$/),
    problem: 'is no call sign: 3 to 10 letters and digits',
  },
  tail_number: {
    read: matching(/^[A-Z0-9]{3,10}$/),
    problem: 'is no tail number: 3 to 10 letters and digits',
  },
  wallet: { read: normaliseWallet, problem: 'is no address of a wallet, or has a wrong checksum' },
};

/** Returns the identifier in normal form; undefined if it is not valid for its kind (`problemOf` explains why). */
export function normalise(kind: IdentifierKind, value: string): string | undefined {
  return RULES[kind].read(value);
}

/** Returns the reason why `normalise` rejects values of a kind, without repeating a value. */
export function problemOf(kind: IdentifierKind): string {
  return RULES[kind].problem;
}

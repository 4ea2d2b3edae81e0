import { MAX_NAME_CHARS } from '../../../names/canonical/canonical.ts';
import { assign } from '../../../names/score/assignment.ts';
import { compoundLike } from './compounds.ts';
import { holderIn, type HolderProblem } from './holder.ts';
import { compareCut, compareWords, type MatchKind, type WordMatch } from './similarity.ts';
import { KNOWN_NAMES, SPELLINGS } from './tables.ts';
import { isIn, verdictOf, type Verdicts } from './verdicts.ts';
import {
  behindHonorifics,
  hasJoiner,
  lastLetters,
  mayBeBusiness,
  holdersOf,
  nameWords,
  parseName,
  wordOf,
  type Parsed,
  type Word,
} from './words.ts';

export type ClaimedName = { firstName: string; middleName?: string; lastName: string };

type NameField = 'firstName' | 'lastName';

export type NameMatch = {
  /** 0 to 100, at most 2 decimals. */
  score: number;
  /** Claimed words with a partner; never a word of the record. */
  matches: { claimed: string; kind: MatchKind }[];
  /** Claimed words without a partner. */
  unmatched: string[];
  /** The verdict on each claimed field. */
  verdicts: Verdicts;
  /** The reason why the record verifies no person; undefined if only the names decide. */
  problem?: HolderProblem;
  /** The result without any name: everything that may be stored in the clear. */
  summary: {
    matchedFields: NameField[];
    kinds: Partial<Record<MatchKind, number>>;
    /** Both names are one word. */
    singleName?: true;
  };
};

/** The highest score of a match that does not identify one person. */
const CAP = 60;
/** The highest score of a short form that may belong to another person's name. */
const CAP_OF_SEVERAL = 65;
const UNMATCHED_WEIGHT = 0.5;
/** The cost that breaks a tie: of two equal sums, the one with fewer pairs scores higher. */
const COST_OF_A_PAIR = 0.001;

type Reading = { claimed: readonly Word[]; record: readonly Word[]; cut: Word | undefined };
type Aligned = { claimed: Word; record: Word | undefined; match: WordMatch | undefined };
type Alignment = { aligned: Aligned[]; recordLeft: Word[]; score: number };

/** The best one-to-one alignment of the words, by the sum of similarities. */
function align({ claimed, record, cut }: Reading): Alignment {
  const matches = claimed.map((a) =>
    record.map((b) => compareWords(a, b) ?? (b === cut ? compareCut(a, b) : undefined)),
  );
  const gains = Float64Array.from(matches.flat(), (match) =>
    match === undefined ? 0 : match.similarity - COST_OF_A_PAIR,
  );
  const partners = assign(gains, claimed.length, record.length);
  const aligned = claimed.map((word, i) => ({
    claimed: word,
    record: record[partners[i]!],
    match: matches[i]![partners[i]!],
  }));
  let sum = 0;
  let weight = 0;
  for (const { match } of aligned) {
    sum += match?.similarity ?? 0;
    weight += match === undefined ? UNMATCHED_WEIGHT : 1;
  }
  const taken = new Set(partners);
  const recordLeft = record.filter((_, i) => !taken.has(i));
  return { aligned, recordLeft, score: weight === 0 ? 0 : (100 * sum) / weight };
}

type Fields = Readonly<Record<NameField | 'middleName', ReadonlySet<string>>>;
const FIELDS: readonly NameField[] = ['firstName', 'lastName'];

function matchedFields({ aligned }: Alignment, fields: Fields): NameField[] {
  return FIELDS.filter((field) =>
    aligned.some(
      ({ claimed, match }) =>
        match !== undefined && match.kind !== 'initial' && isIn(claimed, fields[field]),
    ),
  );
}

/**
 * Returns true for Temi Tope next to Temidayo: the short form is half of another name, whose other half is unmatched.
 */
function isHalfOfAnother(short: Word, full: Word, left: readonly Word[]): boolean {
  return left.some(({ letters }) =>
    [short.letters + letters, letters + short.letters].some(
      (name) => KNOWN_NAMES.has(name) && compareWords(wordOf(name), full) === undefined,
    ),
  );
}

/** True if a name is one word, which forms with two fields require twice. */
function isSingle({ words }: Parsed): boolean {
  return words.length === 1;
}

/** The name, reduced to one word if it only repeats that word. */
function withoutRepeats(name: Parsed): Parsed {
  const [first, ...more] = name.words;
  return first !== undefined && more.every(({ letters }) => letters === first.letters)
    ? { ...name, words: [first] }
    : name;
}

/** True if claim and record, with this alignment, are the same person as far as names can show. */
function isConclusive(
  alignment: Alignment,
  fields: Fields,
  claimed: Parsed,
  record: Parsed,
): boolean {
  if (claimed.business !== record.business) {
    // Inv and Investments.
    if (!mayBeBusiness(claimed.business ? record : claimed)) return false;
  }
  const bothGenerations = claimed.generation !== undefined && record.generation !== undefined;
  if (bothGenerations && claimed.generation !== record.generation) return false;
  const full = alignment.aligned.filter(
    ({ match }) => match !== undefined && match.kind !== 'initial',
  );
  if (full.length < 2 && !(full.length === 1 && isSingle(claimed) && isSingle(record)))
    return false;
  // Two slips or two short forms together mean two doubtful words.
  if (!full.some(({ match }) => match!.kind === 'exact' || match!.kind === 'variant')) return false;
  // Aisha Sani Bello is not her father, Sani Bello.
  const matched = matchedFields(alignment, fields);
  if (FIELDS.some((field) => fields[field].size > 0 && !matched.includes(field))) return false;
  const claimedLeft = alignment.aligned.filter(({ match }) => match === undefined);
  for (const { claimed: a, record: b, match } of alignment.aligned) {
    if (match?.kind !== 'short_form') continue;
    const claimedIsShort = a.letters.length < b!.letters.length;
    const left = claimedIsShort ? claimedLeft.map((each) => each.claimed) : alignment.recordLeft;
    if (claimedIsShort ? isHalfOfAnother(a, b!, left) : isHalfOfAnother(b!, a, left)) return false;
  }
  // Each side has a name that the other lacks. It may be a married name, unless a given name differs.
  const missing = alignment.aligned.filter(
    ({ claimed: { kind }, match }) =>
      kind === 'full' && (match === undefined || match.kind === 'initial'),
  );
  return !(
    alignment.recordLeft.some(({ kind }) => kind === 'full') &&
    missing.some(
      (each) =>
        claimed.business ||
        isIn(each.claimed, fields.firstName) ||
        isIn(each.claimed, fields.middleName),
    )
  );
}

/** Returns true if an aligned word is in names of several people, and fewer than two other words certainly agree. */
function mayBeAnother({ aligned }: Alignment): boolean {
  const sure = aligned.filter(({ match }) => match?.kind === 'exact' || match?.kind === 'variant');
  return aligned.some(({ match }) => match?.isSeveralPeoples) && sure.length < 2;
}

/** The readings of words written apart or joined, and of words that may be a title or a name. */
function readings(claimed: Parsed, record: Parsed, cut: Word | undefined): Reading[] {
  const all = (own: Parsed, other: Parsed) =>
    [own.words, behindHonorifics(own.words), compoundLike(own, other)].filter(
      (words) => words !== undefined,
    );
  const [claims, records] = [all(claimed, record), all(record, claimed)];
  return claims.flatMap((c) => records.map((r) => ({ claimed: c, record: r, cut })));
}

function toResult(
  alignment: Alignment,
  score: number,
  fields: Fields,
  isSingleName: boolean,
): NameMatch {
  const matches: NameMatch['matches'] = [];
  const kinds: NameMatch['summary']['kinds'] = {};
  for (const { claimed, match } of alignment.aligned) {
    if (match === undefined) continue;
    matches.push({ claimed: claimed.text, kind: match.kind });
    kinds[match.kind] = (kinds[match.kind] ?? 0) + 1;
  }
  const unmatched = alignment.aligned.filter(({ match }) => match === undefined);
  return {
    score: Math.round(score * 100) / 100,
    matches,
    unmatched: unmatched.map(({ claimed }) => claimed.text),
    verdicts: {
      firstName: verdictOf(alignment, fields.firstName),
      middleName: verdictOf(alignment, fields.middleName),
      lastName: verdictOf(alignment, fields.lastName),
    },
    summary: {
      matchedFields: matchedFields(alignment, fields),
      kinds,
      ...(isSingleName && { singleName: true as const }),
    },
  };
}

/**
 * Returns the certainty that a claimed name is the name in a register or of an account, given as one string in any
 * order. Of several holders, the one that agrees best counts. 70 is the usual threshold: above it, both are the same
 * person as far as names can show. The rules are in docs/name-matching.md. Never throws. Takes bounded time: it reads
 * 400 characters and 16 words of each name. `isOneField`: the record is a single field, whose end may be cut.
 * `hasSameBirth`: the dates of birth agree.
 */
export function matchNames(
  claimed: ClaimedName,
  record: string,
  {
    isOneField = true,
    hasSameBirth = false,
  }: { isOneField?: boolean; hasSameBirth?: boolean } = {},
): NameMatch {
  const whole = record.slice(0, MAX_NAME_CHARS);
  const { text, problem, child } = holderIn(whole);
  if (problem === 'held_for_another' && haveSameWords(textOf(claimed), whole))
    return matchHolders(claimed, whole, { mayBeCut: isOneField, hasSameBirth });
  const match = matchHolders(claimed, text, {
    mayBeCut: isOneField && text === whole,
    hasSameBirth,
  });
  // A parent's name is a part of the holder's name only next to a part of the holder's own.
  if (
    child !== undefined &&
    matchHolders(claimed, child, { mayBeCut: false, hasSameBirth }).score === 0
  )
    return { ...match, score: 0, problem: 'held_for_another' };
  if (problem === undefined) return match;
  const score = problem === 'deceased' ? Math.min(match.score, CAP) : match.score;
  return { ...match, score, problem };
}

/** A claimed name as one text. */
function textOf({ firstName, middleName = '', lastName }: ClaimedName): string {
  return [firstName, middleName, lastName].filter((part) => part !== '').join(' ');
}

/** Lengths of fields that cut names: 22 to 40 characters at banks, 70 and 140 in ISO 20022 messages. */
function isOfCutLength(record: string): boolean {
  const { length } = record.trim();
  return (length >= 22 && length <= 40) || length === 70 || length === 140;
}

/** A claim with all words of the record also has the phrase: Registered Trustees of Grace Church. */
function haveSameWords(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) =>
    parseName(text)
      .words.map(({ letters, form }) => SPELLINGS.get(letters) ?? form)
      .toSorted()
      .join(' '),
  );
  return one === other;
}

/** The match with the best agreeing holder of a record. */
function matchHolders(
  claimed: ClaimedName,
  record: string,
  { mayBeCut, hasSameBirth }: { mayBeCut: boolean; hasSameBirth: boolean },
): NameMatch {
  const claimText = textOf(claimed);
  const claim = withoutRepeats(parseName(claimText));
  const fields = {
    firstName: new Set(nameWords(claimed.firstName)),
    middleName: new Set(nameWords(claimed.middleName ?? '')),
    lastName: new Set(nameWords(claimed.lastName)),
  };
  const whole = withoutRepeats(parseName(record));
  const isOneName = claim.business && hasJoiner(claimText);
  const cutLetters = mayBeCut && isOfCutLength(record) ? lastLetters(record) : undefined;
  const holders = isOneName ? [record] : holdersOf(record);
  let best: NameMatch | undefined;
  for (const text of holders) {
    const holder = holders.length === 1 ? whole : { ...parseName(text), business: whole.business };
    const cut = holder.words.findLast(({ letters }) => letters === cutLetters);
    for (const reading of readings(claim, holder, cut)) {
      const alignment = align(reading);
      const conclusive = isConclusive(alignment, fields, claim, holder);
      const cap = !hasSameBirth && mayBeAnother(alignment) ? CAP_OF_SEVERAL : 100;
      const score = Math.min(alignment.score, conclusive ? cap : CAP);
      if (best === undefined || score > best.score)
        best = toResult(alignment, score, fields, isSingle(claim) && isSingle(holder));
    }
  }
  return best!;
}

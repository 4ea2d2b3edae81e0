import { wordsOf, locale } from '../../texts/text.ts';
import { identifierText } from '../../parts/asked.tsx';
import type { SignedCase } from '../../queries/case.ts';
import { t as asked } from '../../texts/screens/asked.ts';
import { t } from '../../texts/screens/case-file.ts';
import {
  codeVerdict,
  dateVerdict,
  weighed,
  type Compared,
  type FactVerdict,
  type WeighedFact,
} from './fact-verdicts.ts';

const REGIONS = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });

/** Returns the code of a country with its name; another text stays unchanged. */
function countryText(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? REGIONS.of(code) : undefined;
  return name === undefined ? code : `${name} (${code})`;
}

type Subject = SignedCase['subjects'][number];
type Entity = SignedCase['entries'][number]['entry'];
export type Match = SignedCase['hits'][number]['match'];

/** A fact of both sides, with the verdict of a comparison. */
export type FactOfBoth = { fact: string; ours: string[]; theirs: string[]; verdict: FactVerdict };

export function factVerdictText(verdict: FactVerdict): string {
  return t(`verdict.${verdict}`);
}

export function known(...values: (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** Returns the verdict on the two names that agree best: that of the customer, or an alias, and `matchedName`. */
export function nameVerdict(match: Match | undefined): FactVerdict {
  const explanation = match?.explanation;
  if (!explanation || explanation.tokens.length === 0) return 'unknown';
  const { tokens, unmatchedQuery, unmatchedCandidate, penalties } = explanation;
  if (tokens.every((token) => token.match === 'none')) return 'differs';
  const isWhole = unmatchedQuery.length + unmatchedCandidate.length === 0 && !explanation.reading;
  const isTurned = penalties.some(({ reason }) =>
    ['number_mismatch', 'syllable_order', 'filiation_turned'].includes(reason),
  );
  const isSame = isWhole && !isTurned && tokens.every((token) => token.match === 'exact');
  return isSame ? 'same' : 'similar';
}

function numberVerdict(match: Match | undefined): FactVerdict {
  if (match?.identifiers?.length) return 'same';
  const { identifiers } = (match?.explanation ?? {}) as Compared;
  return identifiers?.length ? 'differs' : 'unknown';
}

/** Returns the facts that at least one side has. */
export function factsOfBoth(
  subject: Subject | undefined,
  entity: Entity | undefined,
  match: Match,
): FactOfBoth[] {
  type Judge = (ours: string[], theirs: string[]) => FactVerdict;
  const by =
    (fact: WeighedFact['fact'], ifOther?: FactVerdict): Judge =>
    (ours, theirs) =>
      codeVerdict(weighed(match, fact), ours, theirs, ifOther);
  const sides: [fact: string, ours: string[], theirs: string[], judge: Judge][] = [
    [
      t('hit.name'),
      known(subject?.name),
      known(match?.name ?? entity?.name, match?.matchedName),
      () => nameVerdict(match),
    ],
    [
      asked('asked.aliases'),
      subject?.aliases ?? [],
      known(match?.matchedName, ...(entity?.aliases.map(({ name }) => name) ?? [])).filter(
        (name) => name !== (match?.name ?? entity?.name),
      ),
      (ours, theirs) => codeVerdict(undefined, ours, theirs),
    ],
    [
      t('hit.dob'),
      known(subject?.dob ?? subject?.birthDate),
      entity?.dobs.length ? entity.dobs : known(match?.dob),
      (ours, theirs) => dateVerdict(match, ours, theirs),
    ],
    [
      t('hit.country'),
      known(subject?.country, ...(subject?.nationality ?? [])),
      entity?.countries.length ? entity.countries : known(match?.country),
      by('nationality', 'differs'),
    ],
    [
      asked('asked.type'),
      known(subject?.type).map(wordsOf),
      known(entity?.entityType).map(wordsOf),
      by('type'),
    ],
    [
      asked('asked.gender'),
      known(subject?.gender).map(wordsOf),
      known(entity?.gender).map(wordsOf),
      by('gender', 'differs'),
    ],
    [
      asked('asked.birthPlace'),
      known(subject?.birthPlace),
      entity?.birthPlaces ?? [],
      by('birthPlace'),
    ],
    [asked('asked.addresses'), subject?.addresses ?? [], entity?.addresses ?? [], by('address')],
    [
      asked('asked.identifiers'),
      subject?.identifiers?.map(identifierText) ?? [],
      entity?.identifiers.map(({ kind, value }) => `${kind}: ${value}`) ?? [],
      () => numberVerdict(match),
    ],
  ];
  const weak = entity?.aliases.filter(({ quality }) => quality === 'weak').map(({ name }) => name);
  const shown: Record<string, (value: string) => string> = {
    [t('hit.country')]: countryText,
    [asked('asked.aliases')]: (name) => (weak?.includes(name) ? t('file.weak', { name }) : name),
  };
  return sides
    .filter(([, ours, theirs]) => ours.length + theirs.length > 0)
    .map(([fact, ours, theirs, judge]) => ({
      fact,
      ours: shown[fact] ? ours.map(shown[fact]) : ours,
      theirs: shown[fact] ? theirs.map(shown[fact]) : theirs,
      verdict: ours.length > 0 && theirs.length > 0 ? judge(ours, theirs) : 'unknown',
    }));
}

import { wordsOf } from '../../texts/text.ts';
import { identifierText } from '../../parts/asked.tsx';
import type { SignedCase } from '../../queries/signed-case.ts';
import { t as asked } from '../../texts/screens/asked.ts';
import { t } from '../../texts/screens/case-file.ts';
import { countryText } from '../../texts/countries.ts';

type Subject = SignedCase['subjects'][number];
type Entity = SignedCase['entries'][number]['entry'];
type Match = SignedCase['hits'][number]['match'];

type FactVerdict = 'same' | 'consistent' | 'differs' | 'unknown';
/** A fact of both sides, with the verdict of a comparison. */
export type FactOfBoth = { fact: string; ours: string[]; theirs: string[]; verdict: FactVerdict };

export function factVerdictText(verdict: FactVerdict): string {
  return t(`verdict.${verdict}`);
}

function known(...values: (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** A year, or a year with a month, is the beginning of a date. A tilde marks an approximate date. */
function isPart(one: string, other: string): boolean {
  const [left, right] = [`${one.replace(/~$/, '')}-`, `${other.replace(/~$/, '')}-`];
  return left.startsWith(right) || right.startsWith(left);
}

function verdictOf(ours: string[], theirs: string[]): FactVerdict {
  if (ours.length === 0 || theirs.length === 0) return 'unknown';
  const [left, right] = [ours, theirs].map((side) => side.map((one) => one.toLowerCase()));
  if (left!.some((one) => right!.includes(one))) return 'same';
  const agrees = left!.some((one) => right!.some((other) => isPart(one, other)));
  return agrees ? 'consistent' : 'differs';
}

/** Returns the facts that at least one side has. */
export function factsOfBoth(
  subject: Subject | undefined,
  entity: Entity | undefined,
  match: Match,
): FactOfBoth[] {
  const sides: [string, string[], string[]][] = [
    [t('hit.name'), known(subject?.name), known(match?.name ?? entity?.name)],
    [
      asked('asked.aliases'),
      subject?.aliases ?? [],
      known(match?.matchedName, ...(entity?.aliases.map(({ name }) => name) ?? [])),
    ],
    [
      t('hit.dob'),
      known(subject?.dob ?? subject?.birthDate),
      entity?.dobs.length ? entity.dobs : known(match?.dob),
    ],
    [
      t('hit.country'),
      known(subject?.country, ...(subject?.nationality ?? [])),
      entity?.countries.length ? entity.countries : known(match?.country),
    ],
    [
      asked('asked.type'),
      known(subject?.type).map(wordsOf),
      known(entity?.entityType).map(wordsOf),
    ],
    [
      asked('asked.gender'),
      known(subject?.gender).map(wordsOf),
      known(entity?.gender).map(wordsOf),
    ],
    [asked('asked.birthPlace'), known(subject?.birthPlace), entity?.birthPlaces ?? []],
    [asked('asked.addresses'), subject?.addresses ?? [], entity?.addresses ?? []],
    [
      asked('asked.identifiers'),
      subject?.identifiers?.map(identifierText) ?? [],
      entity?.identifiers.map(({ kind, value }) => `${kind}: ${value}`) ?? [],
    ],
  ];
  const weak = entity?.aliases.filter(({ quality }) => quality === 'weak').map(({ name }) => name);
  const shown: Record<string, (value: string) => string> = {
    [t('hit.country')]: countryText,
    [asked('asked.aliases')]: (name) => (weak?.includes(name) ? t('file.weak', { name }) : name),
  };
  return sides
    .filter(([, ours, theirs]) => ours.length + theirs.length > 0)
    .map(([fact, ours, theirs]) => ({
      fact,
      ours: shown[fact] ? ours.map(shown[fact]) : ours,
      theirs: shown[fact] ? theirs.map(shown[fact]) : theirs,
      verdict: verdictOf(ours, theirs),
    }));
}

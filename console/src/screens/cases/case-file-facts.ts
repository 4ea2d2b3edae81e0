import { identifierText } from '../../parts/asked.tsx';
import type { SignedCase } from '../../queries/signed-case.ts';
import { t as asked } from '../../texts/screens/asked.ts';
import { t } from '../../texts/screens/case-file.ts';

type Subject = SignedCase['subjects'][number];
type Entity = SignedCase['entries'][number]['entry'];
type Match = SignedCase['hits'][number]['match'];

/** A fact of both sides, with the verdict of a comparison. */
export type FactOfBoth = { fact: string; ours: string[]; theirs: string[]; verdict: string };

function known(...values: (string | null | undefined)[]): string[] {
  return [...new Set(values.filter((value) => typeof value === 'string'))];
}

/** A year, or a year with a month, is the beginning of a date. */
function isPart(one: string, other: string): boolean {
  return one.startsWith(`${other}-`) || other.startsWith(`${one}-`);
}

function verdictOf(ours: string[], theirs: string[]): string {
  if (ours.length === 0 || theirs.length === 0) return t('verdict.unknown');
  const [left, right] = [ours, theirs].map((side) => side.map((one) => one.toLowerCase()));
  if (left!.some((one) => right!.includes(one))) return t('verdict.same');
  const agrees = left!.some((one) => right!.some((other) => isPart(one, other)));
  return t(agrees ? 'verdict.consistent' : 'verdict.differs');
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
    [asked('asked.type'), known(subject?.type), known(entity?.entityType)],
    [asked('asked.gender'), known(subject?.gender), known(entity?.gender)],
    [asked('asked.birthPlace'), known(subject?.birthPlace), entity?.birthPlaces ?? []],
    [asked('asked.addresses'), subject?.addresses ?? [], entity?.addresses ?? []],
    [
      asked('asked.identifiers'),
      subject?.identifiers?.map(identifierText) ?? [],
      entity?.identifiers.map(({ kind, value }) => `${kind}: ${value}`) ?? [],
    ],
  ];
  return sides
    .filter(([, ours, theirs]) => ours.length + theirs.length > 0)
    .map(([fact, ours, theirs]) => ({ fact, ours, theirs, verdict: verdictOf(ours, theirs) }));
}

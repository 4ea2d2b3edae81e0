/** Converts names from the form in lists to their spoken order. */
import { publishedName, readingsIn } from '../../../names/index.ts';
import { bracketedNames } from './bracketed.ts';
import type { ImportedAlias, ImportedEntry } from './types.ts';

/** Maximum length of a name. Longer "names" are damaged rows; the longest of the real OFAC list has 158. */
export const MAX_NAME_LENGTH = 1000;

/** Maximum number of characters of an id. It is part of an index, whose rows PostgreSQL limits to 2,704 bytes. */
export const MAX_ID_LENGTH = 500;

/**
 * Maximum number of an entry's aliases, of its numbers and so on. Real entries have hundreds; more would delay all
 * screenings.
 */
export const MAX_VALUES = 2000;

/**
 * Maximum length of a text that many entries may refer to, such as a part of a place: a file contains it once, and many
 * entries get it.
 */
const MAX_SHARED_CHARS = 500;

/** Returns a text that many entries may refer to, cut to the stored length. */
export function sharedText(text: string): string {
  return cleanText(text).slice(0, MAX_SHARED_CHARS).toWellFormed();
}

/** Suffixes after a separate comma: "DELOS REYES, Feliciano Semborio, Jr.". */
const SUFFIX = /^(?:jr|sr|i{2,3}|iv)\.?$/i;

/** Returns one line with single spaces, and none around it. */
export function cleanText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Returns a cell for a message: quoted, and short enough for a log line. */
export function quote(cell: string): string {
  return JSON.stringify(cell.length > 40 ? `${cell.slice(0, 40)}…` : cell);
}

/** Returns the reason why a text cannot be a name, to follow the name of its column; undefined if it can. */
export function nameProblem(name: string | undefined): string | undefined {
  if (name === undefined || /^[\s,]*$/.test(name)) return 'is empty';
  if (!/[\p{L}\p{N}]/u.test(name)) return 'has no letter or digit';
  if (name.length > MAX_NAME_LENGTH) return `is longer than ${MAX_NAME_LENGTH} characters`;
  return undefined;
}

/**
 * Returns the name of an entry: the written one or, if that cannot be a name, its first usable alias, preferably a
 * strong one. So every listed party has an entry, and the fault is reported.
 * @param what the source's name for the written name, such as `sdn_name`
 */
export function primaryName(
  what: string,
  written: string | undefined,
  aliases: readonly ImportedAlias[],
  report: (reason: string) => void,
): { name: string } | { problem: string } {
  const problem = nameProblem(written);
  if (written !== undefined && problem === undefined) return { name: written };
  const usable = aliases.filter(({ name }) => nameProblem(name) === undefined);
  const alias = usable.find(({ quality }) => quality === 'strong') ?? usable[0];
  if (alias === undefined) return { problem: `${what} ${problem}` };
  report(`${what} ${problem}: its alias "${alias.name}" is used instead`);
  return { name: alias.name };
}

/** Matches words for "also" that begin the text in brackets. */
const ALSO =
  /(?<=[([（]\s*)(?:а также|также|он же|она же|теж|також|also|auch|aussi|également|también|também|anche)\s+(?=\S)/giu;

const UNITS = '(?:offices|branches|subsidiaries|affiliates|units)';
/** Matches text about an organization's offices: (all offices worldwide), The following branches of. */
const OFFICES = new RegExp(
  String.raw`^(?:the\s+)?(?:(?:following|all)\s+)?${UNITS}\s+of\s+(?:the\s+)?|[\s,;]*[([]?\s*(?<!\p{L})(?:(?:including|incl\.?|and|with)\s+)?(?:all|its|any|their)\s+(?:(?:of|its|all|other|foreign|overseas|worldwide|global)\s+)*${UNITS}(?!\p{L}).*$`,
  'iu',
);

/** Returns the name of an organization without text about its offices, if it has any. */
function withoutOffices(text: string): ImportedAlias[] {
  const name = text.replace(OFFICES, '').trim();
  return name === text || nameProblem(name) !== undefined
    ? []
    : [{ name, quality: 'strong', kind: 'aka' }];
}

/** Returns the other names that a field has after the first. */
function namesInside(written: string, { entityType }: ImportedEntry): ImportedAlias[] {
  const text = written.replace(ALSO, 'a.k.a. ');
  const names = readingsIn(text, entityType)
    .filter(({ kind }) => kind === 'part' || kind === 'former')
    .map((reading): ImportedAlias => ({
      name: reading.text,
      quality: reading.mayBlock ? 'strong' : 'weak',
      kind: reading.kind === 'former' ? 'fka' : 'aka',
    }));
  const mayBeOne = entityType === 'organization' || entityType === 'unknown';
  if (names.length > 0 || !mayBeOne) return names;
  const alone = withoutOffices(text);
  if (alone.length > 0) return alone;
  return bracketedNames(text).map(({ name, isSure }) => ({
    name,
    quality: isSure ? 'strong' : 'weak',
    kind: 'aka',
  }));
}

/**
 * Returns the entry with its names as the publisher means them, and with each of several names in one field. `raw`
 * has the unchanged fields.
 */
export function withPublishedNames(entry: ImportedEntry): ImportedEntry {
  const name = publishedName(entry.name);
  const aliases = entry.aliases.flatMap((alias) => [
    { ...alias, name: publishedName(alias.name) },
    ...namesInside(alias.name, entry),
  ]);
  const all = [...namesInside(entry.name, entry), ...aliases];
  const isSame =
    name === entry.name && all.every((alias, i) => alias.name === entry.aliases[i]?.name);
  return isSame ? entry : { ...entry, name, aliases: usableAliases(name, all, () => {}) };
}

/**
 * Returns the name of an entry and its other names from all names in a file. The name is the primary one, or the first.
 */
export function nameAndAliases(
  externalId: string,
  names: readonly (ImportedAlias & { isPrimary: boolean })[],
  report: (reason: string) => void,
): Pick<ImportedEntry, 'name' | 'aliases'> | { problem: string } {
  const aliases = names.map(({ name, quality, kind }) => ({ name, quality, kind }));
  const written = (names.find(({ isPrimary }) => isPrimary) ?? names[0])?.name;
  const primary = primaryName(`the name of ${externalId}`, written, aliases, report);
  if ('problem' in primary) return primary;
  return { ...primary, aliases: usableAliases(primary.name, aliases, report) };
}

/**
 * Returns "SURNAME, Given Names" as "Given Names SURNAME". A suffix stays last, and further commas separate given
 * names: "KNOWLES, JR., Samuel" is "Samuel KNOWLES JR.". A name without a comma stays unchanged.
 */
export function surnameLast(name: string): string {
  const [surname = '', ...others] = name
    .split(',')
    .map(cleanText)
    .filter((part) => part !== '');
  const given = others.filter((part) => !SUFFIX.test(part));
  const suffixes = others.filter((part) => SUFFIX.test(part));
  return [...given, surname, ...suffixes].join(' ');
}

/**
 * Returns aliases without duplicates and without the name. A name that is both a strong and a weak alias is strong.
 * Aliases too long for names are reported and omitted.
 */
export function usableAliases(
  name: string,
  aliases: Iterable<ImportedAlias>,
  report: (reason: string) => void,
): ImportedAlias[] {
  const byName = new Map<string, ImportedAlias>();
  for (const alias of aliases) {
    const other = byName.get(alias.name);
    if (alias.name === '' || alias.name === name) continue;
    if (alias.name.length > MAX_NAME_LENGTH) {
      report(`an alias of "${name}" is longer than ${MAX_NAME_LENGTH} characters and is omitted`);
    } else if (other === undefined || (other.quality === 'weak' && alias.quality === 'strong')) {
      byName.set(alias.name, alias);
    }
  }
  return [...byName.values()];
}

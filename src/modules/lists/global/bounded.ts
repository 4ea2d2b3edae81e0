import { MAX_VALUES } from '../import/names.ts';
import type { ImportedEntry } from '../import/types.ts';

/** The entry with no more of anything than is kept. */
export function bounded(entry: ImportedEntry, report: (reason: string) => void): ImportedEntry {
  const first = <T>(what: string, values: T[]): T[] => {
    if (values.length <= MAX_VALUES) return values;
    report(`entry ${entry.externalId}: it has ${values.length} ${what}; ${MAX_VALUES} are kept`);
    return values.slice(0, MAX_VALUES);
  };
  return {
    ...entry,
    aliases: first('aliases', entry.aliases),
    dobs: first('dates of birth', entry.dobs),
    countries: first('countries', entry.countries),
    identifiers: Object.fromEntries(first('identifiers', Object.entries(entry.identifiers))),
    programs: first('programs', entry.programs),
  };
}

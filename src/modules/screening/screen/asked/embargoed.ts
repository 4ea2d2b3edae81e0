/** Places under an embargo: compares a query's places with lists of such places. */
import { canonicalText } from '../../../../names/index.ts';
import type { PlacedHit } from '../shown-hits.ts';
import { countryCodeFromName, factsOf, type PlaceField } from '../../../../matching/index.ts';
import { countryOfBareCode } from '../../../lists/index.ts';
import type { SearchedList } from '../find-hits.ts';
import { isRemoved } from '../parts.ts';
import type { Subject } from '../question.ts';

/** Returns whole words in normalised form, with a space at each end. */
function wordsOf(text: string): string {
  return ` ${canonicalText(text, { entity: 'organization' })} `;
}

type Said = { field: PlaceField; words: string; country: string | undefined };

/** Returns the places of a query. The country of a text is the part after its last comma. */
function placesIn(subject: Subject): Said[] {
  const { birthPlace, nationality = [], addresses = [] } = factsOf(subject) ?? {};
  const ofText = (field: PlaceField, text: string): Said => {
    const last = text.split(',').at(-1)!.trim();
    const country = countryOfBareCode(last) ?? countryCodeFromName(last);
    return { field, words: wordsOf(text), country };
  };
  const ofCode = (field: PlaceField, code: string): Said => {
    return { field, words: '', country: code.toUpperCase() };
  };
  return [
    ...(subject.country === undefined ? [] : [ofCode('country', subject.country)]),
    ...nationality.map((code) => ofCode('nationality', code)),
    ...(birthPlace === undefined ? [] : [ofText('birthPlace', birthPlace)]),
    ...addresses.map((text) => ofText('addresses', text)),
  ];
}

/**
 * Returns the first name of an entry that one of the places contains as whole words, or that is its country. A code is
 * not a word: "IN" is not in "Room in Rome".
 */
function matchOf(
  names: readonly string[],
  places: readonly Said[],
): { field: PlaceField; name: string } | undefined {
  for (const name of names) {
    const code = countryOfBareCode(name);
    const words = code === undefined ? wordsOf(name) : '';
    const country = code ?? countryCodeFromName(name);
    const found = places.find(
      (said) =>
        (words.trim() !== '' && said.words.includes(words)) ||
        (country !== undefined && said.country === country),
    );
    if (found) return { field: found.field, name };
  }
  return undefined;
}

/** Returns a hit for each place of these lists that the query names. Lists of places are short, so each is checked. */
export function embargoHits(subject: Subject, lists: readonly SearchedList[]): PlacedHit[] {
  const places = lists.length > 0 ? placesIn(subject) : [];
  if (places.length === 0) return [];
  const hits: PlacedHit[] = [];
  for (const { listRevision, revision, parts } of lists)
    for (const [part, { segment, removed }] of parts.entries())
      for (let entry = 0; entry < segment.entryCount; entry += 1) {
        if (isRemoved(removed, entry)) continue;
        const [first, end] = segment.namesOf(entry);
        const names = Array.from(
          { length: end - first },
          (_, i) => segment.name(first + i, entry).text,
        );
        const found = matchOf(names, places);
        if (!found) continue;
        const { id, name } = segment.entry(entry);
        const hit: PlacedHit = {
          listKind: 'embargo',
          listId: listRevision.id,
          source: listRevision.source,
          listName: listRevision.name,
          entryId: id,
          listRevision: revision,
          name,
          matchedName: found.name,
          score: 100,
          dob: null,
          country: null,
          embargo: { field: found.field },
          explanation: { tokens: [], unmatchedQuery: [], unmatchedCandidate: [], penalties: [] },
          place: { part, entry },
        };
        hits.push(hit);
      }
  return hits;
}

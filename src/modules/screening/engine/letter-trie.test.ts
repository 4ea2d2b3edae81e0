import fc from 'fast-check';
import { expect, test } from 'vitest';
import { soundDistance, writeCodes } from '../matching/edit-distance.ts';
import { findNear, found, foundCount } from './letter-trie.ts';
import { FAINT_JOINS, LISTED, NEAR_JOINS } from './radius.ts';
import { StringList } from './trie-builder.ts';

/** Few letters, so that many words are near: cheap and dear ones, vowels, `h` and digits. */
const word = fc
  .array(fc.constantFrom(...'aeouhykqsztmnr12'), { minLength: 1, maxLength: 14 })
  .map((letters) => letters.join(''));

test('a search finds every string within the distance, of whatever length, doubled ones too', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 60 }),
      fc.array(word, { minLength: 1, maxLength: 10 }),
      fc.constantFrom(LISTED, FAINT_JOINS, NEAR_JOINS),
      fc.constantFrom(0, 7, 40),
      (words, asked, { letters: limits }, longest) => {
        const strings = new StringList();
        for (const [id, each] of words.entries()) strings.push(each, id);
        const tries = { forward: strings.trie(true), backward: strings.trie(false, longest) };
        const codes = new Uint8Array(40);
        for (const query of [...asked, ...words]) {
          findNear(tries, codes, writeCodes(query, codes), limits);
          const ids = new Set(found.subarray(0, foundCount));
          for (const [id, each] of words.entries()) {
            const limit = limits[Math.max(each.length, query.length)]!;
            if (soundDistance(query, each) <= limit) expect(ids, `${query} ${each}`).toContain(id);
          }
        }
      },
    ),
    { numRuns: 60 },
  );
});

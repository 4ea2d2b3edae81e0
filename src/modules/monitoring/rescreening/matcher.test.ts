import { expect, test } from 'vitest';
import { tracerOf } from '../../../matching/identifiers/trace.ts';
import { buildMatcher } from './matcher.ts';

/** Words that are joined in one of two names and separate in the other, with more words than are compared. */
const PAIRS = [...'bdfgklmn'].map((letter, i) => [
  `${letter}alo${letter}a`,
  `t${'aeiou'[i % 5]}nk${letter}a`,
]);
const OTHERS = [...'bcdfghjklmnpqrst'].map((letter) => `${letter}o${letter}alia`).join(' ');
function written(isApart: (pair: number) => boolean, more: string): string {
  return `${PAIRS.map((words, i) => words.join(isApart(i) ? ' ' : '')).join(' ')} ${OTHERS} ${more}`;
}

const LISTED = Array.from({ length: 20 }, (_, i) => ({
  id: `ent_${i}`,
  name: written((at) => at >= 4, `walia${i}`),
  entityType: 'unknown',
  aliases: [],
  dobs: [],
  countries: [],
  identifiers: null,
  revision: 1,
}));
const HEAD = {
  id: 'lst_1',
  kind: 'tenant_blocklist',
  source: 'slow',
  name: 'Slow',
  revision: 1,
  stamp: '',
  entryCount: LISTED.length,
  global: false,
};
const SUBJECT = {
  subjectId: 'customer-1',
  name: written((i) => i < 4, 'walia'),
  dob: null,
  country: null,
  identifiers: null,
  facts: null,
  aliases: null,
  threshold: 85,
  version: 1,
};
function matcher() {
  return buildMatcher(
    { orgId: 'org_1' },
    HEAD,
    (async function* () {
      yield LISTED;
    })(),
    tracerOf('secret', 'org_1'),
  );
}

test('a name that takes long to compare lets the thread do other work, and is compared with all entries', async () => {
  const { match } = await matcher();
  let turns = 0;
  const others = setInterval(() => (turns += 1), 1);
  const matched = await match(SUBJECT, new AbortController().signal);
  clearInterval(others);
  expect(turns).toBeGreaterThan(10);
  expect(matched).toHaveLength(LISTED.length);
});

test('the comparison of a name that takes long is abandoned with its run', async () => {
  const { match } = await matcher();
  const controller = new AbortController();
  const matched = match(SUBJECT, controller.signal);
  controller.abort(new Error('given up'));
  await expect(matched).rejects.toThrow('given up');
});

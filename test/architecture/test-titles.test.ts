import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

/** Verbs that titles are made with, beside words that end like one. A sentence without any is a fragment. */
const VERB =
  /\b(accepts|add|answer|answers|begins|give|see|finds?|fails?|marks|runs?|come|cost|is|are|was|were|has|have|had|do|may|can|cannot|must|will|would|be|been|being|ask|become|begun|broken|brings|built|comes|costs|counts|cut|differ|drops|ends|fits|found|gets|gives|given|gone|harms|held|holds|imports|keeps|kept|known|leads|leaves|left|lets?|listens|lists|loads|lost|made|mean|means|met|names|needs?|overlap|paid|put|reads|says|seen|sees|sends|sent|share|shows|spent|stands|starts|stays|stops|succeeds|taken|tells|told|waits|works|written|exists|\w+ed|\w+es)\b/i;
/** A title at the top level of a file, which no `describe` completes, also of several tests in a table. */
const TITLE = /^(?:test(?:\.each\([\s\S]*?\))?\(|\]\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/gm;

test('every title at the top level of a file is a sentence: it has a verb', () => {
  const titles = globSync('{src,test}/**/*.test.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(TITLE)].map(([, , title]) => ({
      file,
      title: title!,
    })),
  );
  expect(titles.length).toBeGreaterThan(800);
  expect(titles.filter(({ title }) => !VERB.test(title))).toEqual([]);
});

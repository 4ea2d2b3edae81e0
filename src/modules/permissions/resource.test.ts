import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern, patternProblem } from './resource.ts';

function matches(pattern: string, resource: string): boolean {
  return compilePattern(pattern)(resource);
}

describe('a resource pattern', () => {
  test.each([
    ['docs/*', 'docs/1', true],
    ['docs/*', 'docs/1/pages/2', true],
    ['docs/*', 'docs/', true],
    ['docs/*', 'docs', false],
    ['docs/*', 'my/docs/1', false],
    ['doc:*', 'doc:1', true],
    ['doc:*', 'doc:', true],
    ['doc:*', 'doc', false],
    ['a/*/c', 'a/b/c', true],
    ['a/*/c', 'a//c', false],
    ['a/*/c', 'a/b/b/c', false],
    ['a/*/c', 'a/b/c/', false],
    ['a/*/c', 'a/b', false],
    ['a/*/c*', 'a/b/cd/e', true],
    ['a/*/*', 'a/b/', true],
    ['a/*/*', 'a/b', false],
    ['*/c', 'a/c', true],
    ['*/c', '/c', false],
    ['*', 'anything/at all', true],
    ['*/*', 'a', false],
    ['*/*', 'a/', true],
  ])('the pattern %s covers %s: %s', (pattern, resource, expected) => {
    expect(matches(pattern, resource)).toBe(expected);
  });

  test('with a * that is neither the last character nor a whole segment is rejected', () => {
    for (const pattern of ['**', 'a*b', '*a', 'a/b*/c', 'a/**', 'a/*b'])
      expect(patternProblem(pattern), pattern).toBeDefined();
    for (const pattern of ['*', 'a*', 'a/*', '*/a', 'a/*/b', '*/*/*', 'plain', 'a/b*', '/'])
      expect(patternProblem(pattern), pattern).toBeUndefined();
  });

  test('covers the same texts as the equivalent regular expression', () => {
    const segment = fc.constantFrom('a', 'b', '', '*', 'ab', 'a.b');
    const pattern = fc
      .tuple(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.boolean())
      .map(([segments, open]) => segments.join('/') + (open ? '*' : ''))
      .filter((text) => text.includes('*') && patternProblem(text) === undefined);
    const plain = fc.constantFrom('a', 'b', '', 'ab', 'a.b', 'c');
    const resource = fc.array(plain, { minLength: 1, maxLength: 5 }).map((all) => all.join('/'));
    fc.assert(
      fc.property(pattern, resource, (written, asked) => {
        const open = written.endsWith('*');
        const source = (open ? written.slice(0, -1) : written)
          .split('/')
          .map((one) => (one === '*' ? '[^/]+' : one.replaceAll('.', String.raw`\.`)))
          .join('/');
        expect(matches(written, asked)).toBe(
          new RegExp(`^${source}${open ? '.*' : ''}$`).test(asked),
        );
      }),
      { numRuns: 500 },
    );
  });
});

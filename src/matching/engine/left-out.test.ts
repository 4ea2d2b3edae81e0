import { expect, test } from 'vitest';
import { leftOutOf } from './left-out.ts';
import { prepareName } from './readings.ts';

test.each([
  ['Olga Testova c/o Quirin Vanders', 'Quirin Vanders', ['Olga Testova', 'c/o']],
  ['Olga Testova c/o Quirin Vanders', 'Olga Testova', ['c/o Quirin Vanders']],
  [
    'Olga Testova aka Boris Ivanov and Ivan Sidorov',
    'Ivan Sidorov',
    ['Olga Testova', 'aka', 'Boris Ivanov', 'and'],
  ],
  ['Quirin Vanders and Olga Testova', 'Quirin Vanders', ['and', 'Olga Testova']],
  ['Dr Jan v.d. Berghmans c/o Olga Testova', 'Dr Jan van der Berghmans', ['c/o Olga Testova']],
  ['王晨先生', '王晨', ['先生']],
  ['M/T Zephyrina (IMO 9356608)', 'Zephyrina', ['M/T', '(IMO 9356608)']],
])('a reading and the words that it omits are together all words of %s', (name, text, leftOut) => {
  const found = prepareName(name).find(({ reading }) => reading?.text === text);
  expect(leftOutOf(found!.reading!)).toEqual(leftOut);
});

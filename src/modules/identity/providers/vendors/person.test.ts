import { UNREADABLE } from './dates.ts';
import { expect, test } from 'vitest';
import { clean, person } from './person.ts';

test.each([
  ['  ADE \u0000\n OJO ', 'ADE OJO'],
  ["O'Neil-Ọlá", "O'Neil-Ọlá"],
  ['Null', 'Null'],
  ['NA', 'NA'],
  ['', null],
  [' ', null],
  ['.', null],
  ['****', null],
  ['N/A', null],
  ['Not Available', null],
  ['NaN-NaN-NaN', null],
  [null, null],
  [undefined, null],
])('%j is read as %j', (text, meaning) => {
  expect(clean(text)).toBe(meaning);
});

test('replaces half a surrogate pair with a whole character, which every store accepts', () => {
  expect(clean('AD\ud83dE')).toBe('AD\ufffdE');
});

const NOTHING = { dateOfBirth: null };

test.each([
  [{ first: 'A', middle: 'B', last: 'C', full: 'X Y' }, ['A', 'B', 'C']],
  [{ first: 'A', last: 'C' }, ['A', null, 'C']],
  [{ last: 'C' }, [null, null, 'C']],
  // Separate parts, of which one may be missing, are worth less than the full name.
  [{ last: 'C', full: 'A B C' }, [null, null, 'A B C']],
  [{ first: 'A', last: 'Not Available', full: 'A B C' }, [null, null, 'A B C']],
  [{ full: 'A B C' }, [null, null, 'A B C']],
])('finds in %j the name %j', (record, [firstName, middleName, lastName]) => {
  expect(person({ ...record, ...NOTHING })?.profile).toMatchObject({
    firstName,
    middleName,
    lastName,
  });
});

test('a record without a name gives no person', () => {
  expect(person({ first: ' ', last: 'N/A', full: '', phone: '0801', ...NOTHING })).toBeUndefined();
});

test.each([
  ['m', 'male'],
  ['M', 'male'],
  ['Male', 'male'],
  ['f', 'female'],
  ['FEMALE ', 'female'],
  ['', null],
  ['other', null],
  [undefined, null],
])('reads gender %j as %j', (gender, meaning) => {
  expect(person({ full: 'A B', gender, ...NOTHING })?.profile.gender).toBe(meaning);
});

test('a date of birth that cannot be read is null and marked', () => {
  const found = person({ full: 'A B', dateOfBirth: UNREADABLE });
  expect(found).toMatchObject({ unreadableDateOfBirth: true, profile: { dateOfBirth: null } });
  expect(person({ full: 'A B', ...NOTHING })).not.toHaveProperty('unreadableDateOfBirth');
});

import { expect, test } from 'vitest';
import { pepOf } from './pep.ts';

const TODAY = '2026-11-29';

function office(end: string | null, status?: string) {
  return {
    properties: { endDate: end === null ? [] : [end], ...(status && { status: [status] }) },
  };
}

test('names the person whose relative the entry is', () => {
  const person = { id: 'Q-1', properties: { name: ['Presidenta Pepova'] } };
  const self = { id: 'Q-2', properties: { name: ['Sponsus Pepov'] } };
  const between = { properties: { person: [person], relative: [self], relationship: ['spouse'] } };
  const raw = { id: 'Q-2', properties: { familyPerson: [between] } };
  expect(pepOf(['role.rca'], raw, TODAY)).toEqual({
    classes: ['relative'],
    of: [{ name: 'Presidenta Pepova', relation: 'spouse' }],
  });
});

test('separates relatives from office holders who have relatives', () => {
  const person = { id: 'Q-9', caption: 'Childus Pepov' };
  const raw = { id: 'Q-1', properties: { familyPerson: [{ properties: { relative: [person] } }] } };
  expect(pepOf(['role.pep'], raw, TODAY)).toEqual({ classes: ['office_holder'] });
});

test.each([
  [[office('2014-01-01')], 'former'],
  [[office(null, 'ended')], 'former'],
  [[office('2014'), office('2026-11')], 'office_holder'],
  [[office('2014'), office('2092')], 'office_holder'],
  [[office('2014'), office(null)], 'office_holder'],
  [[], 'office_holder'],
])('counts offices as former only if all have ended (%j)', (positionOccupancies, expected) => {
  const raw = { properties: { positionOccupancies } };
  expect(pepOf(['role.pep'], raw, TODAY)?.classes).toEqual([expected]);
});

test('names classes by their topics, and names no other classes', () => {
  expect(pepOf(['role.rca'], {}, TODAY)).toEqual({ classes: ['relative_or_associate'] });
  expect(pepOf(['role.judge', 'role.pep'], {}, TODAY)?.classes).toEqual(['office_holder', 'judge']);
  expect(pepOf(['sanction', 'crime'], { properties: 7 }, TODAY)).toBeUndefined();
});

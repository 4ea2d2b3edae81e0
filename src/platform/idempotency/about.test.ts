import { expect, test } from 'vitest';
import { IdMarks, idsIn } from './about.ts';

test('finds the ids in the path and in members that are named as ids, in NFC and once', () => {
  const payload = {
    query: {},
    body: {
      subjectId: 'Jose\u0301',
      itemIds: ['hit_1', 'hit_2'],
      participants: [{ externalId: 'a"b\\' }],
      name: 'Ada',
      objectId: '',
      threadId: 'a\0b',
    },
  };
  const answer = {
    success: true,
    data: { id: 'case_1', caseId: 'q"\\', userIdea: 'x', text: 'y' },
  };
  expect(idsIn(['case_1'], payload, JSON.stringify(answer))).toEqual([
    'case_1',
    'Jos\u00e9',
    'hit_1',
    'hit_2',
    'a"b\\',
    'q"\\',
  ]);
});

test('does not read a long answer', () => {
  const answer = JSON.stringify({ id: 'x'.repeat(20_000) });
  expect(idsIn([], null, answer)).toEqual([]);
});

test('marks hide ids, and differ between installations and organizations', () => {
  const ids = ['ada@example.com', 'case_1'];
  const marks = new IdMarks('a'.repeat(32)).of('org_1', ids);
  expect(marks.join()).not.toMatch(/ada|case/);
  expect(new IdMarks('a'.repeat(32)).of('org_1', ids.slice(1))).toEqual([marks[1]]);
  const others = [
    ...new IdMarks('a'.repeat(32)).of('org_2', ids),
    ...new IdMarks('b'.repeat(32)).of('org_1', ids),
  ];
  expect(others.filter((mark) => marks.includes(mark))).toEqual([]);
});

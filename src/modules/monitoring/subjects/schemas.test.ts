import { expect, test } from 'vitest';
import { normaliser } from '../../../platform/http/normalise.ts';
import { compileValidator } from '../../../platform/http/validate.ts';
import { DecideHit } from '../hits/schemas.ts';
import { repeatedSubjects } from './enrol.ts';
import { EnrolSubject, EnrolSubjects } from './schemas.ts';

const problemsOfOne = compileValidator('body', EnrolSubject);
const problemsOfAll = compileValidator('body', EnrolSubjects);
const problemsOfDecision = compileValidator('body', DecideHit);
const SUBJECT = { subjectId: 'customer-1', name: 'Adewale Ogunbanjo' };

function paths(problems: { path: string }[]): string[] {
  return problems.map(({ path }) => path);
}

test.each([
  ['subjectId', { subjectId: '' }],
  ['subjectId', { subjectId: 'x'.repeat(201) }],
  ['subjectId', { subjectId: '..' }],
  ['name', { name: 'x'.repeat(501) }],
  ['dob', { dob: '1980-02-30' }],
  ['country', { country: 'XX' }],
  ['kinds[0]', { kinds: ['tenant_allowlist'] }],
  ['threshold', { threshold: 69 }],
  ['threshold', { threshold: 101 }],
])('a wrong %s of a subject is named, alone and in bulk (%j)', (field, wrong) => {
  const subject = { ...SUBJECT, ...wrong };
  expect(paths(problemsOfOne(SUBJECT))).toEqual([]);
  expect(paths(problemsOfOne(subject))[0]).toBe(field);
  const subjects = [{ ...SUBJECT, subjectId: 'other' }, subject];
  expect(paths(problemsOfAll({ subjects }))[0]).toBe(`subjects[1].${field}`);
});

test('an empty list of kinds counts as omitted', () => {
  expect(normaliser(EnrolSubject)({ ...SUBJECT, kinds: [] })).toEqual(SUBJECT);
});

test('a bulk enrolment has 1 to 1,000 subjects, none of them twice', () => {
  const subjects = Array.from({ length: 1000 }, () => SUBJECT);
  expect(paths(problemsOfAll({ subjects }))).toEqual([]);
  expect(paths(problemsOfAll({ subjects: [...subjects, SUBJECT] }))).toEqual(['subjects']);
  expect(paths(problemsOfAll({ subjects: [] }))).toEqual(['subjects']);
  const repeated = [SUBJECT, { ...SUBJECT, subjectId: 'b' }, SUBJECT];
  expect(paths(repeatedSubjects(repeated))).toEqual(['subjects[2].subjectId']);
});

test.each([
  ['decision', { decision: 'maybe' }],
  ['reason', { reason: ' ' }],
  ['reason', { reason: 'x'.repeat(2001) }],
  ['decidedBy', { decidedBy: '' }],
  ['expectedRevision', { expectedRevision: 0 }],
])('a wrong %s of a decision is named (%j)', (field, wrong) => {
  const decision = { decision: 'true_match', reason: 'x', decidedBy: 'y' };
  expect(paths(problemsOfDecision(decision))).toEqual([]);
  expect(paths(problemsOfDecision({ ...decision, ...wrong }))[0]).toBe(field);
});

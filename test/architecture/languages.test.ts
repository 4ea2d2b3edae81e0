/** The French catalogue of the console has a text for each English one, with the same placeholders. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PARTS, TEXTS, WORDS } from '../../console/src/texts/fr/french.ts';
import { MODULES } from '../../src/modules/index.ts';
import { exportsOf, subjectAreasOf } from '../../src/modules/module.ts';
import { englishTexts } from '../console/support/catalogue.ts';

const { texts, words } = englishTexts();
const ENGLISH = new Map(texts);

/** Texts that are the same in both languages. */
const SAME = new Set([
  'Action',
  'Actions',
  'Audit',
  'Code {number}',
  'Documentation',
  'English',
  'Exports',
  'Format',
  'Formats',
  'Français',
  'Incident',
  'Message',
  'Messages',
  'Note',
  'Notes',
  'Oriki',
  'Points',
  'Programmes',
  'Relation',
  'SHA-256',
  'Score',
  'Service',
  'Source',
  'Total',
  'Type',
  'UTC',
  'Version',
  'Versions',
  'Webhook',
  'Webhooks',
  'active',
  'case_…',
  'embargo',
  'https://',
  'https://login.example.com/realms/bank',
  'note {number}',
  'sanctions',
  '{count} h',
  '{count} min',
  '{count} s',
  '{origin}, {at}, SHA-256 {hash}',
]);

function namesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)[}:]/g)].map(([, name]) => name!))].toSorted();
}

/** Returns the placeholders whose values a text shows. */
function shownIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].toSorted();
}

describe('the English catalogues', () => {
  test('have one text for each key', () => {
    expect(texts.length).toBeGreaterThan(1200);
    expect(texts.filter(([key, text]) => ENGLISH.get(key) !== text)).toEqual([]);
  });
});

test('each area with data about a customer and each type of an export has a text', () => {
  const known = new Set([...ENGLISH.keys(), ...words.map(([key]) => key)]);
  const areas = Object.keys(subjectAreasOf(MODULES)).map((area) => `held.${area}`);
  expect(areas.length).toBeGreaterThan(10);
  expect([...areas, ...Object.keys(exportsOf(MODULES))].filter((key) => !known.has(key))).toEqual(
    [],
  );
});

test('no text has a value inside of a plural, which would not be filled in', () => {
  const nested = [...texts, ...TEXTS].filter(([, text]) => /\{\w+:[^}]*\{/.test(text));
  expect(nested).toEqual([]);
});

describe('the French catalogue', () => {
  test('has a text for each English one, and no further text', () => {
    expect(
      [...ENGLISH.keys()].filter((key) => !TEXTS.has(key)),
      'without a French text',
    ).toEqual([]);
    expect(
      [...TEXTS.keys()].filter((key) => !ENGLISH.has(key)),
      'without an English text',
    ).toEqual([]);
    const keys = PARTS.flatMap((part) => Object.keys(part));
    expect(
      keys.filter((key, i) => keys.indexOf(key) !== i),
      'in two files',
    ).toEqual([]);
  });

  test('shows the values of the English text, and chooses plurals by them', () => {
    const wrong = [...TEXTS].filter(([key, text]) => {
      const original = ENGLISH.get(key) ?? '';
      const known = namesIn(original);
      return (
        shownIn(text).join() !== shownIn(original).join() ||
        !namesIn(text).every((name) => known.includes(name))
      );
    });
    expect(wrong).toEqual([]);
  });

  test('has no English text', () => {
    const left = [...TEXTS].filter(
      ([key, text]) =>
        text === ENGLISH.get(key) &&
        !SAME.has(text) &&
        /\p{L}/u.test(text.replaceAll(/\{\w+\}/g, '')),
    );
    expect(left).toEqual([]);
  });

  test('has the signs of French: a narrow space before ; ? ! and », and curved apostrophes', () => {
    const wrong = [...TEXTS.values()].filter((text) =>
      /[^\u{202F}][;?!»]|«[^\u{202F}]|['"]/u.test(text),
    );
    expect(wrong).toEqual([]);
  });

  test('has a word for each constant of the API that the console shows as words', () => {
    const { schemas } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'),
    ).components;
    const shown = [
      'ActorKind',
      'ApprovalStatus',
      'CaseItemKind',
      'CaseOutcome',
      'CasePriority',
      'CaseStatus',
      'EgressData',
      'EgressPurpose',
      'EntityType',
      'FactRelation',
      'FieldVerdict',
      'FindingStatus',
      'Gender',
      'HitStatus',
      'IdentifierKind',
      'PolicyEffect',
      'ProviderOutcome',
      'RevealReason',
      'ScreeningIdentifierKind',
      'ScreeningOutcome',
      'SessionStatus',
      'SessionStepStatus',
      'SessionStepType',
      'SignInMethod',
      'ThreadStatus',
      'VerificationKind',
      'VerificationStatus',
    ];
    const constants: string[] = shown.flatMap((name) => schemas[name]['x-extensible-enum']);
    constants.push(...words.map(([constant]) => constant));
    expect(words.length).toBeGreaterThan(150);
    const isKnown = (one: string): boolean => WORDS.has(one) || WORDS.has(one.toLowerCase());
    expect(constants.filter((one) => !isKnown(one))).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { canonicalise, scoreNames } from '../index.ts';
import { SPELLING_CLASS } from './variants.ts';

/** Spellings of one father's name by Russian, German, Polish, French, Ukrainian and Belarusian usage. */
const FATHERS: Record<string, string[]> = {
  'Andrei, of a daughter': ['Andreevna', 'Andreyevna', 'Andriivna', 'Andrejewna'],
  'Aleksei, of a son': [
    'Alekseevich',
    'Alexeyevich',
    'Aleksejevich',
    'Alekseyevitch',
    'Alexejewitsch',
    'Aleksejewicz',
    'Aliakseevich',
    'Oleksiyovych',
    'Oleksiiovych',
  ],
  'Vasily, of a son': [
    'Vasilyevich',
    'Vasilievich',
    'Wassiljewitsch',
    'Vasylovych',
    'Vassilievitch',
  ],
  'Dmitry, of a daughter': ['Dmitrievna', 'Dmitriyevna', 'Dmytrivna', 'Dmitrijewna'],
  'Grigory, of a daughter': ['Grigorievna', 'Grigoryevna', 'Hryhorivna', 'Grigorjewna'],
  'Ivan, of a daughter': ['Ivanovna', 'Ivanivna', 'Iwanowna'],
  'Nikolai, of a son': ['Nikolaevich', 'Nikolayevich', 'Mykolaiovych', 'Nikolajewitsch'],
  'Aleksandr, of a son': ['Aleksandrovich', 'Alexandrowitsch', 'Oleksandrovych', 'Aliaksandravich'],
  'Grigory, of a son': ['Grigorievich', 'Hryhorovych', 'Grigorjewitsch', 'Ryhoravich'],
  'Gennady, of a son': ['Gennadyevich', 'Hennadiiovych', 'Gennadijewitsch', 'Guennadievitch'],
  'Georgy, of a son': ['Georgievich', 'Heorhiiovych', 'Georgijewitsch', 'Heorhiyevich'],
  'Pavel, of a son': ['Pavlovich', 'Pawlowitsch', 'Pavlovych', 'Paulavich', 'Pawlowicz'],
  'Pavel, of a daughter': ['Pavlovna', 'Pawlowna', 'Pavlivna', 'Paulauna'],
  'Yakov, of a son': ['Yakovlevich', 'Jakowlewitsch', 'Yakovych', 'Yakaulevich', 'Jakovljevich'],
  'Vyacheslav, of a son': ['Vyacheslavovich', 'Wjatscheslawowitsch', 'Viachaslavavich'],
  'Lev, of a son': ['Lvovich', 'Lwowitsch', 'Lvovych', 'Lwowicz'],
  'Ilya, of a daughter': ['Ilyinichna', 'Ilinichna', 'Iljinitschna', 'Illivna'],
  'Nikita, of a son': ['Nikitich', 'Nikititsch', 'Mykytovych', 'Mikitavich'],
};

function score(a: string, b: string): number {
  return scoreNames(canonicalise(a), canonicalise(b)).score;
}

test.each(Object.entries(FATHERS))(
  'all spellings of a patronymic match each other: %s',
  (_, all) => {
    for (const a of all)
      for (const b of all)
        expect(score(`Yuri ${a} Petrov`, `Yuri ${b} Petrov`), `${a}, ${b}`).toBeGreaterThanOrEqual(
          99,
        );
  },
);

test('patronymics of two fathers, and of a son and a daughter, differ', () => {
  const classes = Object.values(FATHERS).map(([one]) => SPELLING_CLASS.get(one!.toLowerCase()));
  expect(new Set(classes).size).toBe(classes.length);
  expect(SPELLING_CLASS.get('ivanovich')).not.toBe(SPELLING_CLASS.get('ivanovna'));
});

test('another patronymic costs less than another surname, and neither is a match', () => {
  const name = 'Ivan Alekseevich Petrov';
  const [father, family] = [
    score(name, 'Ivan Aleksandrovich Petrov'),
    score(name, 'Ivan Alekseevich Sidorov'),
  ];
  expect(father).toBeGreaterThan(family);
  expect(father).toBeLessThan(85);
});

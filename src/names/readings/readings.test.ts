import { describe, expect, test } from 'vitest';
import { readingsIn } from './readings.ts';
import type { NamedType } from './field.ts';

function texts(text: string, type: NamedType = 'unknown'): string[] {
  return readingsIn(text, type).map((one) => `${one.mayBlock ? '' : '? '}${one.text}`);
}

describe('readings', () => {
  test.each([
    ['Tan Sri Najibah Razakovan', ['Najibah Razakovan']],
    ["Dr. Tan Sri Dato' Najibah Razakovan", ['Najibah Razakovan']],
    ['Encik Mahathira Mohamadov', ['Mahathira Mohamadov']],
    ['Ma Khin Thida Myint', ['Khin Thida Myint']],
    ['นายสมชาย รัตนพร', ['สมชาย รัตนพร']],
    ['г-н Иван Тестопетров', ['Иван Тестопетров']],
    ['الدكتور محمد الشريفاني', ['محمد الشريفاني']],
    ['张三先生', ['张三']],
    ['De heer Jan Testman', ['Jan Testman']],
    ['Bapak Joko Testodo', ['Joko Testodo']],
    ['Encik Suharmanto', ['? Suharmanto']],
    ['FNU Suharmanto', ['Suharmanto']],
    ['Suharmanto Onbekend', ['Suharmanto']],
    ['Igor Sechin and Olga Petrova', ['Igor Sechin', 'Olga Petrova']],
    ['Igor Sechin / Olga Petrova', ['Igor Sechin', 'Olga Petrova']],
    ['Igor & Olga Petrova', ['? Igor Petrova', 'Olga Petrova']],
    ['Viktor Bout c/o Mail Services Ltd', ['Viktor Bout', '? Mail Services Ltd']],
    ['Igor Sechin (CEO Rosneft)', ['Igor Sechin']],
    ['Igor Sechin T/A Blue Shipping', ['Igor Sechin', 'Blue Shipping']],
    ['Estate of Igor Sechin', ['? Igor Sechin']],
    ['Igor Sechin, 26 Tverskaya Street, Moscow', ['Igor Sechin']],
    ['Krishnan s/o Subramaniam', ['Krishnan bin Subramaniam']],
    ['Jurgen v.d. Bergmann', ['Jurgen van der Bergmann']],
    ['Ma. Lourdes Testo Cruz', ['maria Lourdes Testo Cruz', 'Lourdes Testo Cruz']],
    ['Đorđe Živkovićević', ['Djordje Živkovićević']],
    ['Suharmanto n/a', ['Suharmanto']],
    ['Igor Sechin u. Olga Petrova', ['Igor Sechin', 'Olga Petrova']],
    ['Igor Sechin and/or Olga Petrova', ['Igor Sechin', 'Olga Petrova']],
    ['Lim Ah Kow @ Tan Bee', ['Lim Ah Kow', 'Tan Bee']],
    ['Igor Sechin DOB 07/09/1960', ['Igor Sechin']],
    ['Acme Trading SA (in liquidation)', ['Acme Trading SA']],
    ['SEA STAR I', ['SEA STAR 1']],
    ['Andre1 Testopetrov', ['? Andrei Testopetrov', '? Andrel Testopetrov', '? Andre Testopetrov']],
    ['A8d Testopetrov', ['? Abd Testopetrov']],
    ['Awey5 Testopetrov', ['? Aweys Testopetrov', '? Awey Testopetrov']],
    ['Havanatur LLC', ['? havanatur']],
    ['Havanatur S.A.', ['? havanatur']],
    ['Testalskipol Spółka z ograniczoną odpowiedzialnością', ['? testalskipol']],
    ['广东省深圳市测试猫科技', ['广东深圳测试猫科技']],
    ['MT ARTAVIL', ['ARTAVIL']],
    ['SANCHI (IMO 9356608)', ['SANCHI']],
    ['深圳市测试猫科技有限公司', ['深圳测试猫科技']],
    [
      'Sinobright Import and Export Company; and any successor, sub-unit, or subsidiary thereof',
      ['Sinobright Import and Export Company'],
    ],
    [
      'Sema Bank Corporation (also known as SBC Holding and Semabank) / Société Banque Sema',
      [
        'Sema Bank Corporation',
        'Société Banque Sema',
        'SBC Holding and Semabank',
        'SBC Holding',
        '? Semabank',
      ],
    ],
    ['Russian: Сематест Игорь Петрович', ['Сематест Игорь Петрович']],
    ['O&#39;UKTEST &amp; SONS TRADING LTD', ["O'UKTEST & SONS TRADING LTD"]],
  ])('%s: %j', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test.each([
    'Johnson & Johnson',
    'Ahmed and Sons Ltd',
    'Trinidad and Tobago',
    'Viktor Bout',
    'Sechin, Igor',
    'Jose Ortega y Gasset',
    'Zenith Bank (Ghana) Ltd',
    'Pak Chol',
    'Ing-Marie Karlsson',
    'Al-Aqsa E.V.',
    'Temple del Pitic S.A. de C.V.',
    'Zaron Bio-Tech (Asia) Limited',
    'Foundation for Care of Children',
    'Test Studio54',
    '3M Test',
    'Test Plant 5',
  ])('%s has none', (text) => {
    expect(texts(text)).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { DateOrders, orderOf, readDate } from './date-orders.ts';
import { impossibleDate } from '../dates.ts';

test.each([
  ['1967-01-13', '1967-01-13'],
  ['1967-01', '1967-01'],
  ['1967', '1967'],
  ['1967-01-13 00:00:00', '1967-01-13'],
  ['1967-01-13T00:00:00Z', '1967-01-13'],
  ['19670113', '1967-01-13'],
  ['1967/1/13', '1967-01-13'],
  ['13.01.1967', '1967-01-13'],
  ['1.2.1967', '1967-02-01'],
  ['13/01/1967', '1967-01-13'],
  ['01/13/1967', '1967-01-13'],
  ['5/5/1967', '1967-05-05'],
  ['03/1971', '1971-03'],
  ['23-Nov-1962', '1962-11-23'],
  ['13 January 1967', '1967-01-13'],
  ['January 13, 1967', '1967-01-13'],
  ['24485', '1967-01-13'],
  ['24485.75', '1967-01-13'],
  ['13th of January 1967', '1967-01-13'],
  ['13JAN1967', '1967-01-13'],
  ['13/Jan/1967', '1967-01-13'],
  ['Fri Jan 13 1967', '1967-01-13'],
  ['13. Januar 1967', '1967-01-13'],
  ['13 de enero de 1967', '1967-01-13'],
  ['1er août 1967', '1967-08-01'],
  ['13 января 1967 г.', '1967-01-13'],
  ['13 stycznia 1967', '1967-01-13'],
  ['13 Ocak 1967', '1967-01-13'],
  ['7 července 1967', '1967-07-07'],
  ['7 červenec 1967', '1967-07-07'],
  ['7 června 1967', '1967-06-07'],
  ['13. března 1967', '1967-03-13'],
  ['13. lipnja 1967', '1967-06-13'],
  ['13 lipca 1967', '1967-07-13'],
  ['13. srpnja 1967', '1967-07-13'],
  ['13 srpna 1967', '1967-08-13'],
  ['13. marraskuuta 1967', '1967-11-13'],
  ['13 Meitheamh 1967', undefined],
  // October in Croatian, November in Polish.
  ['13. listopada 1967', '1967'],
  ['listopad 1967', '1967'],
  ['13. listopadu 1967', '1967-11-13'],
  ['13. siječnja 1967', '1967-01-13'],
  ['13 noiembrie 1967', '1967-11-13'],
  ['13. jún 1967', '1967-06-13'],
  ['13 spalio 1967', '1967-10-13'],
  ['13 tammikuuta 1967', '1967-01-13'],
  ['13 يناير 1967', '1967-01-13'],
  ['13 Ogos 1967', '1967-08-13'],
  ['1967. január 13.', '1967-01-13'],
  ['1967 Jan 13', '1967-01-13'],
  ['1967-1', '1967-01'],
  ['(1967)', '1967'],
  ['13–01–1967', '1967-01-13'],
  ['13.I.1967', '1967-01-13'],
  ['1967年1月13日', '1967-01-13'],
  ['1967년 1월 13일', '1967-01-13'],
  ['١٣/٠١/١٩٦٧', '1967-01-13'],
  ['13011967', '1967-01-13'],
  ['13 01 1967', '1967-01-13'],
  ['DOB: 13.01.1967', '1967-01-13'],
  ['enero de 1967', '1967-01'],
  ['00/01/1967', '1967-01'],
  ['1967-01-00', '1967-01'],
  ['XX/XX/1967', '1967'],
  ['1967-99-99', '1967'],
  ['??/??/1967', '1967'],
  ['about 1967', '1967~'],
  ['c1967', '1967~'],
  ['1967?', '1967~'],
  ['between 1965 and 1967', '1965/1967'],
  ['1965–1967', '1965/1967'],
  ['1965, 1967', '1965/1967'],
  ['about Jan 1967', '1967~'],
  ['circa 13 Jan 1967', '1967~'],
  ['13 Jan 1967 (approx.)', '1967~'],
  ['13/01/1967 (circa)', '1967~'],
  ['1967-01-13 (estimated)', '1967~'],
  ['Jan 1967 (approximate)', '1967~'],
  ['late 1967', '1967'],
  ['13/01/1967 (Kabul)', '1967-01-13'],
  ['24485.0', '1967-01-13'],
  ['13/01/2510', '1967-01-13'],
  ['29/02/2503', '1960-02-29'],
  ['พ.ศ. 2510', '1967'],
  ['昭和42年1月13日', '1967-01-13'],
  ['平成元年1月8日', '1989-01-08'],
  ['the 1960s', '1960/1969'],
  ['early 1960s', '1960/1969'],
  ['before 1960', undefined],
  ['after 1960', undefined],
  ['probably 1960', undefined],
  ['1402 AH', undefined],
  ['05071967', undefined],
  ['1301967', undefined],
  ['05/07/1967', undefined],
  ['16-07-68', undefined],
  ['19671301', undefined],
  ['13/13/1967', undefined],
  ['31.02.1967', undefined],
  ['soon', undefined],
  ['', undefined],
])('the date %s is read as %s', (text, expected) => {
  expect(readDate(text)).toBe(expected);
});

test('the order of a file decides the dates that do not show an order, and dates that contradict it are rejected', () => {
  expect(readDate('05/07/1967', 'DMY')).toBe('1967-07-05');
  expect(readDate('05/07/1967', 'MDY')).toBe('1967-05-07');
  expect(readDate('05/07/1967', 'YMD')).toBeUndefined();
  expect(readDate('13/07/1967', 'MDY')).toBeUndefined();
  expect(readDate('05.07.1967', 'MDY')).toBe('1967-07-05');
});

test.each([
  [['05/07/1967', '13/07/1967'], 'DMY', false],
  [['05/07/1967', '07/13/1967'], 'MDY', false],
  [['05/07/1967', '07/13/1967', '13/07/1967'], undefined, false],
  [['05/07/1967', '1967-01-01'], undefined, true],
  [['05/07/1402', '13/07/1402'], undefined, false],
  [['05/05/1967', '13.07.1967'], undefined, false],
  [[], undefined, false],
])('the dates %j are in the order %s', (texts, order, isOpen) => {
  const orders = new DateOrders();
  for (const text of texts) orders.note(text);
  expect([orders.order, orders.isOpen]).toEqual([order, isOpen]);
  expect(orderOf('no date')).toBeUndefined();
});

test.each([
  ['2092-01-01', 'is in the future'],
  ['2092', 'is in the future'],
  ['1849-12-31', 'is before 1850'],
  ['1000~', 'is before 1850'],
  ['1402-05-03', 'is before 1850'],
  ['1850', undefined],
  ['1967-01-13', undefined],
  ['1960/2092', undefined],
])('the date %s %s', (date, reason) => {
  expect(impossibleDate(date)).toBe(reason);
});

import { expect, test } from 'vitest';
import { publishedAt } from './published-at.ts';

test.each([
  [
    'un-xml',
    '<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z">',
    '2026-02-27T00:00:09.554Z',
  ],
  [
    'eu-csv',
    '﻿fileGenerationDate;Entity_LogicalId\n05/08/2026;7002;;\n',
    '2026-08-05T00:00:00.000Z',
  ],
  ['uk-csv', '﻿Report Date: 08-Oct-2026\nLast Updated,Unique ID\n', '2026-10-08T00:00:00.000Z'],
  ['uk-csv', 'Last Updated,15/10/2026\nName 6,Name 1\n', '2026-10-15T00:00:00.000Z'],
  [
    'ofac-xml',
    '<Sanctions><DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>9</Month><Day>5</Day></DateOfIssue>',
    '2026-09-05T00:00:00.000Z',
  ],
  [
    'seco-xml',
    '<swiss-sanctions-list list-type="full" date="2026-11-03">',
    '2026-11-03T00:00:00.000Z',
  ],
])('the time of publication is read from a file in the format %s', (format, head, expected) => {
  expect(publishedAt(format, head)?.toISOString()).toBe(expected);
});

test.each([
  ['csv', 'name,dateGenerated\n'],
  ['un-xml', '<CONSOLIDATED_LIST dateGenerated="soon">'],
  ['eu-csv', 'fileGenerationDate;x\n99/99/2026;1\n'],
  ['nothing', ''],
])('a file without a time of publication has none (%s)', (format, head) => {
  expect(publishedAt(format, head)).toBeUndefined();
});

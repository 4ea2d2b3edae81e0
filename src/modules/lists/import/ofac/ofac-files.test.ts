import { expect, test } from 'vitest';
import {
  importAll,
  source,
  ignore,
  sdnRow,
} from '../../../../../test/support/list-formats/import-all.ts';
import { ofacCsv } from './ofac-csv.ts';

const MAIN =
  sdnRow({ entNum: '36', name: 'ADA TRADING', type: undefined!, program: 'CUBA' }) +
  sdnRow({ entNum: '173', name: 'OBI, Ada', remarks: 'DOB 1950; nationality Nigeria; Passport' }) +
  sdnRow({ entNum: '174', name: 'EZE, Bola', remarks: `DOB 1951; ${'x'.repeat(984)}; Pass` });
const ALIASES = '173,12,"aka","OBY, Ada",-0- \r\n';
const ADDRESSES =
  '36,25,"1 High St","Lagos 101","Nigeria",-0- \r\n' +
  '36,26,-0- ,"Havana","Cuba",-0- \r\n' +
  '173,27,-0- ,-0- ,"Ghana","Residence"\r\n' +
  '999,28,-0- ,"Accra","Ghana",-0- \r\n' +
  '173,29\r\n\u001A';
const COMMENTS =
  '173,"A1234567 (Nigeria); Digital Currency Address - XBT 1Kuf2Rd8mQhTQ6Y3YPtPwZLVDMyv1N7pYC; Linked To: ADA TRADING."\r\n' +
  '174,"port B7654321 (Ghana); Gender Female."\r\n';

async function importFiles(files: { addresses?: string; comments?: string }, main = MAIN) {
  const rejections: string[] = [];
  const { addresses, comments } = files;
  const input = {
    main: source(main),
    aliases: source(ALIASES),
    addresses: addresses === undefined ? undefined : source(addresses),
    comments: comments === undefined ? undefined : source(comments),
  };
  const entries = await Array.fromAsync(
    ofacCsv.parse(
      input,
      ({ file, line, reason }) => rejections.push(`${file} ${line}: ${reason}`),
      ignore,
    ),
  );
  return { entries, rejections };
}

test('a file of longer remarks without rows means that no remark is longer', async () => {
  const { entries, rejections } = await importFiles({ comments: '' });
  expect([entries.length, rejections]).toEqual([3, []]);
});

test('addresses and longer remarks in separate files are added to their entries', async () => {
  const { entries, rejections } = await importFiles({ addresses: ADDRESSES, comments: COMMENTS });
  expect(rejections).toEqual([
    'addresses 5: the row has 2 columns instead of 6',
    'addresses 4: no usable entry has ent_num 999',
  ]);
  expect(entries).toMatchObject([
    {
      externalId: '36',
      entityType: 'person',
      facts: { addresses: ['1 High St, Lagos 101, Nigeria', 'Havana, Cuba'] },
      raw: { add: [{ add_num: '25' }, { add_num: '26' }] },
    },
    {
      externalId: '173',
      aliases: [{ name: 'Ada OBY' }],
      dobs: ['1950'],
      countries: ['NG'],
      identifiers: {
        'passport:NG': 'A1234567',
        crypto_xbt: '1Kuf2Rd8mQhTQ6Y3YPtPwZLVDMyv1N7pYC',
      },
      facts: { addresses: ['Ghana'] },
      raw: { add: [{ add_remarks: 'Residence' }], comments: [{ ent_num: '173' }] },
    },
    {
      externalId: '174',
      identifiers: { 'passport:GH': 'B7654321' },
      facts: { gender: 'female' },
    },
  ]);
});

test.each([
  ['addresses', { addresses: '<html>\n<p>Under maintenance</p>\n' }],
  ['comments', { comments: '<html>' }],
])('a file of %s without a usable row is refused', async (file, files) => {
  await expect(importFiles(files)).rejects.toMatchObject({
    message: `the ${file} file has no usable row`,
    file,
  });
});

test('rows of the other files are not reported if no row of the main file is usable', async () => {
  const { rejections } = await importFiles({ addresses: ADDRESSES }, '<html>\n');
  expect(rejections).toEqual([
    'addresses 5: the row has 2 columns instead of 6',
    'main 1: the row has 1 columns instead of 12',
  ]);
});

test('without the files an entry has only the fields of the main file', async () => {
  const [first] = (await importAll(ofacCsv, MAIN)).entries;
  expect(first).not.toHaveProperty('facts');
  expect(Object.keys(first!.raw)).toEqual(['sdn']);
});

/** Helpers of the tests of list formats. */
import type {
  ImportedEntry,
  ImportFormat,
  ImportSource,
  Omission,
  Rejection,
} from '../../../src/modules/lists/import/types.ts';

/** A source of the given pieces. */
export async function* source(...pieces: (string | Uint8Array)[]): ImportSource {
  yield* pieces;
}

function toSource(file: ImportSource | string): ImportSource {
  return typeof file === 'string' ? source(file) : file;
}

/** For reports that a test does not look at. */
export function ignore(): void {}

/** Everything that a format makes of the given files. */
export async function importAll(
  format: ImportFormat,
  main: ImportSource | string,
  aliases?: ImportSource | string,
): Promise<{ entries: ImportedEntry[]; rejections: Rejection[]; omissions: Omission[] }> {
  const rejections: Rejection[] = [];
  const omissions: Omission[] = [];
  const input = {
    main: toSource(main),
    aliases: aliases === undefined ? undefined : toSource(aliases),
  };
  const entries = await Array.fromAsync(
    format.parse(
      input,
      (rejection) => rejections.push(rejection),
      (omission) => omissions.push(omission),
    ),
  );
  return { entries, rejections, omissions };
}

function cell(text: string | undefined): string {
  return text === undefined ? '-0- ' : `"${text.replaceAll('"', '""')}"`;
}

/** A row of sdn.csv as OFAC writes it. */
export function sdnRow(row: {
  entNum?: string;
  name?: string;
  type?: string;
  program?: string;
  flag?: string;
  remarks?: string;
}): string {
  const { entNum = '1', name = 'DOE, John', type = 'individual', program = 'SDGT' } = row;
  const nulls = '-0- ,-0- ,-0- ,-0- ,-0- ';
  const start = `${entNum},${cell(name)},${cell(type)},${cell(program)}`;
  return `${start},${nulls},${cell(row.flag)},-0- ,${cell(row.remarks)}\r\n`;
}

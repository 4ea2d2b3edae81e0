import { expect, test } from 'vitest';
import { openedRows, type SealedCell } from './opened-rows.ts';

/** Yields rows of COPY's text format in chunks of this many bytes. */
async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const SEALED = new Map([[1, 'reason']]);
const OPENED: Record<string, string> = { a: '=1\t"ü"\n\\N', b: '', c: 'plain' };
const ROWS = '1\ta\tx\\\\y\n2\t\\N\t\\N\n3\tb\t\n4\tc\tüñ\n5\tgone\t"q",\n';

async function written(format: 'CSV' | 'JSON', size: number): Promise<[string, SealedCell[]]> {
  const asked: SealedCell[] = [];
  const open = async (cells: SealedCell[]) => {
    asked.push(...cells);
    return cells.map(({ text }) => OPENED[text] ?? null);
  };
  const found: Buffer[] = [];
  for await (const chunk of openedRows(pieces(ROWS, size), format, SEALED, open)) found.push(chunk);
  return [Buffer.concat(found).toString(), asked];
}

test.each([1, 3, 7, 1000])(
  'sealed cells are opened once each in chunks of %i bytes',
  async (size) => {
    const [json, asked] = await written('JSON', size);
    expect(json).toBe(
      '1\t=1\\t"ü"\\n\\\\N\tx\\\\y\n2\t\\N\t\\N\n3\t\t\n4\tplain\tüñ\n5\t\\N\t"q",\n',
    );
    expect(asked).toEqual(['a', 'b', 'c', 'gone'].map((text) => ({ column: 'reason', text })));
  },
);

test.each([1, 3, 7, 1000])(
  'chunks of %i bytes become CSV in which no formula begins',
  async (size) => {
    const [csv] = await written('CSV', size);
    expect(csv).toBe(`1,"'=1\t""ü""\n\\N",x\\y\n2,,\n3,"",""\n4,plain,üñ\n5,,"""q"","\n`);
  },
);

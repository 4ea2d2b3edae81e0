import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { BrokenStream, openStream, sealStream } from './sealed-stream.ts';

const KEY = randomBytes(32);
const CHUNK = 2 ** 20;

async function* inParts(data: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < data.length; at += size) yield data.subarray(at, at + size);
}
function all(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  return buffer(Readable.from(stream));
}
function sealed(data: Buffer, purpose = 'a'): Promise<Buffer> {
  return all(sealStream(KEY, purpose, inParts(data, 100_000)));
}
function opened(data: Buffer, purpose = 'a', key = KEY): Promise<Buffer> {
  return all(openStream(key, purpose, inParts(data, 70_000)));
}

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 5])(
  'opens %i bytes as they were sealed',
  async (size) => {
    const data = randomBytes(size);
    const box = await sealed(data);
    expect((await opened(box)).equals(data)).toBe(true);
    if (size > 0) expect(box.includes(data.subarray(0, 64))).toBe(false);
  },
);

const TAG = 16;
const changes: [string, (box: Buffer) => Buffer][] = [
  ['with a changed byte', (box) => ((box[CHUNK + 40]! ^= 1), box)],
  ['with a changed beginning', (box) => ((box[0]! ^= 1), box)],
  ['that lacks its last byte', (box) => box.subarray(0, -1)],
  ['that ends after a whole chunk', (box) => box.subarray(0, 16 + CHUNK + TAG)],
  ['without content', () => Buffer.alloc(0)],
  ['with a byte too many', (box) => Buffer.concat([box, Buffer.alloc(1)])],
  [
    'with exchanged chunks',
    (box) => {
      const [first, second] = [16, 16 + CHUNK + TAG].map((at) =>
        box.subarray(at, at + CHUNK + TAG),
      );
      return Buffer.concat([
        box.subarray(0, 16),
        second!,
        first!,
        box.subarray(16 + 2 * (CHUNK + TAG)),
      ]);
    },
  ],
];
test.each(changes)('rejects a stream %s', async (_, change) => {
  const box = await sealed(randomBytes(2 * CHUNK + 100));
  await expect(opened(change(box))).rejects.toThrow(BrokenStream);
});

test('opens a stream only with its key and as what it was sealed', async () => {
  const box = await sealed(Buffer.from('text'));
  await expect(opened(box, 'b')).rejects.toThrow(BrokenStream);
  await expect(opened(box, 'a', randomBytes(32))).rejects.toThrow(BrokenStream);
  expect((await opened(box)).toString()).toBe('text');
});

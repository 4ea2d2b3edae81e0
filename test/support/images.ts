/** Image files for tests: valid ones, and some invalid ones. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { randomFrom } from './random.ts';

type Picture = { width?: number; height?: number; colour?: string };

/** Returns an image of a single colour; a reddish brown by default. */
export function plain({ width = 96, height = 80, colour = '#a05a3c' }: Picture = {}): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: colour },
    limitInputPixels: false,
  });
}

/**
 * Returns an image with one colour in the left half and another in the right: no marker of the sandbox, and its
 * orientation is visible.
 */
export function halves(left: string, right: string): Sharp {
  return plain({ width: 128, height: 96, colour: right }).composite([
    {
      input: { create: { width: 64, height: 96, channels: 3, background: left } },
      left: 0,
      top: 0,
    },
  ]);
}

/** Returns an image with random pixels, as hard to decode as a photograph. The same size gives the same image. */
export function noise(width: number, height: number): Sharp {
  const random = randomFrom(width * height);
  const pixels = Buffer.from(
    Array.from({ length: width * height * 3 }, () => 48 + random.below(160)),
  );
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Returns a valid PNG of black pixels; 900 million of them take 100 kB. */
export function pngBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1; // one bit for each pixel, grey
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const SVG = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">' +
    '<rect width="200" height="200" fill="red"/></svg>',
);

/** Returns an animation of two pictures, the first one red. */
export async function animation(): Promise<Sharp> {
  return sharp(
    [
      await plain({ colour: '#ff0000' }).png().toBuffer(),
      await plain({ colour: '#0000ff' }).png().toBuffer(),
    ],
    { join: { animated: true } },
  );
}

/** Returns the mean of each channel, for the left and the right half. */
export async function coloursOf(file: Buffer): Promise<{ left: number[]; right: number[] }> {
  const { width, height } = await sharp(file).metadata();
  const half = async (left: number) => {
    const part = { left, top: 0, width: Math.floor(width / 2), height };
    const { channels } = await sharp(await sharp(file).extract(part).png().toBuffer()).stats();
    return channels.map(({ mean }) => Math.round(mean));
  };
  return { left: await half(0), right: await half(Math.ceil(width / 2)) };
}

import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  animation,
  coloursOf,
  halves,
  noise,
  plain,
  pngBomb,
  SVG,
} from '../../../../test/support/images.ts';
import { normalise as normaliseFor } from './normalise.ts';
import type { Image } from './schemas.ts';

function normalise(file: Buffer) {
  return normaliseFor(file, 'org');
}

const RED = '#ff0000';
const BLUE = '#0000ff';
const NOT_WHOLE = { problem: 'must be a whole JPEG, PNG or WebP image' };

async function accepted(file: Buffer): Promise<Image> {
  const { image, problem } = await normalise(file);
  expect(problem).toBeUndefined();
  return image!;
}

/** Tolerates JPEG's loss of color accuracy. */
function expectColour(actual: number[], wanted: [number, number, number]): void {
  expect(actual).toHaveLength(3);
  for (const [i, value] of wanted.entries()) expect(Math.abs(actual[i]! - value)).toBeLessThan(12);
}

const files = {
  jpeg: await plain().jpeg().toBuffer(),
  png: await plain().png().toBuffer(),
  webp: await plain().webp().toBuffer(),
};

test.each(Object.entries(files))('a %s becomes a JPEG of the same size', async (_, file) => {
  const image = await accepted(file);
  expect(image).toMatchObject({ contentType: 'image/jpeg', width: 96, height: 80 });
  const { format, width, height, chromaSubsampling } = await sharp(image.bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 96, height: 80 });
  expect(chromaSubsampling).toBe('4:2:0');
});

test.each(Object.entries(files))('rejects a %s without its end', async (_, file) => {
  for (const length of [file.length - 20, file.length >> 1, 12, 3, 1])
    expect(await normalise(file.subarray(0, length)), `${length} bytes`).toEqual(NOT_WHOLE);
});

test.each(['a baseline', 'a progressive'])(
  'rejects %s jpeg that has its end but lacks data before it',
  async (name) => {
    const file = await noise(96, 80)
      .jpeg({ progressive: name === 'a progressive' })
      .toBuffer();
    await accepted(file);
    for (const part of [0.3, 0.5, 0.9, 0.99]) {
      const cut = file.subarray(0, Math.floor(file.length * part));
      const ended = Buffer.concat([cut, Buffer.from([0xff, 0xd9])]);
      expect(await normalise(ended), `${part}`).toEqual(NOT_WHOLE);
    }
  },
);

test('accepts a jpeg with extra bytes before its end, as some cameras write it', async () => {
  const file = await noise(96, 80).jpeg().toBuffer();
  const odd = [file.subarray(0, -2), Buffer.from([1, 2, 3, 4]), file.subarray(-2)];
  await accepted(Buffer.concat(odd));
});

test.each(Object.entries(files))('rejects a %s with another file after it', async (_, file) => {
  for (const tail of [
    'PK\u0003\u0004…',
    '<html><script>alert(1)</script>',
    '%PDF-1.7\n',
    '<?php ?>',
  ])
    expect(await normalise(Buffer.concat([file, Buffer.from(tail)])), tail).toEqual(NOT_WHOLE);
});

test('drops data that cameras append to a jpeg', async () => {
  const image = await accepted(
    Buffer.concat([files.jpeg, Buffer.alloc(4096), Buffer.from('SEFT'), files.jpeg]),
  );
  expect(image.bytes.equals((await accepted(files.jpeg)).bytes)).toBe(true);
});

test('an organization reads at most a dozen images concurrently, and does not block others', async () => {
  const file = await plain({ width: 800, height: 800 }).png().toBuffer();
  const own = Array.from({ length: 12 }, () => normaliseFor(file, 'busy'));
  await expect(normaliseFor(file, 'busy')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect((await normaliseFor(files.png, 'other')).image).toBeDefined();
  expect((await Promise.all(own)).every(({ image }) => image !== undefined)).toBe(true);
  expect((await normaliseFor(files.png, 'busy')).image).toBeDefined();
});

test.each(Object.entries(files))('rejects a %s with data before it', async (_, file) => {
  for (const head of ['GIF89a', '<html>', ' ', '\0', '%PDF-1.7\n'])
    expect(await normalise(Buffer.concat([Buffer.from(head), file])), head).toEqual(NOT_WHOLE);
});

test('rejects other formats, even if the library can read them', async () => {
  const others = {
    gif: await plain().gif().toBuffer(),
    tiff: await plain().tiff().toBuffer(),
    avif: await plain().avif().toBuffer(),
    svg: SVG,
    svgInPngName: Buffer.concat([Buffer.from('\u0089PNG'), SVG]),
    text: Buffer.from('hello'),
    nothing: Buffer.alloc(0),
    zeros: Buffer.alloc(4096),
  };
  for (const [name, file] of Object.entries(others))
    expect(await normalise(file), name).toEqual(NOT_WHOLE);
});

test('rejects a damaged file', async () => {
  const file = Buffer.from(files.png);
  const at = file.indexOf('IDAT') + 8;
  file[at] = file[at]! ^ 0xff;
  expect(await normalise(file)).toEqual(NOT_WHOLE);
});

test('rejects more than 25 million pixels from the header, without decoding the image', async () => {
  const problem = { problem: 'must have at most 25 million pixels' };
  const bomb = pngBomb(30_000, 30_000);
  expect(bomb.length).toBeLessThan(200_000);
  expect(await normalise(bomb)).toEqual(problem);
  // The file is rejected even without its pixels, which shows that they are not read.
  expect(await normalise(bomb.subarray(0, 80))).toEqual(problem);
  expect(await normalise(pngBomb(5001, 5000))).toEqual(problem);
  expect(await normalise(await plain({ width: 5001, height: 5000 }).jpeg().toBuffer())).toEqual(
    problem,
  );
  await accepted(pngBomb(5000, 5000));
});

test('rejects less than 64 pixels on either side, even after scaling down', async () => {
  const tooSmall = {
    problem: 'must have at least 64 pixels a side, also when it is scaled to fit 1280',
  };
  const sized = async (width: number, height: number) =>
    normalise(await plain({ width, height }).png().toBuffer());
  expect(await sized(63, 200)).toEqual(tooSmall);
  expect(await sized(200, 63)).toEqual(tooSmall);
  expect(await sized(64, 20_000)).toEqual(tooSmall);
  expect(await sized(64, 64)).toMatchObject({ image: { width: 64, height: 64 } });
  expect(await sized(64, 1280)).toMatchObject({ image: { width: 64, height: 1280 } });
});

test('large images are scaled to fit 1280, small ones are not enlarged', async () => {
  const image = await accepted(await noise(2560, 1600).jpeg().toBuffer());
  expect(image).toMatchObject({ width: 1280, height: 800 });
  expect(image.bytes.length).toBeLessThan(5 * 2 ** 20);
});

test('turns an image upright by its EXIF data', async () => {
  const turned = await halves(RED, BLUE).withMetadata({ orientation: 3 }).jpeg().toBuffer();
  const { left, right } = await coloursOf((await accepted(turned)).bytes);
  expectColour(left, [0, 0, 255]);
  expectColour(right, [255, 0, 0]);
  const onItsSide = await plain().withMetadata({ orientation: 6 }).webp().toBuffer();
  expect(await accepted(onItsSide)).toMatchObject({ width: 80, height: 96 });
});

test('removes all metadata', async () => {
  const file = await plain()
    .withExif({ IFD0: { Copyright: 'the-secret-owner' }, IFD3: { GPSLatitude: '6/1 27/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>the-secret-owner</a></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
  expect(file.includes('the-secret-owner')).toBe(true);
  const { bytes } = await accepted(file);
  expect(bytes.includes('the-secret-owner')).toBe(false);
  const { exif, xmp, icc, iptc } = await sharp(bytes).metadata();
  expect({ exif, xmp, icc, iptc }).toEqual({});
});

test('CMYK, 16-bit channels and gray become sRGB with 8 bits', async () => {
  const variants = [
    await plain({ colour: RED }).toColourspace('cmyk').jpeg().toBuffer(),
    await plain({ colour: RED }).toColourspace('rgb16').png().toBuffer(),
    await plain({ colour: RED }).toColourspace('b-w').jpeg().toBuffer(),
    await plain({ colour: RED }).png({ palette: true }).toBuffer(),
  ];
  for (const file of variants) {
    const { space, channels, depth } = await sharp((await accepted(file)).bytes).metadata();
    expect({ space, channels, depth }).toEqual({ space: 'srgb', channels: 3, depth: 'uchar' });
  }
  expectColour((await coloursOf((await accepted(variants[1]!)).bytes)).left, [255, 0, 0]);
});

test('transparent parts become white', async () => {
  const file = await sharp({
    create: { width: 96, height: 80, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  expectColour((await coloursOf((await accepted(file)).bytes)).left, [255, 255, 255]);
});

test('uses the first picture of an animation', async () => {
  const file = await (await animation()).webp().toBuffer();
  expect((await sharp(file).metadata()).pages).toBe(2);
  const image = await accepted(file);
  expect(image).toMatchObject({ width: 96, height: 80 });
  expectColour((await coloursOf(image.bytes)).left, [255, 0, 0]);
});

test('decodes at most two images concurrently', async () => {
  const file = await noise(1600, 1600).jpeg().toBuffer();
  let most = 0;
  const watch = setInterval(() => {
    // Queued images do not count: an image that moves from the queue to the decoder would count twice.
    most = Math.max(most, sharp.counters().process);
  }, 1);
  const images = await Promise.all(Array.from({ length: 5 }, () => accepted(file)));
  clearInterval(watch);
  expect(images).toHaveLength(5);
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(2);
});

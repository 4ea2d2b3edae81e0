import fc from 'fast-check';
import { expect, test } from 'vitest';
import { greyOf, inside, quantile, resample, sharpness } from './pixels.ts';
import type { Raster } from './protocol.ts';

function raster(
  width: number,
  height: number,
  colour: (x: number, y: number) => [number, number, number],
): Raster {
  const pixels = Array.from({ length: width * height }, (_, i) =>
    colour(i % width, Math.floor(i / width)),
  );
  return { data: Uint8Array.from(pixels.flat()), width, height };
}
function whole({ width, height }: Raster) {
  return { x: 0, y: 0, width, height };
}

test('a box inside the image has at least one pixel, whatever a detector reports', () => {
  const number = fc.double({ min: -1e4, max: 1e4, noNaN: true });
  const side = fc.integer({ min: 1, max: 2000 });
  fc.assert(
    fc.property(number, number, number, number, side, side, (x, y, w, h, width, height) => {
      const box = inside({ x, y, width: w, height: h }, { width, height });
      expect(box.width).toBeGreaterThanOrEqual(1);
      expect(box.height).toBeGreaterThanOrEqual(1);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(width);
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    }),
  );
});

test('brightness follows human vision, and scaling down averages', () => {
  const colours = [[255, 0, 0] as const, [0, 255, 0] as const, [0, 0, 255] as const];
  const image = raster(3, 1, (x) => [...colours[x]!]);
  expect([...greyOf(image, whole(image)).data].map(Math.round)).toEqual([76, 150, 29]);
  const board = raster(64, 64, (x, y) => ((x + y) % 2 === 0 ? [255, 255, 255] : [0, 0, 0]));
  const { data, width, height } = greyOf(board, whole(board), 16);
  expect({ width, height }).toEqual({ width: 16, height: 16 });
  for (const value of data) expect(value).toBeCloseTo(127.5, 3);
  expect(greyOf(board, whole(board), 100).width).toBe(64);
});

test('quantiles are values of the picture', () => {
  const grey = { data: Float32Array.from([9, 1, 5, 3, 7]), width: 5, height: 1 };
  expect([0, 0.5, 1].map((share) => quantile(grey, share))).toEqual([1, 5, 9]);
});

test('sharpness does not depend on the brightness or contrast of a picture', () => {
  const wave = (scale: number, offset: number) => {
    const data = Float32Array.from({ length: 64 * 64 }, (_, i) => offset + scale * Math.sin(i));
    return sharpness({ data, width: 64, height: 64 });
  };
  expect(wave(10, 20)).toBeCloseTo(wave(100, 120), 3);
});

test('a softer picture is less sharp, and a single color has no sharpness', () => {
  const step = (width: number) => {
    const image = raster(96, 96, (x) => {
      const value = Math.max(0, Math.min(255, Math.round(((x - 48) / width + 0.5) * 255)));
      return [value, value, value];
    });
    return sharpness(greyOf(image, whole(image)));
  };
  expect(step(2)).toBeGreaterThan(step(6));
  expect(step(6)).toBeGreaterThan(step(24));
  expect(step(24)).toBeGreaterThan(0);
  expect(sharpness({ data: new Float32Array(400).fill(80), width: 20, height: 20 })).toBe(0);
  expect(sharpness({ data: new Float32Array(2), width: 2, height: 1 })).toBe(0);
});

test('resampling keeps the picture at the same size, at half the size, and in a single color', () => {
  const image = raster(8, 8, (x, y) => [x * 30, y * 30, 7]);
  expect([...resample(image, whole(image), 8)]).toEqual([...image.data]);
  const small = resample(image, { x: 4, y: 0, width: 4, height: 4 }, 2);
  // The value lies between the centers of the second and the third pixel of each pair.
  expect(Array.from(small.subarray(0, 6))).toEqual([135, 15, 7, 195, 15, 7]);
  const plain = raster(30, 20, () => [1, 2, 3]);
  expect(new Set(resample(plain, whole(plain), 80))).toEqual(new Set([1, 2, 3]));
});

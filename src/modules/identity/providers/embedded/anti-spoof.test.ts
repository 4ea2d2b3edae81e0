import { expect, test } from 'vitest';
import { cropBox, planes, softmax } from './anti-spoof.ts';

const IMAGE = { width: 1000, height: 800 };

test('the crop is a multiple of the face, around its center', () => {
  expect(cropBox(IMAGE, { x: 450, y: 350, width: 100, height: 100 }, 2.7)).toEqual({
    x: 365,
    y: 265,
    width: 270,
    height: 270,
  });
});

test('the crop of a face at the edge is moved into the image at the same size', () => {
  expect(cropBox(IMAGE, { x: 0, y: 700, width: 100, height: 100 }, 4)).toEqual({
    x: 0,
    y: 400,
    width: 400,
    height: 400,
  });
});

test('the crop of a large face is as large as the image allows, in the shape of the face', () => {
  const { width, height } = cropBox(IMAGE, { x: 300, y: 200, width: 300, height: 400 }, 4);
  expect(height).toBeCloseTo(799);
  expect(width / height).toBeCloseTo(300 / 400);
});

test('the planes of a crop are blue, green and red, in this order', () => {
  expect([...planes(Float32Array.from([1, 2, 3, 4, 5, 6]))]).toEqual([3, 6, 2, 5, 1, 4]);
});

test('the softmax of large numbers is finite and has the sum 1', () => {
  const [a, b, c] = softmax([1000, 1001, -1000]);
  expect(a! + b! + c!).toBeCloseTo(1);
  expect(b! / a!).toBeCloseTo(Math.E);
});

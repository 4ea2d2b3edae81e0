import { expect, test } from 'vitest';
import { inspectCapture, isTilted } from './capture.ts';
import type { Box, Point, Raster } from './protocol.ts';

const SIDE = 400;
const BOX: Box = { x: 100, y: 100, width: 200, height: 240 };
const CENTRE: Point = { x: 200, y: 200 };

type Face = { turn?: number; nod?: number; lean?: number; size?: number };

/** 68 points of a face that looks into the camera, unless turned (-1 to 1), nodding or leaning (degrees). */
function landmarks({ turn = 0, nod = 0, lean = 0, size = 1 }: Face = {}): Point[] {
  const at = (x: number, y: number, times: number): Point[] =>
    Array.from({ length: times }, () => ({ x, y }));
  const points = [
    ...at(0, 0, 30),
    ...at(turn * 80, 40 + nod, 1),
    ...at(0, 45, 5),
    ...at(-40, 0, 6),
    ...at(40, 0, 6),
    ...at(0, 80, 20),
  ];
  const angle = (lean * Math.PI) / 180;
  return points.map(({ x, y }) => ({
    x: CENTRE.x + size * (x * Math.cos(angle) - y * Math.sin(angle)),
    y: CENTRE.y + size * (x * Math.sin(angle) + y * Math.cos(angle)),
  }));
}

/** Fine stripes with the brightness from `light`. */
function picture(light: (stripe: number) => number = (stripe) => (stripe ? 200 : 60)): Raster {
  const data = new Uint8Array(SIDE * SIDE * 3);
  for (let i = 0; i < data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE)];
    data[i] = light((Math.floor(x / 6) + Math.floor(y / 6)) % 2);
  }
  return { data, width: SIDE, height: SIDE };
}

function faultsOf(image: Raster, box: Box, points: Point[]) {
  return inspectCapture(image, box, points).faults;
}

test('a sharp, upright, well-lit face of sufficient size has no fault', () => {
  expect(faultsOf(picture(), BOX, landmarks())).toEqual([]);
});

test('names a face that is small, or takes too little or too much of the picture', () => {
  expect(faultsOf(picture(), { x: 150, y: 150, width: 95, height: 100 }, landmarks())).toEqual([
    'size',
  ]);
  expect(faultsOf(picture(), { x: 20, y: 10, width: 300, height: 370 }, landmarks())).toEqual([
    'size',
  ]);
});

test.each([
  { x: 1, y: 100 },
  { x: 100, y: -20 },
  { x: 199, y: 100 },
  { x: 100, y: 160 },
])('a face at or beyond the edge is cut off: %j', (corner) => {
  expect(faultsOf(picture(), { ...BOX, ...corner }, landmarks())).toEqual(['cut_off']);
});

test('names a head that turns, nods or leans, and tolerates small angles', () => {
  for (const face of [{ turn: 0.3 }, { turn: -0.3 }, { nod: 15 }, { nod: -8 }, { lean: 20 }])
    expect(faultsOf(picture(), BOX, landmarks(face)), JSON.stringify(face)).toEqual([]);
  for (const face of [
    { turn: 0.4 },
    { turn: -0.4 },
    { nod: 35 },
    { nod: -20 },
    { lean: 30 },
    { lean: -30 },
    { lean: 180 },
  ])
    expect(faultsOf(picture(), BOX, landmarks(face)), JSON.stringify(face)).toEqual(['pose']);
});

test('points that are not a face are a fault of the pose', () => {
  expect(faultsOf(picture(), BOX, landmarks({ size: 0 }))).toContain('pose');
});

test('names a blurred, a dark and a glaring picture', () => {
  const soft = picture();
  for (let i = 0; i < soft.data.length; i++) {
    const [x, y] = [Math.floor(i / 3) % SIDE, Math.floor(i / 3 / SIDE)];
    soft.data[i] = 130 + 70 * Math.sin(x / 20) * Math.cos(y / 20);
  }
  expect(faultsOf(soft, BOX, landmarks())).toContain('sharpness');
  expect(
    faultsOf(
      picture((stripe) => (stripe ? 45 : 10)),
      BOX,
      landmarks(),
    ),
  ).toEqual(['exposure']);
  expect(
    faultsOf(
      picture((stripe) => (stripe ? 255 : 60)),
      BOX,
      landmarks(),
    ),
  ).toEqual(['exposure']);
});

test('a face that is bright all over is glaring, even without white', () => {
  const faults = faultsOf(
    picture((stripe) => (stripe ? 245 : 205)),
    BOX,
    landmarks(),
  );
  expect(faults).toContain('exposure');
});

test('accepts a well-lit face with dark skin', () => {
  const dark = picture((stripe) => (stripe ? 70 : 25));
  expect(faultsOf(dark, BOX, landmarks())).toEqual([]);
});

test('names eyes that something of one color covers', () => {
  const covered = picture();
  for (let y = 180; y < 220; y++) covered.data.fill(20, (y * SIDE + 120) * 3, (y * SIDE + 280) * 3);
  expect(faultsOf(covered, BOX, landmarks())).toEqual(['eyes']);
  for (let y = 180; y < 220; y++) covered.data.fill(0, (y * SIDE + 120) * 3, (y * SIDE + 280) * 3);
  expect(faultsOf(covered, BOX, landmarks())).toEqual(['eyes']);
});

test('a face counts as tilted only if the head leans far', () => {
  for (const lean of [0, 24, -24])
    expect(isTilted(BOX, landmarks({ lean })), String(lean)).toBe(false);
  for (const lean of [26, -26, 90, 180])
    expect(isTilted(BOX, landmarks({ lean })), String(lean)).toBe(true);
});

test('a face that is wider than high counts as tilted, whatever the landmarks show', () => {
  expect(isTilted({ x: 0, y: 0, width: 115, height: 100 }, landmarks())).toBe(false);
  expect(isTilted({ x: 0, y: 0, width: 125, height: 100 }, landmarks())).toBe(true);
});

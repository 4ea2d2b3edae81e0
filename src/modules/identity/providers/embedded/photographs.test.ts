import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { onnxModel } from '../../../../../test/support/onnx.ts';
import { normalise } from '../../images/normalise.ts';
import type { Adapter, Answer, Upstream } from '../adapter.ts';
import { embedded } from '../embedded.ts';
import { loadAntiSpoof } from './anti-spoof.ts';
import { assertInstalled, installCommand, requireHere } from './packages.ts';
import type { Image } from '../../images/schemas.ts';
import { within } from '../../../../../test/support/within.ts';

/**
 * Uses the real models, and photographs from their package. Photographs of the same persons are in the source archive
 * of the Python package face_recognition 1.3.0. `ORIKI_TEST_PORTRAITS` names the folder of its `tests/test_images`; if
 * it is set, no test here is skipped.
 */
const { ORIKI_TEST_PORTRAITS: portraits } = process.env;

function isInstalled(): boolean {
  try {
    assertInstalled(true);
    return true;
  } catch {
    return false;
  }
}
const all = portraits !== undefined;
const some = all || isInstalled();
if (!some)
  process.stdout.write(`Tests of faces in photographs are left out. ${installCommand(true)}\n`);

const NO_UPSTREAM = {} as Upstream;

/** Each provider takes half a gigabyte of memory until it is stopped. */
async function made(settings?: Record<string, string>): Promise<Adapter> {
  const adapter = embedded.create({}, settings);
  onTestFinished(() => adapter.stop!());
  await adapter.start!();
  return adapter;
}

/** An image as the route passes it on. */
async function imageOf(picture: Sharp): Promise<Image> {
  const { image, problem } = await normalise(await picture.jpeg().toBuffer(), 'org');
  if (!image) throw new Error(problem);
  return image;
}

function demo(name: string): Sharp {
  const folder = dirname(requireHere.resolve('@vladmandic/face-api/package.json'));
  return sharp(readFileSync(join(folder, 'demo', name)));
}
/** Two women, each alone in a part of a group photograph. */
const ONE = { left: 1095, top: 176, width: 359, height: 497 };
const OTHER = { left: 976, top: 84, width: 416, height: 529 };
function one(): Sharp {
  return demo('sample6.jpg').extract(ONE);
}
function other(): Sharp {
  return demo('sample3.jpg').extract(OTHER);
}

async function match(adapter: Adapter, selfie: Sharp, reference: Sharp) {
  return adapter.face_match!.ask(
    { country: 'NG', selfie: await imageOf(selfie), reference: await imageOf(reference) },
    NO_UPSTREAM,
  );
}
async function liveness(adapter: Adapter, picture: Sharp) {
  return adapter.liveness!.ask({ country: 'NG', image: await imageOf(picture) }, NO_UPSTREAM);
}

function similarity(answer: Answer<'face_match'>): number {
  if (answer.outcome !== 'ok') throw new Error(JSON.stringify(answer));
  return answer.similarity;
}
async function then(picture: Sharp): Promise<Sharp> {
  return sharp(await picture.png().toBuffer());
}
function landscape(): Sharp {
  return sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      background: '#456',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  });
}

function files(a: Buffer, b: Buffer) {
  const own = mkdtempSync(join(tmpdir(), 'oriki-onnx-'));
  onTestFinished(() => rmSync(own, { recursive: true }));
  const antiSpoofModel27 = join(own, '2.7.onnx');
  const antiSpoofModel40 = join(own, '4.0.onnx');
  writeFileSync(antiSpoofModel27, a);
  writeFileSync(antiSpoofModel40, b);
  return { antiSpoofModel27, antiSpoofModel40 };
}

describe.runIf(some)('faces in photographs', () => {
  let adapter: Adapter;
  beforeAll(async () => {
    adapter = embedded.create({});
    await adapter.start!();
  });
  afterAll(() => adapter.stop!());

  test('the same face matches: smaller, darker, mirrored, cropped tightly, in gray', async () => {
    // The detector finds this face only with the border.
    const tight = await then(one().extract({ left: 90, top: 175, width: 165, height: 210 }));
    for (const [name, picture] of Object.entries({
      smaller: one().resize(180),
      darker: one().linear(0.5, 0),
      mirrored: one().flop(),
      tight,
      grey: one().greyscale(),
    }))
      expect(similarity(await match(adapter, picture, one())), name).toBeGreaterThanOrEqual(65);
  });

  test('different persons do not match at 65', async () => {
    expect(similarity(await match(adapter, one(), other()))).toBeLessThan(65);
  });

  test('the raw answer has numbers and positions, but nothing that identifies a face', async () => {
    const { raw } = await match(adapter, one(), other());
    const { model, distance, similarity: value, selfie } = JSON.parse(raw!);
    expect(model).toContain('face_recognition');
    expect(distance).toBeGreaterThan(0.55);
    expect(value).toBeLessThan(65);
    expect(selfie).toHaveLength(1);
    expect(Object.keys(selfie[0].box).toSorted()).toEqual(['height', 'width', 'x', 'y']);
    expect(raw!.length).toBeLessThan(1000);
  });

  test('no face and several faces prevent a comparison, on either side', async () => {
    const none = { outcome: 'invalid_input', reason: 'no_face' };
    expect(await match(adapter, landscape(), one())).toMatchObject(none);
    expect(await match(adapter, one(), landscape())).toMatchObject(none);
    const several = { outcome: 'invalid_input', reason: 'multiple_faces' };
    expect(await match(adapter, demo('sample1.jpg'), one())).toMatchObject(several);
    expect(await match(adapter, one(), demo('sample1.jpg'))).toMatchObject(several);
  });

  test('a head that leans far prevents a comparison', async () => {
    const leaning = await then(one().rotate(40, { background: '#888' }));
    expect(await match(adapter, leaning, other())).toMatchObject({
      outcome: 'invalid_input',
      reason: 'low_quality',
    });
  });

  test('liveness fails for an unfit picture, and names the reason', async () => {
    const sideways = await then(one().rotate(90));
    for (const [name, picture, reason] of [
      ['no face', landscape(), 'no_face'],
      ['several faces', demo('sample1.jpg'), 'multiple_faces'],
      ['blurred', one().blur(3), 'low_quality'],
      ['tiny', one().resize(120), 'low_quality'],
      ['glaring', one().linear(2, 0), 'low_quality'],
      ['too dark to see a face', one().linear(0.05, 0), 'no_face'],
      ['leaning', one().rotate(40, { background: '#888' }), 'low_quality'],
      ['sideways', sideways, 'low_quality'],
      ['cut off', one().extract({ left: 150, top: 0, width: 209, height: 497 }), 'low_quality'],
    ] as const)
      expect(await liveness(adapter, picture), name).toMatchObject({
        outcome: 'ok',
        passed: false,
        score: 0,
        reason,
      });
  });

  test('liveness never passes without anti-spoof models, even with a good picture', async () => {
    for (const picture of [one(), one().flop(), one().linear(0.7, 0), other()])
      expect(await liveness(adapter, picture)).toEqual({ outcome: 'unavailable' });
  });

  test('calls beyond the queue limit are unavailable; the first call and later calls are answered', async () => {
    const images = { country: 'NG', selfie: await imageOf(one()), reference: await imageOf(one()) };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => adapter.face_match!.ask(images, NO_UPSTREAM)),
    );
    const outcomes = answers.map(({ outcome }) => outcome);
    expect(outcomes[0]).toBe('ok');
    expect(outcomes.slice(9)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(await adapter.face_match!.ask(images, NO_UPSTREAM)).toMatchObject({ outcome: 'ok' });
  });

  test('a stopped provider is unavailable for the call in progress and for later ones', async () => {
    const stopped = await made();
    const under = match(stopped, one(), one());
    await stopped.stop!();
    expect(await under).toEqual({ outcome: 'unavailable' });
    expect(await liveness(stopped, one())).toEqual({ outcome: 'unavailable' });
  });

  test('loaded models print nothing and do not keep the process alive', () => {
    const url = JSON.stringify(new URL('../embedded.ts', import.meta.url).href);
    const program = `
      import { embedded } from ${url};
      await embedded.create({}).start();
    `;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', program],
      { encoding: 'utf8', timeout: within(60_000) },
    );
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });
});

describe.runIf(some)('anti-spoof models', () => {
  const REAL = onnxModel([0, 4, 0]);
  const SPOOF = onnxModel([4, 0, 0]);

  test('a good picture passes if the models call it real, with their probability as the score', async () => {
    const adapter = await made(files(REAL, REAL));
    const answer = await liveness(adapter, one());
    expect(answer).toMatchObject({ outcome: 'ok', passed: true, score: 96.47 });
    expect(JSON.parse(answer.raw!)).toMatchObject({ model: expect.stringContaining('minifasnet') });
    expect(await liveness(adapter, one().blur(3))).toMatchObject({
      passed: false,
      score: 0,
      reason: 'low_quality',
    });
  });

  test('a picture is a spoof if one model reports a spoof, or if the models differ by much', async () => {
    expect(await liveness(await made(files(SPOOF, SPOOF)), one())).toMatchObject({
      outcome: 'ok',
      passed: false,
      score: 1.77,
      reason: 'spoof',
    });
    const differing = await made(files(onnxModel([0, 1, 0]), SPOOF));
    expect(await liveness(differing, one())).toMatchObject({ passed: false, reason: 'spoof' });
  });

  test('receive only the face, in blue, green and red from 0 to 255', async () => {
    /** The logit of "real" is the average of one plane, less 127. */
    const plane = (index: number): Buffer =>
      onnxModel(
        [0, -127, -1000],
        [0, 1, 2].map((row) => [0, row === index ? 1 : 0, 0]),
      );
    const [x, y, side] = [300, 300, 20];
    const data = new Uint8Array(640 * 640 * 3);
    for (let row = y - side; row < y + 2 * side; row++)
      for (let column = x - side; column < x + 2 * side; column++)
        data[3 * (640 * row + column)] = 255;
    const red = { data, width: 640, height: 640 };
    const face = { x, y, width: side, height: side };
    const seen = await Promise.all(
      [0, 1, 2].map(async (index) => {
        const paths = files(plane(index), plane(index));
        const { antiSpoofModel27: scale27, antiSpoofModel40: scale40 } = paths;
        return (await loadAntiSpoof({ scale27, scale40 }))(red, face);
      }),
    );
    // The larger crop is red in 9 parts of 16, which are 143 of 255.
    expect(seen.map((value) => Math.round(value))).toEqual([0, 0, 1]);
  });

  test('files that are not anti-spoof models fail the start', async () => {
    const message = 'the models of the provider embedded cannot be loaded';
    for (const wrong of [Buffer.from('no model'), onnxModel([0, 1, 0, 0])]) {
      const adapter = embedded.create({}, files(REAL, wrong));
      await expect(adapter.start!()).rejects.toThrow(message);
      expect(await liveness(adapter, one())).toEqual({ outcome: 'unavailable' });
      await adapter.stop!();
    }
  });
});

describe.runIf(all)('photographs of the same persons', () => {
  const portrait = (name: string): Sharp => sharp(readFileSync(join(portraits!, `${name}.jpg`)));
  const SAME = ['obama', 'obama2', 'obama3', 'obama_partial_face', 'obama_partial_face2'];

  test('the same person matches at 65, and another does not', async () => {
    const adapter = await made();
    for (const [i, name] of SAME.entries()) {
      const next = SAME[(i + 1) % SAME.length]!;
      expect(
        similarity(await match(adapter, portrait(name), portrait(next))),
        `${name}, ${next}`,
      ).toBeGreaterThanOrEqual(65);
      expect(
        similarity(await match(adapter, portrait(name), portrait('biden'))),
        name,
      ).toBeLessThan(65);
    }
  });
});

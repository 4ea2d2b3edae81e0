import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { AdapterSetupError } from './adapter.ts';
import { embedded, similarityOf } from './embedded.ts';
import { installCommand, requireHere } from './embedded/packages.ts';

const FACES =
  'npm install --no-save @vladmandic/face-api@1.7.15 @tensorflow/tfjs@4.22.0 ' +
  '@tensorflow/tfjs-backend-wasm@4.22.0';

afterEach(() => void vi.restoreAllMocks());

function problemOf(settings?: Record<string, string>): string {
  try {
    embedded.create({}, settings);
  } catch (error) {
    expect(error).toBeInstanceOf(AdapterSetupError);
    return (error as Error).message;
  }
  return 'none';
}

/** Simulates a machine without the packages. */
function without() {
  return vi.spyOn(requireHere.resolve, 'paths').mockReturnValue([]);
}

const folder = mkdtempSync(join(tmpdir(), 'oriki-embedded-'));
const file = join(folder, 'model.onnx');
writeFileSync(file, '');
afterAll(() => rmSync(folder, { recursive: true }));
const models = { antiSpoofModel27: file, antiSpoofModel40: file };

test('without the packages a provider cannot be created, and the message is the command to run', () => {
  without();
  expect(problemOf()).toBe(
    'the provider embedded needs packages that are installed on demand (@vladmandic/face-api is not installed; ' +
      '@tensorflow/tfjs is not installed; @tensorflow/tfjs-backend-wasm is not installed): ' +
      FACES,
  );
  expect(problemOf(models)).toMatch(
    new RegExp(`onnxruntime-web is not installed\\): ${FACES} onnxruntime-web@1\\.30\\.0$`),
  );
});

test('the commands in the documentation are the same', () => {
  const page = readFileSync(new URL('../../../../docs/biometrics.md', import.meta.url), 'utf8');
  for (const antiSpoof of [false, true])
    expect(page.split('\n')).toContain(installCommand(antiSpoof));
});

test('names a version other than the tested one', () => {
  const name = '@tensorflow/tfjs';
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'package.json'), '{"version": "4.21.0"}');
  vi.spyOn(requireHere.resolve, 'paths').mockReturnValue([folder]);
  expect(problemOf()).toContain(`${name} is 4.21.0, not 4.22.0`);
});

test('rejects anti-spoof models unless they are two readable files', () => {
  without();
  const { antiSpoofModel27, antiSpoofModel40 } = models;
  const both = 'needs both settings antiSpoofModel27 and antiSpoofModel40, or none';
  expect(problemOf({ antiSpoofModel27 })).toContain(both);
  expect(problemOf({ antiSpoofModel40 })).toContain(both);
  const missing = join(folder, 'missing.onnx');
  expect(problemOf({ antiSpoofModel27, antiSpoofModel40: missing })).toBe(
    `the anti-spoof model ${missing} cannot be read`,
  );
});

test('the default threshold of 65 is a distance of 0.55', () => {
  expect(similarityOf(0.55)).toBe(65);
  expect(similarityOf(0.5499)).toBeGreaterThan(65);
  expect(similarityOf(0.5501)).toBeLessThan(65);
  expect([0, 1.05, 2].map(similarityOf)).toEqual([100, 0, 0]);
});

test('similarity is from 0 to 100 and never grows with the distance', () => {
  const distance = fc.double({ min: 0, max: 3, noNaN: true });
  fc.assert(
    fc.property(distance, distance, (a, b) => {
      const [near, far] = [similarityOf(Math.min(a, b)), similarityOf(Math.max(a, b))];
      expect(near).toBeGreaterThanOrEqual(far);
      expect(far).toBeGreaterThanOrEqual(0);
      expect(near).toBeLessThanOrEqual(100);
    }),
  );
});

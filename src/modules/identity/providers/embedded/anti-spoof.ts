import { resample } from './pixels.ts';
import { requireHere } from './packages.ts';
import type { AntiSpoofFiles, Box, Raster } from './protocol.ts';

/** The part of onnxruntime-web that is used. */
type OrtTensor = { data: Float32Array; dims: readonly number[] };
type Session = {
  inputNames: readonly string[];
  outputNames: readonly string[];
  run: (feeds: Record<string, OrtTensor>) => Promise<Record<string, OrtTensor>>;
};
type Ort = {
  env: { logLevel: string; wasm: { numThreads: number } };
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => OrtTensor;
  InferenceSession: { create: (file: string) => Promise<Session> };
};

/** Input side of the models in pixels. */
const SIZE = 80;
/** One of the models' three classes; the others are a printed face and a face on a screen. */
const REAL = 1;
const CLASSES = 3;

/** The probability, from 0 to 1, that the face in the box is real. */
export type AntiSpoof = (image: Raster, face: Box) => Promise<number>;

/**
 * Returns the box scaled by `scale` around the same center and moved into the image, as in the models' training. It is
 * smaller only if the image is smaller.
 */
export function cropBox(image: { width: number; height: number }, face: Box, scale: number): Box {
  const { width: maxWidth, height: maxHeight } = image;
  const factor = Math.min(scale, (maxWidth - 1) / face.width, (maxHeight - 1) / face.height);
  const [width, height] = [face.width * factor, face.height * factor];
  const left = face.x + face.width / 2 - width / 2;
  const top = face.y + face.height / 2 - height / 2;
  return {
    x: Math.min(Math.max(left, 0), maxWidth - width),
    y: Math.min(Math.max(top, 0), maxHeight - height),
    width,
    height,
  };
}

/** Planes of blue, green and red from 0 to 255. */
export function planes(rgb: Float32Array): Float32Array {
  const pixels = rgb.length / 3;
  return rgb.map((_, i) => rgb[3 * (i % pixels) + 2 - Math.floor(i / pixels)]!);
}

export function softmax(values: readonly number[]): number[] {
  const most = Math.max(...values);
  const powers = values.map((value) => Math.exp(value - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

/**
 * Loads both MiniFASNet models and averages their probabilities: input 1 x 3 x 80 x 80, output 1 x 3.
 * @throws for files that are not such models
 */
export async function loadAntiSpoof(files: AntiSpoofFiles): Promise<AntiSpoof> {
  const ort = requireHere('onnxruntime-web') as Ort;
  ort.env.logLevel = 'error';
  ort.env.wasm.numThreads = 1;
  const models: { session: Session; scale: number }[] = [];
  for (const [file, scale] of [
    [files.scale27, 2.7],
    [files.scale40, 4],
  ] as const)
    models.push({ session: await ort.InferenceSession.create(file), scale });

  const probability: AntiSpoof = async (image, face) => {
    let sum = 0;
    for (const { session, scale } of models) {
      const data = planes(resample(image, cropBox(image, face, scale), SIZE));
      const input = new ort.Tensor('float32', data, [1, 3, SIZE, SIZE]);
      const output = await session.run({ [session.inputNames[0]!]: input });
      const values = [...output[session.outputNames[0]!]!.data];
      if (values.length !== CLASSES || !values.every((value) => Number.isFinite(value)))
        throw new Error(`an anti-spoof model must answer ${CLASSES} numbers`);
      sum += softmax(values)[REAL]!;
    }
    return sum / models.length;
  };
  const blank = { data: new Uint8Array(SIZE * SIZE * 3), width: SIZE, height: SIZE };
  await probability(blank, { x: 0, y: 0, width: SIZE, height: SIZE });
  return probability;
}

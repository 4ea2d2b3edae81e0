import { dirname, join } from 'node:path';
import { requireHere } from './packages.ts';
import type { Box, FoundFace, Point, Raster } from './protocol.ts';

/** The parts of @tensorflow/tfjs, its backend and @vladmandic/face-api that are used. */
type Tensor = { dispose: () => void };
type Tf = {
  setBackend: (name: string) => Promise<boolean>;
  ready: () => Promise<void>;
  tensor3d: (data: Uint8Array, shape: [number, number, number], type: 'int32') => Tensor;
  pad: (tensor: Tensor, sides: [number, number][], value: number) => Tensor;
};
type Wasm = { setWasmPaths: (folder: string) => void };
type Net = { loadFromDisk: (folder: string) => Promise<void> };
type Detection = { box: Box; score: number };
type WithLandmarks = { landmarks: { positions: Point[] } };
type Found<T> = PromiseLike<T | undefined> & {
  withFaceDescriptor: () => PromiseLike<(T & { descriptor: Float32Array }) | undefined>;
};
type FaceApi = {
  nets: { ssdMobilenetv1: Net; faceLandmark68Net: Net; faceRecognitionNet: Net };
  SsdMobilenetv1Options: new (options: { minConfidence: number; maxResults: number }) => object;
  detectAllFaces: (image: Tensor, options: object) => PromiseLike<Detection[]>;
  DetectSingleFaceLandmarksTask: new (
    detected: Promise<{ detection: Detection }>,
    image: Tensor,
    tiny: boolean,
  ) => Found<WithLandmarks>;
};

/** The detector's confidence from which a detection counts as a face. */
const MIN_CONFIDENCE = 0.5;
/** The maximum number of faces; more make no difference. */
const MAX_FACES = 5;
/**
 * The border added on each side of an image without a detected face: the detector overlooks faces that fill the
 * picture.
 */
const BORDER = 0.4;
const GREY = 128;
/** Two detections are one face if at least this share of the smaller box is inside the other. */
const SAME_FACE = 0.6;

export type Faces = {
  found: FoundFace[];
  /** Landmarks of the face, if there is only one. */
  landmarks: Point[];
  /** 128 numbers, if requested and there is only one face. */
  descriptor: Float32Array | undefined;
};

export type FaceFinder = (image: Raster, options: { describe: boolean }) => Promise<Faces>;

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  const smaller = Math.min(a.width * a.height, b.width * b.height);
  return (Math.max(0, width) * Math.max(0, height)) / smaller;
}

/** Drops detections inside one with a higher confidence. */
function distinct(detections: readonly Detection[]): Detection[] {
  const kept: Detection[] = [];
  for (const detection of detections.toSorted((a, b) => b.score - a.score))
    if (kept.every(({ box }) => overlap(box, detection.box) < SAME_FACE)) kept.push(detection);
  return kept;
}

/** Loads runtime and models from the packages' folders; fetches nothing. */
export async function loadFaceFinder(): Promise<FaceFinder> {
  const tf = requireHere('@tensorflow/tfjs') as Tf;
  const wasm = requireHere('@tensorflow/tfjs-backend-wasm') as Wasm;
  const api = requireHere('@vladmandic/face-api/dist/face-api.node-wasm.js') as FaceApi;
  const wasmFolder = dirname(requireHere.resolve('@tensorflow/tfjs-backend-wasm/package.json'));
  wasm.setWasmPaths(join(wasmFolder, 'dist/'));
  if (!(await tf.setBackend('wasm'))) throw new Error('the wasm backend of tfjs does not start');
  await tf.ready();
  const models = join(dirname(requireHere.resolve('@vladmandic/face-api/package.json')), 'model');
  const { ssdMobilenetv1, faceLandmark68Net, faceRecognitionNet } = api.nets;
  for (const net of [ssdMobilenetv1, faceLandmark68Net, faceRecognitionNet])
    await net.loadFromDisk(models);

  const options = new api.SsdMobilenetv1Options({
    minConfidence: MIN_CONFIDENCE,
    maxResults: MAX_FACES,
  });

  /** @param border pixels that were added around the image */
  const look = async (
    tensor: Tensor,
    describe: boolean,
    border: { x: number; y: number },
  ): Promise<Faces> => {
    const shifted = ({ x, y }: Point): Point => ({ x: x - border.x, y: y - border.y });
    const detections = distinct(await api.detectAllFaces(tensor, options));
    const found = detections.map(({ box: { x, y, width, height }, score }) => ({
      box: { ...shifted({ x, y }), width, height },
      confidence: score,
    }));
    if (detections.length !== 1) return { found, landmarks: [], descriptor: undefined };
    const detected = Promise.resolve({ detection: detections[0]! });
    const task = new api.DetectSingleFaceLandmarksTask(detected, tensor, false);
    const described = describe ? await task.withFaceDescriptor() : undefined;
    const { landmarks } = (described ?? (await task))!;
    return {
      found,
      landmarks: landmarks.positions.map(shifted),
      descriptor: described?.descriptor,
    };
  };

  return async (image, { describe }) => {
    const { data, width, height } = image;
    const tensor = tf.tensor3d(data, [height, width, 3], 'int32');
    try {
      const faces = await look(tensor, describe, { x: 0, y: 0 });
      if (faces.found.length > 0) return faces;
      const border = { x: Math.round(BORDER * width), y: Math.round(BORDER * height) };
      const sides: [number, number][] = [
        [border.y, border.y],
        [border.x, border.x],
        [0, 0],
      ];
      const padded = tf.pad(tensor, sides, GREY);
      try {
        return await look(padded, describe, border);
      } finally {
        padded.dispose();
      }
    } finally {
      tensor.dispose();
    }
  };
}

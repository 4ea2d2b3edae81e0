/** Messages between the main thread and the worker thread. */

/** Pixels as RGB, 3 bytes each, row by row. */
export type Raster = { data: Uint8Array; width: number; height: number };

/** Pixels from the left and the top of an image; may reach beyond its edges. */
export type Box = { x: number; y: number; width: number; height: number };
export type Point = { x: number; y: number };

/** ONNX files of MiniFASNet, named by the size of their crop relative to the face. */
export type AntiSpoofFiles = { scale27: string; scale40: string };
export type WorkerSettings = { antiSpoof: AntiSpoofFiles | undefined };

export type Job =
  | { task: 'compare'; selfie: Raster; reference: Raster }
  /** `small` is `whole` scaled down for finding faces. */
  | { task: 'inspect'; small: Raster; whole: Raster };

export type FoundFace = {
  box: Box;
  /** The detector's confidence, from 0 to 1. */
  confidence: number;
};

export type Comparison = {
  selfie: FoundFace[];
  reference: FoundFace[];
  /** True if a head leans so far that the distance is meaningless. */
  tilted: boolean;
  /** Undefined unless there is one face in each. */
  distance: number | undefined;
};

/** Faults of a face picture; they do not show whether the face is a living one. */
export type CaptureFault = 'size' | 'cut_off' | 'pose' | 'sharpness' | 'exposure' | 'eyes';

export type Capture = {
  faults: CaptureFault[];
  measured: Record<string, number>;
};

export type Inspection = {
  faces: FoundFace[];
  /** Undefined unless there is one face. */
  capture: Capture | undefined;
  /** The probability of a real face, from 0 to 1; undefined without models, or for a picture with faults. */
  real: number | undefined;
};

export type AnswerTo<J extends Job> = J extends { task: 'compare' } ? Comparison : Inspection;

import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { scriptBeside } from '../../../platform/files.ts';
import { loadSharp } from '../images/normalise.ts';
import { countriesOf } from '../kinds/catalogue.ts';
import { AdapterSetupError, type AdapterDefinition, type Answer } from './adapter.ts';
import { OneWorker, WorkerFailure } from './embedded/one-worker.ts';
import { assertInstalled } from './embedded/packages.ts';
import type {
  AnswerTo,
  AntiSpoofFiles,
  FoundFace,
  Job,
  Raster,
  WorkerSettings,
} from './embedded/protocol.ts';
import type { Image } from '../images/schemas.ts';

/** The image side in pixels for finding faces. The distances below were measured with it. */
const SIDE = 640;
/** Loading the models takes about a second. */
const START_TIMEOUT_MS = 60_000;
/** A comparison takes one to three seconds. */
const JOB_TIMEOUT_MS = 15_000;
/** Some seconds of work. */
const MAX_WAITING = 8;
/** Keeps the answer within the chain's default time-out of five seconds. */
const MAX_WAIT_MS = 3000;

/** The Euclidean distance of two faces at the default threshold, and at 0. */
const DEFAULT_THRESHOLD = { distance: 0.55, similarity: 65 };
const ZERO_DISTANCE = 1.05;

const MODEL = 'face-api-1.7.15/face_recognition';
const ANTI_SPOOF_MODEL = 'minifasnet-2.7+4.0';

/**
 * Returns a similarity from 0 to 100. The default threshold of 65 is a distance of 0.55: 93 % of pairs of the same
 * person are below it and 0.6 % of others, in the little data available (docs/biometrics.md).
 */
export function similarityOf(distance: number): number {
  const { distance: limit, similarity } = DEFAULT_THRESHOLD;
  const value =
    distance <= limit
      ? 100 - ((100 - similarity) / limit) * distance
      : (similarity * (ZERO_DISTANCE - distance)) / (ZERO_DISTANCE - limit);
  return Math.max(0, Math.round(value * 100) / 100);
}

async function pixels({ bytes }: Image, side?: number): Promise<Raster> {
  const sharp = await loadSharp();
  const image = sharp(bytes).toColourspace('srgb').removeAlpha();
  if (side !== undefined) image.resize(side, side, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  // A copy that can be transferred to the thread.
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

async function ask<J extends Job>(
  worker: OneWorker,
  prepare: () => Promise<J>,
): Promise<AnswerTo<J> | undefined> {
  try {
    const answer = await worker.run(async () => {
      const message = await prepare();
      const rasters = Object.values(message).filter((value) => typeof value === 'object');
      return { message, transfer: rasters.map(({ data }) => data.buffer as ArrayBuffer) };
    });
    return answer as AnswerTo<J>;
  } catch (error) {
    if (error instanceof WorkerFailure) return undefined;
    throw error;
  }
}

/** The problem if there is not exactly one face. */
function countProblem(faces: readonly FoundFace[]): 'no_face' | 'multiple_faces' | undefined {
  if (faces.length === 0) return 'no_face';
  return faces.length > 1 ? 'multiple_faces' : undefined;
}

async function compare(
  worker: OneWorker,
  images: { selfie: Image; reference: Image },
): Promise<Answer<'face_match'>> {
  const found = await ask(worker, async () => ({
    task: 'compare' as const,
    selfie: await pixels(images.selfie, SIDE),
    reference: await pixels(images.reference, SIDE),
  }));
  if (!found) return { outcome: 'unavailable' };
  const { selfie, reference, tilted, distance } = found;
  const answerWith = <T extends object>(answer: T) => ({
    ...answer,
    raw: JSON.stringify({ model: MODEL, ...found, ...answer }),
  });
  const problem =
    countProblem(selfie) ?? countProblem(reference) ?? (tilted ? 'low_quality' : undefined);
  if (problem !== undefined) return answerWith({ outcome: 'invalid_input', reason: problem });
  const similarity = similarityOf(distance!);
  return answerWith({ outcome: 'ok', similarity, scoreKind: 'similarity' });
}

/**
 * Checks a picture. An unfit picture fails. A fit picture does not prove that a living person was in front of the
 * camera. Only the anti-spoof models can prove that, and without them there is no answer.
 */
async function inspect(worker: OneWorker, image: Image): Promise<Answer<'liveness'>> {
  const found = await ask(worker, async () => ({
    task: 'inspect' as const,
    small: await pixels(image, SIDE),
    whole: await pixels(image),
  }));
  if (!found) return { outcome: 'unavailable' };
  const { faces, capture, real } = found;
  const answerWith = (passed: boolean, score: number, reason?: string): Answer<'liveness'> => {
    const answer = { passed, score, ...(reason === undefined ? {} : { reason }) };
    const model = real === undefined ? null : ANTI_SPOOF_MODEL;
    return { outcome: 'ok', ...answer, raw: JSON.stringify({ model, ...found, ...answer }) };
  };
  const problem = countProblem(faces) ?? (capture?.faults.length === 0 ? undefined : 'low_quality');
  if (problem !== undefined) return answerWith(false, 0, problem);
  if (real === undefined) return { outcome: 'unavailable' };
  const score = Math.round(real * 10_000) / 100;
  return real >= 0.5 ? answerWith(true, score) : answerWith(false, score, 'spoof');
}

function antiSpoofFiles(settings: Readonly<Record<string, string>>): AntiSpoofFiles | undefined {
  const { antiSpoofModel27, antiSpoofModel40 } = settings;
  if (antiSpoofModel27 === undefined && antiSpoofModel40 === undefined) return undefined;
  if (antiSpoofModel27 === undefined || antiSpoofModel40 === undefined)
    throw new AdapterSetupError(
      'the provider embedded needs both settings antiSpoofModel27 and antiSpoofModel40, or none',
    );
  const files = { scale27: resolve(antiSpoofModel27), scale40: resolve(antiSpoofModel40) };
  for (const file of Object.values(files)) {
    try {
      accessSync(file, constants.R_OK);
    } catch {
      throw new AdapterSetupError(`the anti-spoof model ${file} cannot be read`);
    }
  }
  return files;
}

/** Faces do not depend on a country. */
const COUNTRIES = [...new Set([...countriesOf('nin'), ...countriesOf('account')])];

/**
 * Compares faces in this process, with models from packages that the operator installs. Comparisons have some accuracy;
 * liveness checks prove little. See `docs/biometrics.md`.
 */
export const embedded: AdapterDefinition = {
  name: 'embedded',
  credentials: [],
  settings: ['antiSpoofModel27', 'antiSpoofModel40'],
  defaultBaseUrl: undefined,
  fields: [
    'model',
    'selfie',
    'reference',
    'faces',
    'box',
    'x',
    'y',
    'width',
    'height',
    'confidence',
    'tilted',
    'distance',
    'capture',
    'faults',
    'measured',
    'share',
    'roll',
    'yaw',
    'pitch',
    'sharpness',
    'brightest',
    'darkest',
    'clipped',
    'eyeContrast',
    'real',
    'outcome',
    'reason',
    'passed',
    'score',
    'similarity',
    'scoreKind',
  ],
  create: (_credentials, settings = {}) => {
    const antiSpoof = antiSpoofFiles(settings);
    assertInstalled(antiSpoof !== undefined);
    const data: WorkerSettings = { antiSpoof };
    const worker = new OneWorker({
      script: scriptBeside(import.meta.url, './embedded/worker'),
      data,
      startTimeoutMs: START_TIMEOUT_MS,
      jobTimeoutMs: JOB_TIMEOUT_MS,
      maxWaiting: MAX_WAITING,
      maxWaitMs: MAX_WAIT_MS,
    });
    return {
      liveness: { countries: COUNTRIES, ask: ({ image }) => inspect(worker, image) },
      face_match: { countries: COUNTRIES, ask: (images) => compare(worker, images) },
      start: () =>
        worker.start().catch((error: unknown) => {
          if (!(error instanceof WorkerFailure)) throw error;
          throw new AdapterSetupError(
            `the models of the provider embedded cannot be loaded: ${error.message}`,
          );
        }),
      stop: () => worker.stop(),
    };
  },
};

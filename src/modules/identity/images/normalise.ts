import { ApiError } from '../../../platform/errors/index.ts';
import { Semaphore, TooManyWaiting } from '../../../platform/concurrency/semaphore.ts';
import { MAX_PIXELS, MAX_SIDE, MIN_SIDE, type Image } from './schemas.ts';
import { hasSomethingElse } from './trailing.ts';

type Sharp = (typeof import('sharp'))['default'];

/**
 * The only loaders that libvips may use in this process, for any claimed type of a file. SVG, TIFF and others are
 * blocked.
 */
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];

let loading: Promise<Sharp> | undefined;

/** Loads the image library with the first image. A process without images saves 30 MB. */
export function loadSharp(): Promise<Sharp> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** The names of the formats in sharp. */
const FORMATS = new Set(['jpeg', 'png', 'webp']);
/**
 * The number of images that are decoded concurrently, each in one thread; others wait. Node has four such threads for
 * all work.
 */
const DECODERS = 2;
/**
 * The maximum number of waiting images, in all and per organization. One organization delays others by seconds, not
 * minutes.
 */
const MAX_WAITING = 100;
const MAX_OF_ORGANIZATION = 12;
/** The time limit of a decoding; the largest accepted image takes about half a second. */
const DECODE_SECONDS = 5;
const JPEG_QUALITY = 90;

const decoders = new Semaphore(DECODERS, MAX_WAITING);
const readBy = new Map<string, number>();

const BROKEN = { problem: 'must be a whole JPEG, PNG or WebP image' };

/** Either the image, or its problem, which follows the name of the field. */
type Normalised = { image: Image; problem?: undefined } | { image?: undefined; problem: string };

/**
 * Decodes a JPEG, PNG or WebP file and encodes the picture again, so nothing else of the file is passed on. The result
 * is a JPEG without metadata: upright by its EXIF data, in sRGB with 8 bits, transparent parts white, scaled down to
 * fit 1280 x 1280. The content decides the format. Uses the first picture of an animation. Rejects files with data
 * before the picture or another file after it (`trailing.ts`).
 * @throws ApiError SERVICE_UNAVAILABLE when too many images wait
 */
export async function normalise(file: Buffer, orgId: string): Promise<Normalised> {
  const others = readBy.get(orgId) ?? 0;
  if (others >= MAX_OF_ORGANIZATION) throw busy();
  readBy.set(orgId, others + 1);
  try {
    return await decoders.use(() => decode(file));
  } catch (error) {
    if (error instanceof TooManyWaiting) throw busy();
    throw error;
  } finally {
    const left = readBy.get(orgId)! - 1;
    if (left === 0) readBy.delete(orgId);
    else readBy.set(orgId, left);
  }
}

function busy(): ApiError {
  return new ApiError('SERVICE_UNAVAILABLE', 'too many images are being read', {
    retryAfterSeconds: 1,
  });
}

async function decode(file: Buffer): Promise<Normalised> {
  const sharp = await loadSharp();
  try {
    // Reads only the header. The pixel limit is checked here for a precise message, and again by the decoder.
    const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (!FORMATS.has(format)) return BROKEN;
    if (width * height > MAX_PIXELS)
      return { problem: `must have at most ${MAX_PIXELS / 1e6} million pixels` };
    if (hasSomethingElse(file)) return BROKEN;
    // For a JPEG with its end but without data before it, the decoder only warns. Warnings about a PNG concern profiles
    // that many programs write.
    const failOn = format === 'jpeg' ? 'warning' : 'error';
    const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn })
      .timeout({ seconds: DECODE_SECONDS })
      .autoOrient()
      .resize(MAX_SIDE, MAX_SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    if (Math.min(info.width, info.height) < MIN_SIDE)
      return {
        problem: `must have at least ${MIN_SIDE} pixels a side, also when it is scaled to fit ${MAX_SIDE}`,
      };
    const { width: w, height: h } = info;
    return { image: { bytes: data, contentType: 'image/jpeg', width: w, height: h } };
  } catch {
    // Any error of the decoder. Its messages describe the file's contents.
    return BROKEN;
  }
}

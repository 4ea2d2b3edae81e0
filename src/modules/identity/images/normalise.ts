import { ApiError } from '../../../platform/errors/index.ts';
import { Semaphore, TooManyWaiting } from '../../../platform/concurrency/semaphore.ts';
import type { Image } from '../providers/adapter.ts';
import { MAX_PIXELS, MAX_SIDE, MIN_SIDE } from './limits.ts';
import { loadSharp } from './sharp.ts';
import { hasSomethingElse } from './trailing.ts';

/** The names of the formats in sharp's words. */
const FORMATS = new Set(['jpeg', 'png', 'webp']);
/** Images that are decoded at once, each on one thread; others wait. Node has four such threads for everything. */
const DECODERS = 2;
/** Images that wait for their turn; those of one organization, too, so that it takes seconds from others, not minutes. */
const MAX_WAITING = 100;
const MAX_OF_ORGANIZATION = 12;
/** The largest image that is accepted takes about half a second. */
const DECODE_SECONDS = 5;
const JPEG_QUALITY = 90;

const decoders = new Semaphore(DECODERS, MAX_WAITING);
const readBy = new Map<string, number>();

const BROKEN = { problem: 'must be a whole JPEG, PNG or WebP image' };

/** Either the image, or what is wrong with it, to be put behind the name of the field. */
type Normalised = { image: Image; problem?: undefined } | { image?: undefined; problem: string };

/**
 * Decodes a JPEG, PNG or WebP file and writes it anew, so that nothing of the file is passed on but its picture:
 * upright as its EXIF says, in sRGB with 8 bits, transparent parts white, scaled down to fit 1280 x 1280, as a
 * JPEG without metadata. The content decides about the format. Of an animation it is the first picture. What
 * precedes the picture makes the file none of the three formats, and so does what follows it (`trailing.ts`).
 * @throws ApiError SERVICE_UNAVAILABLE when too many others wait
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
    // Reads the header only; the pixels are counted here to say so, and once more where they are decoded.
    const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (!FORMATS.has(format)) return BROKEN;
    if (width * height > MAX_PIXELS)
      return { problem: `must have at most ${MAX_PIXELS / 1e6} million pixels` };
    if (hasSomethingElse(file)) return BROKEN;
    // That a JPEG has its end and lacks what stands before it is only a warning to its decoder; warnings about a PNG are
    // about profiles that many programs write.
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
    // Whatever the decoder dislikes. Its messages speak of the file's inside.
    return BROKEN;
  }
}

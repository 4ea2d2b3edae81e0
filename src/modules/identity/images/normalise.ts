import { bulkhead } from 'cockatiel';
import sharp from 'sharp';
import type { Image } from '../providers/adapter.ts';
import { MAX_PIXELS, MAX_SIDE, MIN_SIDE } from './limits.ts';

/** The names of the formats in sharp's words. */
const FORMATS = new Set(['jpeg', 'png', 'webp']);
/** All that libvips may read in this process, whatever a file claims to be: SVG, TIFF and others are closed. */
const LOADERS = ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'];
/** Images that are decoded at once, each on one thread; others wait. Node has four such threads for everything. */
const DECODERS = 2;
/** The largest image that is accepted takes about half a second. */
const DECODE_SECONDS = 5;
const JPEG_QUALITY = 90;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: LOADERS });
sharp.concurrency(1);
sharp.cache(false);

const decoders = bulkhead(DECODERS, Number.POSITIVE_INFINITY);

const broken = { problem: 'must be a whole JPEG, PNG or WebP image' };

/** Either the image, or what is wrong with it, to be put behind the name of the field. */
type Normalised = { image: Image; problem?: undefined } | { image?: undefined; problem: string };

/**
 * Decodes a JPEG, PNG or WebP file and writes it anew, so that nothing of the file is passed on but its picture:
 * upright as its EXIF says, in sRGB with 8 bits, transparent parts white, scaled down to fit 1280 x 1280, as a
 * JPEG without metadata. The content decides about the format. Of an animation it is the first picture. What
 * follows the end of the picture is ignored, what precedes it makes the file none of the three formats.
 */
export function normalise(file: Buffer): Promise<Normalised> {
  return decoders.execute(() => decode(file));
}

async function decode(file: Buffer): Promise<Normalised> {
  try {
    // Reads the header only; the pixels are counted here to say so, and once more where they are decoded.
    const { format, width, height } = await sharp(file, { limitInputPixels: false }).metadata();
    if (!FORMATS.has(format)) return broken;
    if (width * height > MAX_PIXELS)
      return { problem: `must have at most ${MAX_PIXELS / 1e6} million pixels` };
    const { data, info } = await sharp(file, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
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
    return broken;
  }
}

export type ImageLimits = {
  /** Size of the file, decoded from base64 or fetched. */
  maxBytes: number;
  /** For a fetch, from DNS to the last byte. */
  fetchTimeoutMs: number;
};

export const IMAGE_LIMITS: ImageLimits = { maxBytes: 5 * 2 ** 20, fetchTimeoutMs: 8000 };

/** The most pixels of the original file: 25 million is a sharp picture of any phone's front camera. */
export const MAX_PIXELS = 25e6;
/** Minimum width and height in pixels, also after an image was scaled down. */
export const MIN_SIDE = 64;
/** Maximum width and height in pixels; larger images are scaled down. */
export const MAX_SIDE = 1280;

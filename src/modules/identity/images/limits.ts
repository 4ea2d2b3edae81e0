export type ImageLimits = {
  /** Size of the file, decoded from base64 or fetched. */
  maxBytes: number;
  /** For a fetch from DNS to the last byte. */
  fetchTimeoutMs: number;
};

export const IMAGE_LIMITS: ImageLimits = { maxBytes: 5 * 2 ** 20, fetchTimeoutMs: 8000 };

/** The most pixels of the file as it comes: 25 million are a sharp picture of any phone's front camera. */
export const MAX_PIXELS = 25e6;
/** Pixels; least width and height, also after an image was scaled down. */
export const MIN_SIDE = 64;
/** Pixels; width and height that images are scaled down to. */
export const MAX_SIDE = 1280;

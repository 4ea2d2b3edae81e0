import { Type, type Static } from 'typebox';
import { BASE64_PATTERN, Strict, StringEnum } from '../../../platform/http/schema.ts';
import { MAX_TARGET_LENGTH, TARGET_PATTERN } from '../../../platform/outbound/target.ts';

export type ImageLimits = {
  /** Size of the file, decoded from base64 or fetched. */
  maxBytes: number;
  /** The time limit of a fetch, from DNS to the last byte. */
  fetchTimeoutMs: number;
};

export const IMAGE_LIMITS: ImageLimits = { maxBytes: 5 * 2 ** 20, fetchTimeoutMs: 8000 };

/** The maximum number of pixels of the original file: 25 million is a sharp picture of any phone's front camera. */
export const MAX_PIXELS = 25e6;
/** Minimum width and height in pixels, also after an image was scaled down. */
export const MIN_SIDE = 64;
/** Maximum width and height in pixels; larger images are scaled down. */
export const MAX_SIDE = 1280;

/** A checked image: upright, without metadata, at most 1280 pixels a side. */
export type Image = { bytes: Buffer; contentType: 'image/jpeg'; width: number; height: number };

const CONTENT_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** An image in a request's body. `imageInputProblems` checks relations between its fields. */
export const BiometricImage = Strict(
  {
    url: Type.Optional(
      Type.String({
        maxLength: MAX_TARGET_LENGTH,
        'x-pattern': TARGET_PATTERN,
        description:
          'The URL of the image, fetched once and without following redirects: https, a public address. ' +
          'Send exactly one of `url` and `base64`.',
      }),
    ),
    base64: Type.Optional(
      Type.String({
        maxLength: Math.ceil(IMAGE_LIMITS.maxBytes / 3) * 4,
        contentEncoding: 'base64',
        'x-pattern': BASE64_PATTERN,
        description:
          'The file as base64 (RFC 4648 section 4) with padding, without line breaks and without `data:`.',
      }),
    ),
    contentType: Type.Optional(
      StringEnum('ImageContentType', CONTENT_TYPES, {
        description: 'Required with `base64`. A hint: the content decides the format.',
      }),
    ),
  },
  {
    title: 'BiometricImage',
    description:
      `A JPEG, PNG or WebP file of at most ${IMAGE_LIMITS.maxBytes / 2 ** 20} MiB and ` +
      `${MAX_PIXELS / 1e6} million pixels, at least ${MIN_SIDE} pixels a side. The first picture of an animation ` +
      'counts. Oriki first removes all metadata.',
    examples: [
      { url: 'https://cdn.example.com/selfies/3f2a.jpg' },
      { base64: '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBD', contentType: 'image/jpeg' },
    ],
  },
);
export type BiometricImage = Static<typeof BiometricImage>;

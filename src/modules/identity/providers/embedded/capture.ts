import { greyOf, quantile, sharpness } from './pixels.ts';
import type { Box, Capture, CaptureFault, Point, Raster } from './protocol.ts';

/** Minimum width of a face in pixels. */
const MIN_WIDTH = 96;
/** Height of the face as a share of the picture's. */
const HEIGHT_SHARE = { min: 0.12, max: 0.9 };
/** Pixels from the edge; the detector ends its boxes there. */
const EDGE = 2;
/** The maximum lean in degrees. */
const MAX_ROLL = 25;
/** A face with a larger ratio of width to height lies on its side. */
const MAX_ASPECT = 1.2;
/**
 * The largest sideways distance of the tip of the nose from the middle between the eyes, as a share of the eyes'
 * distance.
 */
const MAX_YAW = 0.35;
/** The position of the tip of the nose on the way from the eyes to the mouth, as a share: less when looking up. */
const PITCH = { min: 0.35, max: 0.85 };
/** The least deviation of the Laplacian at a width of `MIN_WIDTH`. */
const MIN_SHARPNESS = 0.03;
/** Brightness, of 255, of the brightest tenth and of the darkest tenth. */
const BRIGHTEST_TENTH_MIN = 50;
const DARKEST_TENTH_MAX = 200;
/** The largest share of white pixels in a face. */
const MAX_CLIPPED = 0.25;
const WHITE = 250;
/** Between the brightest and the darkest pixels around an eye, as a share of the brightest. */
const MIN_EYE_CONTRAST = 0.4;

function middle(points: readonly Point[]): Point {
  return {
    x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
    y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
  };
}

/** 68 points in the order of the iBUG 300-W annotation. */
type Landmarks = readonly Point[];

function eyesOf(landmarks: Landmarks): [Point, Point] {
  return [middle(landmarks.slice(36, 42)), middle(landmarks.slice(42, 48))];
}

/** The angle in radians by which the head leans; positive to the right of the picture. */
function leanOf(landmarks: Landmarks): number {
  const [left, right] = eyesOf(landmarks);
  return Math.atan2(right.y - left.y, right.x - left.x);
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI;
}

/**
 * Returns true if the head leans so far that the model confuses faces of different people, because it was trained on
 * upright faces. Often misses a head that is upside down, because the landmarks then describe an upright face that does
 * not exist.
 */
export function isTilted(box: Box, landmarks: Landmarks): boolean {
  return box.width > MAX_ASPECT * box.height || !(Math.abs(degrees(leanOf(landmarks))) <= MAX_ROLL);
}

/**
 * Judges whether a picture of a face is good enough. The limits are for handheld self-portraits and were found by
 * experiment; see `docs/biometrics.md`.
 * @param landmarks in pixels of the image
 */
export function inspectCapture(image: Raster, box: Box, landmarks: Landmarks): Capture {
  const [leftEye, rightEye] = eyesOf(landmarks);
  const eyes = middle([leftEye, rightEye]);
  const distance = Math.hypot(rightEye.x - leftEye.x, rightEye.y - leftEye.y);
  const lean = leanOf(landmarks);
  /** Relative to the point between the eyes, with the head turned upright. */
  const upright = ({ x, y }: Point): Point => ({
    x: (x - eyes.x) * Math.cos(lean) + (y - eyes.y) * Math.sin(lean),
    y: (y - eyes.y) * Math.cos(lean) - (x - eyes.x) * Math.sin(lean),
  });
  const nose = upright(landmarks[30]!);
  const yaw = nose.x / distance;
  const pitch = nose.y / upright(middle(landmarks.slice(48, 68))).y;

  const face = greyOf(image, box);
  const brightest = quantile(face, 0.9);
  const darkest = quantile(face, 0.1);
  const clipped = face.data.filter((value) => value >= WHITE).length / face.data.length;
  const eyeContrast = Math.min(
    ...[leftEye, rightEye].map((eye) => contrastAround(image, eye, distance)),
  );
  const sharp = sharpness(greyOf(image, box, MIN_WIDTH));
  const share = box.height / image.height;

  const faults: [fault: CaptureFault, wrong: boolean][] = [
    ['size', box.width < MIN_WIDTH || share < HEIGHT_SHARE.min || share > HEIGHT_SHARE.max],
    ['cut_off', isCutOff(box, image)],
    [
      'pose',
      // The comparison is not inverted, because the numbers are NaN for a distance of 0.
      isTilted(box, landmarks) ||
        !(Math.abs(yaw) <= MAX_YAW) ||
        !(pitch >= PITCH.min && pitch <= PITCH.max),
    ],
    ['sharpness', sharp < MIN_SHARPNESS],
    [
      'exposure',
      brightest < BRIGHTEST_TENTH_MIN || darkest > DARKEST_TENTH_MAX || clipped > MAX_CLIPPED,
    ],
    ['eyes', !(eyeContrast >= MIN_EYE_CONTRAST)],
  ];
  return {
    faults: faults.filter(([, wrong]) => wrong).map(([fault]) => fault),
    measured: {
      share,
      roll: degrees(lean),
      yaw,
      pitch,
      sharpness: sharp,
      brightest,
      darkest,
      clipped,
      eyeContrast,
    },
  };
}

function isCutOff({ x, y, width, height }: Box, image: Raster): boolean {
  return (
    Math.min(x, y) < EDGE || x + width > image.width - EDGE || y + height > image.height - EDGE
  );
}

/** An eye has dark and bright parts. An object that covers it often has not. */
function contrastAround(image: Raster, { x, y }: Point, eyeDistance: number): number {
  const [width, height] = [0.5 * eyeDistance, 0.3 * eyeDistance];
  const patch = greyOf(image, { x: x - width / 2, y: y - height / 2, width, height });
  const bright = quantile(patch, 0.95);
  return bright < 1 ? 0 : (bright - quantile(patch, 0.05)) / bright;
}

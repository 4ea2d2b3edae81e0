import type { Box, Raster } from './protocol.ts';

/** Brightness, row by row, from 0 to 255. */
export type Grey = { data: Float32Array; width: number; height: number };

/** The part of a box that is in the image, in whole pixels; at least one. */
export function inside(
  { x, y, width, height }: Box,
  image: { width: number; height: number },
): Box {
  const left = Math.min(Math.max(Math.round(x), 0), image.width - 1);
  const top = Math.min(Math.max(Math.round(y), 0), image.height - 1);
  const right = Math.min(Math.max(Math.round(x + width), left + 1), image.width);
  const bottom = Math.min(Math.max(Math.round(y + height), top + 1), image.height);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Luma of a box by ITU-R BT.601, averaged down to `width` pixels if it is wider. */
export function greyOf(image: Raster, box: Box, width = Number.POSITIVE_INFINITY): Grey {
  const from = inside(box, image);
  const scale = Math.max(1, from.width / width);
  const to = { width: Math.floor(from.width / scale), height: Math.floor(from.height / scale) };
  const sums = new Float32Array(to.width * to.height);
  const counts = new Uint32Array(to.width * to.height);
  for (let y = 0; y < from.height; y++) {
    const row = Math.min(Math.floor(y / scale), to.height - 1) * to.width;
    for (let x = 0; x < from.width; x++) {
      const at = 3 * ((from.y + y) * image.width + from.x + x);
      const { [at]: r = 0, [at + 1]: g = 0, [at + 2]: b = 0 } = image.data;
      const cell = row + Math.min(Math.floor(x / scale), to.width - 1);
      sums[cell]! += 0.299 * r + 0.587 * g + 0.114 * b;
      counts[cell]! += 1;
    }
  }
  return { data: sums.map((sum, i) => sum / counts[i]!), ...to };
}

/** The smallest value that at least this share of the pixels does not exceed. */
export function quantile({ data }: Grey, share: number): number {
  const sorted = data.toSorted();
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)]!;
}

function variance(values: Float32Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
}

/**
 * Variance of the Laplacian relative to the variance of the brightness, so that a sharp picture in dim light or of dark
 * skin does not count as blurred. 0 for a single color.
 */
export function sharpness({ data, width, height }: Grey): number {
  const edges = new Float32Array(Math.max(0, (width - 2) * (height - 2)));
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      edges[(y - 1) * (width - 2) + x - 1] =
        data[at - 1]! + data[at + 1]! + data[at - width]! + data[at + width]! - 4 * data[at]!;
    }
  const contrast = variance(data);
  // JPEG turns a single color into noise of about this variance.
  return edges.length === 0 || contrast < 1 ? 0 : variance(edges) / contrast;
}

/** A box scaled to `size` x `size`, bilinear between pixel centers, without averaging. RGB. */
export function resample(image: Raster, box: Box, size: number): Float32Array {
  const from = inside(box, image);
  const out = new Float32Array(size * size * 3);
  const positions = (length: number) =>
    Array.from({ length: size }, (_, i) => {
      const at = Math.min(Math.max(((i + 0.5) * length) / size - 0.5, 0), length - 1);
      const low = Math.floor(at);
      return { low, high: Math.min(low + 1, length - 1), part: at - low };
    });
  const columns = positions(from.width);
  for (const [y, row] of positions(from.height).entries())
    for (const [x, column] of columns.entries())
      for (let channel = 0; channel < 3; channel++) {
        const value = (line: number, at: number): number =>
          image.data[3 * ((from.y + line) * image.width + from.x + at) + channel]!;
        const mix = (line: number): number =>
          value(line, column.low) * (1 - column.part) + value(line, column.high) * column.part;
        out[3 * (y * size + x) + channel] =
          mix(row.low) * (1 - row.part) + mix(row.high) * row.part;
      }
  return out;
}

import * as fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Returns any character of Unicode, for `unit` of `fc.string`. fast-check's own `binary` writes all of them into a map
 * first, which takes 0.8 s of computing in each worker.
 */
export const anyCharacter = fc.nat(0x10ffff - SURROGATES).map(
  (n) => String.fromCodePoint(n < FIRST_SURROGATE ? n : n + SURROGATES),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('not one');
    return point < FIRST_SURROGATE ? point : point - SURROGATES;
  },
);

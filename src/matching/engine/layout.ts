/** A segment's arrays in one SharedArrayBuffer: a JSON header that names them, then the arrays. */

export type Arrays = Record<
  string,
  Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array
>;

const TYPES = { Uint8Array, Uint16Array, Int32Array, Uint32Array, Float64Array } as const;
type TypeName = keyof typeof TYPES;

type Header<Meta> = {
  meta: Meta;
  arrays: Record<string, { type: TypeName; offset: number; length: number }>;
};

/** Size of a processor's cache line. */
const ALIGN = 64;
/**
 * glibc places memory this many bytes after the start of a cache line. With other libraries, look-ups only take longer.
 */
const BEHIND = 16;
function aligned(offset: number): number {
  return Math.ceil(offset / ALIGN) * ALIGN;
}

/** Returns the position of the arrays, after the header and the number that states its length. */
function startAfter(header: number): number {
  return aligned(4 + header) + ALIGN - BEHIND;
}

function viewOf(
  type: TypeName,
  buffer: SharedArrayBuffer,
  offset: number,
  length: number,
): Arrays[string] {
  const View = TYPES[type] as new (
    memory: ArrayBufferLike,
    at: number,
    count: number,
  ) => Arrays[string];
  return new View(buffer, offset, length);
}

const kept = new Int32Array(1);

/**
 * Prevents the compiler from dropping a sum over data that is about to be read. A processor loads independent data in
 * parallel, but a loop with much work per record waits for each load. So callers with many records read them twice, and
 * the first loop only builds a sum.
 */
export function keep(sum: number): void {
  kept[0] = sum;
}

/** Copies the arrays, by name, into one shared buffer. */
export function pack(meta: object, arrays: Arrays): SharedArrayBuffer {
  const header: Header<object> = { meta, arrays: {} };
  let offset = 0;
  for (const [name, array] of Object.entries(arrays)) {
    header.arrays[name] = {
      type: array.constructor.name as TypeName,
      offset,
      length: array.length,
    };
    offset = aligned(offset + array.byteLength);
  }
  const head = Buffer.from(JSON.stringify(header));
  const start = startAfter(head.length);
  const buffer = new SharedArrayBuffer(start + offset);
  new Uint32Array(buffer, 0, 1)[0] = head.length;
  new Uint8Array(buffer).set(head, 4);
  for (const [name, array] of Object.entries(arrays)) {
    const { type, offset: at } = header.arrays[name]!;
    viewOf(type, buffer, start + at, array.length).set(array);
  }
  return buffer;
}

/** Returns views of the arrays that `pack` wrote. */
export function unpack<Meta>(buffer: SharedArrayBuffer): { meta: Meta; arrays: Arrays } {
  const length = new Uint32Array(buffer, 0, 1)[0]!;
  const header = JSON.parse(Buffer.from(buffer, 4, length).toString('utf8')) as Header<Meta>;
  const start = startAfter(length);
  const arrays: Arrays = {};
  for (const [name, { type, offset, length: count }] of Object.entries(header.arrays)) {
    arrays[name] = viewOf(type, buffer, start + offset, count);
  }
  return { meta: header.meta, arrays };
}

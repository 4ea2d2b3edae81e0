/**
 * Finds an exact maximum-weight one-to-one assignment (Hungarian method with potentials, O(n²m)). `gains` is row-major,
 * rows × columns, every entry >= 0. Returns the column of each row, or -1. Of equal columns the lower one wins, so the
 * result is deterministic.
 */
export function assign(gains: Float64Array, rows: number, columns: number): Int32Array {
  const result = new Int32Array(rows).fill(-1);
  if (rows === 0 || columns === 0) return result;
  if (assignDirectly(gains, rows, columns, result)) return result;
  result.fill(-1);
  const size = Math.max(rows, columns);
  const cost = (row: number, column: number): number =>
    row < rows && column < columns ? -gains[row * columns + column]! : 0;
  const u = new Float64Array(size + 1);
  const v = new Float64Array(size + 1);
  const owner = new Int32Array(size + 1);
  const way = new Int32Array(size + 1);
  for (let row = 1; row <= size; row++) {
    owner[0] = row;
    let column = 0;
    const least = new Float64Array(size + 1).fill(Infinity);
    const used = new Uint8Array(size + 1);
    do {
      used[column] = 1;
      const current = owner[column]!;
      let delta = Infinity;
      let next = 0;
      for (let j = 1; j <= size; j++) {
        if (used[j]) continue;
        const value = cost(current - 1, j - 1) - u[current]! - v[j]!;
        if (value < least[j]!) {
          least[j] = value;
          way[j] = column;
        }
        if (least[j]! < delta) {
          delta = least[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= size; j++) {
        if (used[j]) {
          u[owner[j]!] = u[owner[j]!]! + delta;
          v[j] = v[j]! - delta;
        } else least[j] = least[j]! - delta;
      }
      column = next;
    } while (owner[column] !== 0);
    do {
      const next = way[column]!;
      owner[column] = owner[next]!;
      column = next;
    } while (column !== 0);
  }
  for (let j = 1; j <= columns; j++) {
    const row = owner[j]! - 1;
    if (row >= 0 && row < rows && gains[row * columns + j - 1]! > 0) result[row] = j - 1;
  }
  return result;
}

/**
 * Writes the best column of each row to `result`. Returns true if these columns all differ. They are then optimal, as
 * for most pairs of names.
 */
function assignDirectly(
  gains: Float64Array,
  rows: number,
  columns: number,
  result: Int32Array,
): boolean {
  let taken = 0;
  const wide = columns > 31;
  for (let row = 0; row < rows; row++) {
    let best = 0;
    for (let column = 0; column < columns; column++) {
      const gain = gains[row * columns + column]!;
      if (gain > best) {
        best = gain;
        result[row] = column;
      }
    }
    if (best === 0) continue;
    const bit = 1 << result[row]!;
    if (wide || (taken & bit) !== 0) return false;
    taken |= bit;
  }
  return true;
}

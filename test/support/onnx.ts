/**
 * Writes ONNX files of a few hundred bytes, after `onnx.proto` of github.com/onnx/onnx: a model of 80 x 80 pixels
 * that returns three numbers, which are weighted sums of the averages of its three planes.
 */

type Field = [number: number, value: number | string | Uint8Array];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}

function message(...fields: Field[]): Uint8Array {
  const parts = fields.map(([number, value]) => {
    if (typeof value === 'number') return [...varint(number * 8), ...varint(value)];
    const bytes = Buffer.from(value as string);
    return [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes];
  });
  return Uint8Array.from(parts.flat());
}

const FLOAT = 1;

function node(type: string, inputs: string[], output: string): Field {
  const names = inputs.map((name): Field => [1, name]);
  return [1, message(...names, [2, output], [4, type])];
}

function constant(name: string, dims: number[], values: number[]): Field {
  const sizes = dims.map((size): Field => [1, size]);
  const data = new Uint8Array(Float32Array.from(values).buffer);
  return [5, message(...sizes, [2, FLOAT], [8, name], [9, data])];
}

function tensor(field: number, name: string, dims: number[]): Field {
  const shape = message(...dims.map((size): Field => [1, message([1, size])]));
  return [field, message([1, name], [2, message([1, message([1, FLOAT], [2, shape])])])];
}

/**
 * @param bias the output for a black picture
 * @param weights the weights of each plane for each number, plane by plane; without them the picture does not matter
 */
export function onnxModel(bias: number[], weights?: number[][]): Buffer {
  const size = bias.length;
  const graph = message(
    node('GlobalAveragePool', ['input'], 'averages'),
    node('Flatten', ['averages'], 'planes'),
    node('Gemm', ['planes', 'weights', 'bias'], 'output'),
    [2, 'averages of planes'],
    constant('weights', [3, size], weights?.flat() ?? Array<number>(3 * size).fill(0)),
    constant('bias', [size], bias),
    tensor(11, 'input', [1, 3, 80, 80]),
    tensor(12, 'output', [1, size]),
  );
  const operators = message([2, 13]);
  return Buffer.from(message([1, 8], [7, graph], [8, operators]));
}

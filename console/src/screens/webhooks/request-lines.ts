import type { Operations } from '../../../../clients/typescript/src/index.ts';

export type Body = NonNullable<Operations['updateWebhook']['input']['body']>;
export type Shown = Operations['getWebhook']['data'];
type Filter = NonNullable<Body['filter']>;
type Condition = NonNullable<Filter['all']>[number];

type ShownFilter = NonNullable<Shown['filter']>;

function linesIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Reads headers, one per line: `X-Gateway-Key: 4f1c`. */
export function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    linesIn(text).map((line) => {
      const [name = '', ...value] = line.split(':');
      return [name.trim(), value.join(':').trim()];
    }),
  );
}

/** Conditions as lines: `customer.country in ["NG","GH"]`. */
export function linesOf({ all = [] }: Filter | ShownFilter): string[] {
  return all.map(({ path, op, value }) => `${path} ${op} ${JSON.stringify(value)}`);
}

/** Returns an entered value: JSON, or otherwise a text without its quotation marks. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * Returns the filter in the entered lines. A path alone requires the member to exist; `in` also accepts words separated
 * by commas.
 */
export function filterOf(text: string): Filter {
  const all = linesIn(text).map((line): Condition => {
    const [, path = '', op = 'exists', entered = ''] = /^(\S+)(?:\s+(\S+))?\s*(.*)$/.exec(line)!;
    let value = entered === '' && op === 'exists' ? true : valueOf(entered);
    if (op === 'in' && !Array.isArray(value))
      value = entered.split(',').map((one) => valueOf(one.trim()));
    // The service rejects an unknown operator.
    return { path, op: op as Condition['op'], value: value as Condition['value'] };
  });
  return all.length > 0 ? { all } : {};
}

/** Reads the Dockerfile for tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/config/config.ts';

export const ROOT = join(import.meta.dirname, '../..');
export function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}
export const known = new Set(Object.values(settings).map(({ env }) => env as string));

/** Returns the instructions of the Dockerfile by stage, with continued lines joined. */
export const stages = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .reduce<{ instruction: string; value: string }[][]>((found, line) => {
    const [, instruction = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (instruction === 'FROM') found.push([]);
    // The only instruction before the first stage is an ARG with its image.
    found.at(-1)?.push({ instruction, value });
    return found;
  }, []);
const last = stages.at(-1)!;
export function valuesOf(instruction: string, stage = last): string[] {
  return stage.filter((line) => line.instruction === instruction).map(({ value }) => value);
}
export const environment = Object.fromEntries(
  valuesOf('ENV').flatMap((value) =>
    [...value.matchAll(/(\w+)=(\S+)/g)].map(([, k, v]) => [k!, v!]),
  ),
);
/** Returns the files that the last stage copies from the repository. */
export const copied = valuesOf('COPY')
  .filter((value) => !value.startsWith('--from'))
  .flatMap((value) => value.split(' ').slice(0, -1));

import { readFile } from 'node:fs/promises';
import type { Static, TSchema } from 'typebox';
import { parseDocument } from 'yaml';
import { compileValidator } from './http/validate.ts';

/** Reads YAML or JSON that operators write, checks it, and reports all its faults together. */

/** Maximum number of aliases. Each may expand to much data, and real files have fewer. */
const MAX_ALIASES = 100;

/** Receives a problem and its place in the file. */
export type Report = (at: string, message: string) => void;

/** All faults of an operator's file, one line each with the place in the file. */
export class OperatorFileError extends Error {
  readonly problems: readonly string[];

  /** @param what such as `providers file` */
  constructor(what: string, path: string, problems: readonly string[]) {
    super(`invalid ${what} ${path}:\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'OperatorFileError';
    this.problems = problems;
  }
}

/** Returns a file's text; undefined, after reporting it, if it cannot be read. */
export async function readText(
  path: string,
  at: string,
  report: Report,
): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    report(at, `cannot be read (${code})`);
    return undefined;
  }
}

/**
 * Parses YAML 1.2, which includes JSON. Does not use the parser's messages, because they quote the file, which may
 * contain a secret by mistake.
 */
export function parseYaml(text: string | undefined, report: Report): unknown {
  if (text === undefined) return undefined;
  const document = parseDocument(text, { schema: 'core', stringKeys: true });
  const problems = [...document.errors, ...document.warnings];
  for (const { code, linePos } of problems) {
    const [start] = linePos ?? [];
    report(
      `line ${start?.line ?? '?'}, column ${start?.col ?? '?'}`,
      `is not valid YAML (${code})`,
    );
  }
  if (problems.length > 0) return undefined;
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch {
    report('file', 'has aliases that cannot be resolved, or too many');
    return undefined;
  }
}

/** Returns true if a value fits a schema; reports the faults, with their places below `at`. */
export function fits<S extends TSchema>(
  schema: S,
  value: unknown,
  at: string,
  report: Report,
): value is Static<S> {
  const problems = compileValidator('file', schema)(value);
  for (const { path, message } of problems)
    report(
      path === 'file' ? at || path : [at, path].filter((part) => part !== '').join('.'),
      message,
    );
  return problems.length === 0;
}

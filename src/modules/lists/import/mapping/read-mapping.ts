import {
  fits,
  OperatorFileError,
  parseYaml,
  readText,
} from '../../../../platform/operator-file.ts';
import { Mapping, mappingProblems } from './schemas.ts';

/**
 * Reads a mapping from a file, YAML or JSON.
 * @throws OperatorFileError with all its faults
 */
export async function readMapping(path: string): Promise<Mapping> {
  const problems: string[] = [];
  const report = (at: string, message: string): void => {
    problems.push(at === '' ? message : `${at}: ${message}`);
  };
  const value = parseYaml(await readText(path, 'file', report), report);
  if (problems.length === 0 && fits(Mapping, value, '', report)) {
    for (const { path: at, message } of mappingProblems(value, '')) report(at, message);
    if (problems.length === 0) return value;
  }
  throw new OperatorFileError('mapping', path, problems);
}

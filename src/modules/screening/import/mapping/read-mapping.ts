import {
  fits,
  OperatorFileError,
  parseYaml,
  readText,
} from '../../../../platform/operator-file.ts';
import { Mapping } from './schemas.ts';

/**
 * Reads a mapping from a file, YAML or JSON.
 * @throws OperatorFileError with everything that is wrong
 */
export async function readMapping(path: string): Promise<Mapping> {
  const problems: string[] = [];
  const report = (at: string, message: string): void => {
    problems.push(at === '' ? message : `${at}: ${message}`);
  };
  const value = parseYaml(await readText(path, 'file', report), report);
  if (problems.length === 0 && fits(Mapping, value, '', report)) {
    const { format, root, entry } = value;
    if (format === 'xml' && (root === undefined || entry === undefined))
      report('root', 'and entry are required for xml: the outermost element, and that of an entry');
    if (problems.length === 0) return value;
  }
  throw new OperatorFileError('mapping', path, problems);
}

import { DATE_FORMATS } from '../../modules/declared.ts';
import type { Repeated, Switch, Value } from '../flags.ts';

type SwitchSpec = { text: string };

export type ValueSpec = {
  /** Stands for the value in usage and help. */
  value: string;
  text: string;
  /** All values that there are. */
  choices?: readonly string[];
  /** The name of a file: shells complete it. */
  file?: true;
};

export type OptionSpecs = { [name in Switch]?: SwitchSpec } & {
  [name in Repeated | Value]?: ValueSpec;
};

/**
 * One command as help, completion, docs/command-line.md and the parser know it. It imports nothing of the service, so
 * that they cost no time; what a command does is in the file that `commands.ts` names for it.
 */
export type CommandSpec = {
  /** Its words: `org create`. */
  name: string;
  /**
   * The text behind them. It is written by hand because commander cannot say which options exclude or need each other;
   * a test compares it with the options.
   */
  usage: string;
  /** One sentence. */
  summary: string;
  /** Further sentences. */
  details?: string;
  options: OptionSpecs;
  /** A value behind its words without a name of its own, which the command gets as this option. */
  argument?: { option: Value; value: string; isOptional?: true };
  /** Its needs besides the database and the secret of the service, in a sentence; false: not even those. */
  needs?: string | false;
  /** Calls that do the same over HTTP, below `/api/v1`, and the scope that their key needs. */
  http?: readonly { call: string; scope: string }[];
  /** The words behind `oriki`. */
  examples: readonly string[];
};

export const ORG: ValueSpec = { value: 'ORG', text: 'Id of the organization.' };

export const ONLY_ORG: ValueSpec = {
  value: 'ORG',
  text: 'Id of the one organization to look at; default: all.',
};

export const PAGES = {
  page: { value: 'N', text: 'Page, from 1; default 1.' },
  limit: { value: 'N', text: 'Rows of a page; default 20, at most 100.' },
} as const satisfies OptionSpecs;

export const PAGES_USAGE = '[--page N] [--limit N]';

/** Options that say which columns and dates a file has. */
export const READING_OPTIONS = {
  'date-format': {
    value: 'ORDER',
    text: 'Order of days and months; default: as the dates show it.',
    choices: DATE_FORMATS,
  },
  column: {
    value: 'FIELD=COLUMN',
    text: 'The column of a field that the file calls otherwise, such as name=Kunde; may be given several times.',
  },
} as const satisfies OptionSpecs;

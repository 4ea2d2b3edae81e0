import { DATE_FORMATS } from '../../modules/declared.ts';
import type { Repeated, Switch, Value } from '../flags.ts';

type SwitchSpec = { text: string };

export type ValueSpec = {
  /** The placeholder for the value in usage and help. */
  value: string;
  text: string;
  /** All possible values. */
  choices?: readonly string[];
  /** True for the name of a file, which shells complete. */
  file?: true;
};

export type OptionSpecs = { [name in Switch]?: SwitchSpec } & {
  [name in Exclude<Repeated | Value, 'plan'>]?: ValueSpec;
} & {
  /** A value of `org create`, and a switch of `migrate`. */
  plan?: SwitchSpec | ValueSpec;
};

/**
 * One command, for help, completion, docs/command-line.md and the parser. The specs import no part of the service, so
 * help and completion are fast. `commands.ts` names the file that implements a command.
 */
export type CommandSpec = {
  /** The words of the command: `org create`. */
  name: string;
  /**
   * The text after the words. A person writes it, because commander cannot express which options exclude or need each
   * other. A test compares it with the options.
   */
  usage: string;
  /** One sentence. */
  summary: string;
  /** Further sentences. */
  details?: string;
  options: OptionSpecs;
  /** The option that also accepts a value after the words, without its name. */
  argument?: { option: Value; value: string; isOptional?: true };
  /**
   * Requirements in addition to the database and the secret of the service, in a sentence; false if the command needs
   * neither of these.
   */
  needs?: string | false;
  /** Equivalent HTTP calls below `/api/v1`, and the scope that a key needs for them. */
  http?: readonly { call: string; scope: string }[];
  /** The words after `oriki`. */
  examples: readonly string[];
};

export const ORG: ValueSpec = { value: 'ORG', text: 'Id of the organization.' };

export const ONLY_ORG: ValueSpec = {
  value: 'ORG',
  text: 'Only this organization; default: all.',
};

export const PAGES = {
  page: { value: 'N', text: 'Page, from 1; default 1.' },
  limit: { value: 'N', text: 'Rows per page; default 20, at most 100.' },
} as const satisfies OptionSpecs;

export const PAGES_USAGE = '[--page N] [--limit N]';

/** The options that describe the columns and dates of a file. */
export const READING_OPTIONS = {
  'date-format': {
    value: 'ORDER',
    text: 'Order of days and months; default: inferred from the dates.',
    choices: DATE_FORMATS,
  },
  column: {
    value: 'FIELD=COLUMN',
    text: 'The column of a field with another name in the file, such as name=Kunde; may be repeated.',
  },
} as const satisfies OptionSpecs;

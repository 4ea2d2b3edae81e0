import { Command as Parser, Help, Option, type CommanderError } from 'commander';
import { REPEATED, UsageError, type Flags } from './flags.ts';
import { GROUPS, SECTIONS, type CommandSpec, type ValueSpec } from './spec/index.ts';

const ROOT = 'oriki';
const HELP_WIDTH = 100;
const JSON_TEXT = 'Answers and errors as one JSON object on standard output.';

/** A parsed command line and the usage of its command. With `help`, the caller only prints the help. */
export type Parsed = { name: string; flags: Flags; usage: string; help?: string };

/** A command line that commander rejects, and the command that rejects it. */
class ParseError extends Error {
  readonly at: Parser;
  readonly code: string;
  constructor(at: Parser, { code, message }: CommanderError) {
    super(message);
    this.at = at;
    this.code = code;
  }
}

function wordsOf(at: Parser): string[] {
  return at.parent === null ? [] : [...wordsOf(at.parent), at.name()];
}

/** Returns the usage of a command, and the command line that prints its help. */
function usageOf(words: readonly string[], usage: string): string {
  const command = [ROOT, ...words].join(' ');
  return `usage: ${`${command} ${usage}`.trim()}\nhelp:  ${command} --help`;
}

function optionOf(name: string, option: { text: string } | ValueSpec, usage: string): Option {
  if (!('value' in option)) return new Option(`--${name}`, option.text);
  const made = new Option(`--${name} <${option.value}>`, option.text);
  // Only the help uses these choices; commands report errors about other values.
  if (option.choices) made.argChoices = [...option.choices];
  return made.argParser<unknown>((value, before) => {
    // `--org --scope x` lacks a value. No name begins with `--`, so `--name=--x` counts as the same mistake.
    if (value.startsWith('--')) throw new UsageError(`--${name} needs a value`, usage);
    return (REPEATED as readonly string[]).includes(name)
      ? [...((before as string[] | undefined) ?? []), value]
      : value;
  });
}

/** Returns the scopes and rights that a command needs, and examples. */
function afterHelp({ needs, http = [], examples }: CommandSpec): string {
  const calls = http.map(({ call, scope }) => {
    const [method, path] = call.split(' ');
    return `  ${method} /api/v1${path}, scope ${scope}`;
  });
  const needed = [
    'The environment of the service: its database and its secret.',
    needs ?? [],
  ].flat();
  return [
    ...(needs === false ? [] : ['', 'Needs:', ...needed.map((sentence) => `  ${sentence}`)]),
    ...(calls.length === 0 ? [] : ['', 'The same over HTTP:', ...calls]),
    '',
    'Examples:',
    ...examples.map((example) => `  ${ROOT} ${example}`),
  ].join('\n');
}

const ROOT_HELP = [
  '',
  `${ROOT} <command> --help shows the options of one command, what it needs, and examples.`,
  'The command uses the database of the service (DATABASE_URL, or the embedded one).',
  `An id may be given without its option: ${ROOT} key revoke key_…`,
].join('\n');

/** Applies settings that commander does not pass on to its own subcommands. */
function prepare(at: Parser, help: (text: string) => void, columns: number | undefined): Parser {
  return at
    .exitOverride((error) => {
      throw new ParseError(at, error);
    })
    .configureOutput({
      writeOut: help,
      writeErr: () => {},
      getOutHelpWidth: () => columns || HELP_WIDTH,
      getErrHelpWidth: () => columns || HELP_WIDTH,
      getOutHasColors: () => false,
    })
    .helpOption('-h, --help', 'Shows this.')
    .helpCommand(false)
    .showSuggestionAfterError();
}

/** Builds all commands for commander. Calls `chosen` with the command that a command line names. */
function tree(
  help: (text: string) => void,
  chosen: (spec: CommandSpec, at: Parser) => void,
  columns: number | undefined,
): Parser {
  const root = prepare(new Parser(ROOT), help, columns);
  const leaves: Parser[] = [];
  root
    .usage('<command> [options]')
    .option('--json', JSON_TEXT)
    // The launcher handles this option before this module is loaded.
    .option('--version', 'Prints the version of Oriki.')
    .configureHelp({
      showGlobalOptions: true,
      formatHelp: (at, helper) => {
        // Adding them to the helper does not suffice: commander searches its visible commands for words similar to an
        // unknown one.
        const all = Object.create(helper) as Help;
        if (at === root) all.visibleCommands = () => leaves;
        return Help.prototype.formatHelp.call(all, at, all);
      },
      subcommandTerm: (at) => wordsOf(at).join(' '),
    })
    .addHelpText('after', ROOT_HELP);
  const group = (word: string, title: string): Parser => {
    const made = root.commands.find((at) => at.name() === word);
    return (
      made ??
      prepare(root.command(word), help, columns)
        .description(GROUPS[word]!)
        .usage('<command> [options]')
        .helpGroup(`${title}:`)
    );
  };
  for (const { title, specs } of SECTIONS)
    for (const spec of specs) {
      const words = spec.name.split(' ');
      const parent = words.length === 1 ? root : group(words[0]!, title);
      const at = prepare(parent.command(words.at(-1)!), help, columns)
        .usage(spec.usage)
        .summary(spec.summary)
        .description([spec.summary, spec.details].filter(Boolean).join(' '))
        .helpGroup(`${title}:`)
        .addHelpText('after', afterHelp(spec))
        .action(() => chosen(spec, at));
      if (spec.argument) {
        const { value, isOptional } = spec.argument;
        at.argument(isOptional ? `[${value}]` : `<${value}>`);
      } else if (idOptionsOf(spec).length > 0) at.argument('[ids...]');
      for (const [name, option] of Object.entries(spec.options))
        at.addOption(optionOf(name, option, usageOf(words, spec.usage)));
      leaves.push(at);
    }
  return root;
}

/** Returns the given options by name. */
function flagsOf(at: Parser, root: Parser): Flags {
  const flags: Record<string, unknown> = {};
  for (const option of at.options) {
    const value: unknown = at.getOptionValue(option.attributeName());
    // In commander, `--no-x` negates `x`, and `x` is true without it.
    if (option.negate ? value === false : value !== undefined)
      flags[option.long!.slice(2)] = option.negate ? true : value;
  }
  if (root.getOptionValue('json') === true) flags['json'] = true;
  return flags;
}

/** Returns the options of a command whose ids may also come after its words. */
function idOptionsOf({ options }: CommandSpec): ('id' | 'org' | 'source')[] {
  // The command takes an organization, its list and the source of another list, so an id alone would be ambiguous.
  if (options.list) return [];
  return (['id', 'org', 'source'] as const).filter(
    (name) => options[name] && !options[name].value.includes(','),
  );
}

/** Assigns the ids after a command's words to the options that accept ids of their kind. */
function idsOf(spec: CommandSpec, at: Parser, given: Flags): Flags {
  const names = idOptionsOf(spec);
  const flags: Flags = {};
  for (const value of at.args) {
    const name = names.length > 1 && value.startsWith('org_') ? 'org' : names[0];
    const isOther = name === 'org' && names.length === 1 && !value.startsWith('org_');
    if (name === undefined || isOther || flags[name] !== undefined)
      throw new UsageError(`"${spec.name}" takes no "${value}"`, usageOf(wordsOf(at), spec.usage));
    if (given[name] !== undefined && given[name] !== value)
      throw new UsageError(`--${name} is given twice`, usageOf(wordsOf(at), spec.usage));
    flags[name] = value;
  }
  return flags;
}

function asUsageError({ at, code, message }: ParseError): UsageError {
  const [first = '', ...suggestions] = message.replace(/^error: /, '').split('\n');
  const words = wordsOf(at);
  const told = ((): string => {
    switch (code) {
      case 'commander.help':
        return ['no command', ...(words.length > 0 ? [`after "${words.join(' ')}"`] : [])].join(
          ' ',
        );
      case 'commander.unknownCommand':
        return `unknown command "${[...words, at.args[0]].join(' ')}"`;
      case 'commander.excessArguments':
        return `"${words.join(' ')}" takes no "${at.args.at(-1)}"`;
      case 'commander.missingArgument':
        return `${/'(.+)'/.exec(first)?.[1]} is required`;
      case 'commander.optionMissingArgument':
        return `${/--[\w-]+/.exec(first)?.[0]} needs a value`;
      default:
        return `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
    }
  })();
  return new UsageError([told, ...suggestions].join(' '), usageOf(words, at.usage()));
}

/**
 * Parses a command line; an empty one requests help. `--json` and `--help` may be anywhere, other options after their
 * command.
 * @param columns the width of the terminal; undefined without one
 * @throws UsageError
 */
export function parse(args: string[], columns?: number): Parsed {
  let help = '';
  let parsed: Parsed | undefined;
  const root = tree(
    (text) => void (help += text),
    (spec, at) => {
      const { name, usage, argument } = spec;
      const given = flagsOf(at, root);
      const flags = {
        ...given,
        ...(argument ? { [argument.option]: at.args[0] } : idsOf(spec, at, given)),
      };
      parsed = { name, flags, usage: usageOf(name.split(' '), usage) };
    },
    columns,
  );
  const wantsHelp = args[0] === 'help' || args.length === 0;
  const words = wantsHelp ? [...args.slice(1), '--help'] : args;
  try {
    root.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    if (error.code === 'commander.helpDisplayed') return { name: '', flags: {}, usage: '', help };
    throw asUsageError(error);
  }
  return parsed!;
}

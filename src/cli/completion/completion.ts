/**
 * Scripts with which shells complete commands, options and values. The scripts are generated from the commands in
 * `spec/`, and start no process while the user types.
 */
import { GROUPS, SPECS, type CommandSpec, type ValueSpec } from '../spec/index.ts';

/** The placeholder for file names among the candidates of bash and zsh. */
const FILES = '<file>';

const COMMON_OPTIONS = ['--json', '--help'];

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns options with the candidates for their values; undefined for an option without a value. */
function optionsOf({ options }: CommandSpec): { name: string; text: string; value?: ValueSpec }[] {
  return Object.entries(options).map(([name, option]) => ({
    name,
    text: option.text,
    ...('value' in option ? { value: option } : {}),
  }));
}

function candidatesOf({ choices, file }: ValueSpec): string {
  return file ? FILES : (choices?.join(' ') ?? '');
}

/**
 * Returns a pattern of `case` for a command's words and the last word on the line. For a command of one word, the
 * pattern allows other words in between.
 */
function patternOf({ name }: CommandSpec, last = ''): string {
  return name.includes(' ') ? quoted(name + last) : `${quoted(`${name} `)}*${last && quoted(last)}`;
}

function secondWords(group: string): string[] {
  return SPECS.flatMap(({ name }) => (name.startsWith(`${group} `) ? [name.split(' ')[1]!] : []));
}

function firstWords(): string[] {
  return [...new Set(SPECS.map(({ name }) => name.split(' ')[0]!)), 'help'];
}

/** Returns a POSIX shell function that maps the command's two words and the previous word to candidates. */
function candidates(): string {
  const values = SPECS.flatMap((spec) =>
    optionsOf(spec).flatMap(({ name, value }) =>
      value ? [`    ${patternOf(spec, ` --${name}`)}) echo ${quoted(candidatesOf(value))} ;;`] : [],
    ),
  );
  const options = SPECS.map((spec) => {
    const names = optionsOf(spec).map(({ name }) => `--${name}`);
    return `      ${patternOf(spec)}) echo ${quoted([...names, ...COMMON_OPTIONS].join(' '))} ;;`;
  });
  const seconds = Object.keys(GROUPS).map(
    (group) => `      ${quoted(`${group} `)}*) echo ${quoted(secondWords(group).join(' '))} ;;`,
  );
  return [
    '_oriki_candidates() {',
    '  case "$1 $2 $3" in',
    ...values,
    '    *) case "$1 $2" in',
    ...options,
    ...seconds,
    `      *) echo ${quoted([...firstWords(), ...COMMON_OPTIONS].join(' '))} ;;`,
    '    esac ;;',
    '  esac',
    '}',
  ].join('\n');
}

const BASH = String.raw`
_oriki() {
  local line="${'$'}{COMP_LINE:0:COMP_POINT}" cur='' found words
  read -ra words <<< "$line"
  case "$line" in
    *' ') ;;
    *) cur="${'$'}{line##* }" && unset "words[${'$'}{#words[@]}-1]" ;;
  esac
  found="$(_oriki_candidates "${'$'}{words[1]}" "${'$'}{words[2]}" "${'$'}{words[${'$'}{#words[@]}-1]}")"
  if [ "$found" = '${FILES}' ]; then
    local IFS=$'\n'
    compopt -o filenames 2> /dev/null
    COMPREPLY=($(compgen -f -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$found" -- "$cur"))
  fi
  # To bash a word begins after a colon.
  case "$cur" in
    *:*) COMPREPLY=("${'$'}{COMPREPLY[@]#"${'$'}{cur%"${'$'}{cur##*:}"}"}") ;;
  esac
}
complete -F _oriki oriki`;

const ZSH = String.raw`
_oriki() {
  local second='' found
  (( CURRENT > 3 )) && second="$words[3]"
  found="$(_oriki_candidates "$words[2]" "$second" "$words[CURRENT-1]")"
  if [[ "$found" == '${FILES}' ]]; then
    _files
  else
    compadd -- ${'$'}{=found}
  fi
}
compdef _oriki oriki`;

function fish(): string {
  const told = (text: string): string =>
    `'${text.replaceAll('\\', String.raw`\\`).replaceAll("'", String.raw`\'`)}'`;
  const firsts = firstWords().map((word) => {
    const text = GROUPS[word] ?? SPECS.find(({ name }) => name === word)?.summary;
    const description = text === undefined ? '' : ` -d ${told(text)}`;
    return `complete -c oriki -n __oriki_first -a ${word}${description}`;
  });
  const commands = SPECS.flatMap((spec) => {
    const [first, second] = spec.name.split(' ');
    const at = `-n ${told(`__oriki_in ${spec.name}`)}`;
    return [
      ...(second === undefined
        ? []
        : [
            `complete -c oriki -n ${told(`__oriki_second ${first}`)} -a ${second} -d ${told(spec.summary)}`,
          ]),
      ...optionsOf(spec).map(({ name, text, value }) => {
        const given = value?.choices ? ` -a ${told(value.choices.join(' '))}` : '';
        const argument = value ? ` ${value.file ? '-rF' : '-x'}${given}` : '';
        return `complete -c oriki ${at} -l ${name}${argument} -d ${told(text)}`;
      }),
    ];
  });
  return [
    'function __oriki_first; test (count (commandline -opc)) -eq 1; end',
    'function __oriki_second',
    '  set -l words (commandline -opc)',
    '  test (count $words) -eq 2; and test "$words[2]" = $argv[1]',
    'end',
    'function __oriki_in',
    '  set -l words (commandline -opc)',
    '  test "$words[2]" = $argv[1]; and begin; not set -q argv[2]; or test "$words[3]" = $argv[2]; end',
    'end',
    'complete -c oriki -f',
    `complete -c oriki -l json -d ${told('Answers and errors as JSON.')}`,
    `complete -c oriki -s h -l help -d ${told('Shows the usage of a command.')}`,
    ...firsts,
    ...commands,
  ].join('\n');
}

/** Returns the completion script for a shell, which the user sources. */
export function completion(shell: string): string {
  if (shell === 'fish') return fish();
  return shell === 'zsh' ? `#compdef oriki\n${candidates()}${ZSH}` : `${candidates()}${BASH}`;
}

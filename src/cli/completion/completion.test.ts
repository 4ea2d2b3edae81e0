import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../../../test/support/process.ts';
import { skip } from '../../../scripts/skips.ts';
import { completion } from './completion.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'oriki-completion-'));
  writeFileSync(join(folder, 'names.csv'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Scripts that make each shell print its candidates for a line. */
const DRIVERS = {
  bash: `
    offer() { COMP_LINE="$1"; COMP_POINT=\${#1}; COMPREPLY=(); _oriki; echo "\${COMPREPLY[*]}"; }`,
  zsh: `
    compadd() { shift; echo "$@"; }; _files() { echo names.csv; }; compdef() { :; }
    source ./script
    offer() {
      words=(\${=1}); [[ $1 == *' ' ]] && words+=(''); CURRENT=\${#words}
      local cur=\${words[CURRENT]}; local -a all; all=($(_oriki)); echo \${(M)all:#$cur*}
    }`,
  fish: `
    function offer; complete -C $argv[1] | string replace -r '\\t.*' '' | string join ' '; end`,
};

const CASES: [line: string, offered: string[]][] = [
  ['oriki org ', ['create', 'erase', 'list', 'move', 'update']],
  ['oriki key cr', ['create']],
  ['oriki org create --pl', ['--plan']],
  ['oriki org create --plan ', ['free', 'pro', 'enterprise']],
  ['oriki screen --org x --format ', ['csv', 'jsonl']],
  ['oriki screen --file na', ['names.csv']],
  ['oriki org create --name ', []],
];

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  const program = programOf(shell);
  const title = `${shell} completes commands, options, values and names of files`;
  if (program === undefined && shell !== 'bash') skip(shell, title);
  test.skipIf(program === undefined)(title, () => {
    writeFileSync(join(folder, 'script'), completion(shell));
    const source = shell === 'zsh' ? '' : 'source ./script\n';
    const lines = CASES.map(([line]) => `offer '${line}'`).join('\n');
    const options = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
    const said = execFileSync(
      program!,
      [...options, '-c', `${source}${DRIVERS[shell]}\n${lines}\ntrue`],
      {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
      },
    );
    const offered = said.split('\n').map((line) => line.split(' ').filter(Boolean).toSorted());
    expect(offered.slice(0, CASES.length)).toEqual(CASES.map(([, words]) => words.toSorted()));
  });
}

test.skipIf(programOf('bash') === undefined)(
  'bash completes words after a colon, although bash ends a word there',
  () => {
    writeFileSync(join(folder, 'script'), completion('bash'));
    const said = execFileSync(
      'bash',
      ['--norc', '-c', `source ./script\n${DRIVERS.bash}\noffer 'oriki key create --scope fraud:'`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(said).toBe('manage screen\n');
  },
);

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandOf } from './commands.ts';
import { UsageError } from './flags.ts';
import { parse } from './parser.ts';
import { GROUPS, SPECS } from './spec/index.ts';

function usageErrorOf(line: string): UsageError {
  try {
    parse(line.split(' '));
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
  throw new Error('no error');
}

test('options are read, including repeated ones; --json may come before the command', () => {
  const line = '--json key create --org=o --scope fraud:screen --scope fraud:manage';
  expect(parse(line.split(' '))).toMatchObject({
    name: 'key create',
    flags: { json: true, org: 'o', scope: ['fraud:screen', 'fraud:manage'] },
  });
  expect(parse(['org', 'update', '--id', 'x']).flags).toEqual({ id: 'x' });
  expect(parse(['org', 'update', '--no-addons']).flags).toEqual({ 'no-addons': true });
  expect(parse(['screen', '--file', '-']).flags).toEqual({ file: '-' });
});

test.each([
  ['no command', '--json'],
  ['no command after "org"', 'org'],
  ['unknown command "org destroy"', 'org destroy'],
  ['unknown command "orgs" (Did you mean org?)', 'orgs list'],
  ['unknown command "key creat" (Did you mean create?)', 'key creat'],
  ["Unknown option '--limt' (Did you mean --limit?)", 'org list --limt 5'],
  ["Unknown option '--platform'", 'org list --platform'],
  ['--id needs a value', 'key revoke --id'],
  ['--org needs a value', 'key create --org --scope fraud:screen'],
  ['"org list" takes no "all"', 'org list all'],
])('a wrong command line is reported with a suggestion: %s', (message, line) => {
  const error = usageErrorOf(line);
  expect(error.message).toBe(message);
  expect(error.usage).toMatch(/^usage: oriki .*\nhelp: {2}oriki .*--help$/);
});

test.each([
  ['key revoke key_1', { id: 'key_1' }],
  ['org update org_1 --plan pro', { id: 'org_1', plan: 'pro' }],
  ['key list org_1', { org: 'org_1' }],
  ['console login --role admin org_1', { org: 'org_1', role: 'admin' }],
  ['member remove usr_1 org_1', { org: 'org_1', id: 'usr_1' }],
  ['session end ses_1 --json', { id: 'ses_1', json: true }],
  ['list refresh ofac:sdn', { source: 'ofac:sdn' }],
  ['key revoke key_1 --id key_1', { id: 'key_1' }],
])('an id is accepted without its option: %s', (line, flags) => {
  expect(parse(line.split(' ')).flags).toEqual(flags);
});

test.each([
  ['"key list" takes no "key_1"', 'key list key_1'],
  ['"key revoke" takes no "key_2"', 'key revoke key_1 key_2'],
  ['--id is given twice', 'key revoke key_1 --id key_2'],
  ['"list import" takes no "org_1"', 'list import org_1'],
  ['"assess" takes no "ofac:sdn"', 'assess ofac:sdn'],
])('rejects an id that no option accepts: %s', (message, line) => {
  expect(usageErrorOf(line).message).toBe(message);
});

test('an empty command line shows the help', () => {
  expect(parse([]).help).toBe(parse(['--help']).help);
});

test('the help describes the requested command', () => {
  const all = parse(['--help'], 80).help!;
  for (const { name, summary } of SPECS) {
    expect(all).toContain(`  ${name} `);
    const { help = '' } = parse([...name.split(' '), '--help'], 200);
    expect(help).toMatch(new RegExp(`^Usage: oriki ${name}\\b`));
    expect(help).toContain(summary);
    for (const other of SPECS)
      if (other !== SPECS.find((one) => one.name === name))
        expect(help.startsWith(`Usage: oriki ${other.name} `) && !name.startsWith(other.name)).toBe(
          false,
        );
    expect(parse(['help', ...name.split(' ')], 200).help).toBe(help);
  }
  expect(parse(['key', '-h']).help).toContain('key revoke');
  expect(parse(['key', '-h']).help).not.toContain('org create');
});

test("shows each command's options in usage and help, with valid examples", async () => {
  for (const { name, usage, options, summary, details = '', examples } of SPECS) {
    const named = [...usage.matchAll(/--([a-z0-9-]+)/g)].map(([, option]) => option!);
    expect([...new Set(named)].toSorted(), name).toEqual(Object.keys(options).toSorted());
    expect(`${summary} ${details}`.trim(), name).toMatch(/^[A-Z].*\S$/);
    for (const option of Object.values(options)) expect(option.text, name).toMatch(/^[A-Z].*\.$/);
    expect(examples.length, name).toBeGreaterThan(0);
    for (const example of examples) {
      const words = example.replace(/ > .*/, '').match(/"[^"]*"|\S+/g)!;
      expect(parse(words).name).toBe(name);
    }
    const group = name.split(' ');
    if (group.length > 1) expect(GROUPS).toHaveProperty(group[0]!);
  }
  const elsewhere = /^(serve|migrate|doctor|backup|restore|kek|completion)\b/;
  for (const { name } of SPECS)
    if (!elsewhere.test(name)) expect(await commandOf(name), name).toBeDefined();
});

test('every call in the help exists and needs the scopes that the help names', () => {
  const { paths } = JSON.parse(
    readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'),
  );
  for (const { name, http = [] } of SPECS)
    for (const { call, scope } of http) {
      const [method, path] = call.split(' ') as [string, string];
      const { description } = paths[path]?.[method.toLowerCase()] ?? {};
      expect(description, `${name}: ${call}`).toContain(`Scope \`${scope}\``);
    }
});

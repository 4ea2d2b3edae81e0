/**
 * The register of processing: the kinds of stored personal data and their places, from the declarations of all modules.
 */
import type { ModuleTable, ModuleTables } from '../module.ts';
import { TENANT_ROLES } from '../people/index.ts';
import type { PersonalData, Recipient } from '../personal-data.ts';
import type { RetentionClass } from '../retention/index.ts';
import { PLATFORM_TABLES } from './platform-tables.ts';
import type { Register } from './schemas.ts';

/** The hosts of each party that gets personal data; a text for hosts that organizations choose. */
export type Hosts = Readonly<Record<Recipient, readonly string[]>>;

type Entry = Register['entries'][number];

function protectionOf(
  { sealed = {} }: ModuleTable,
  { encrypted = [] }: PersonalData,
  column: string,
): Entry['protection'] {
  if (Object.hasOwn(sealed, column)) return 'sealed';
  return encrypted.includes(column) ? 'encrypted' : 'clear';
}

/** Returns the roles of an organization's people with one of these scopes. */
function rolesWith(scopes: readonly string[]): string[] {
  return Object.entries(TENANT_ROLES)
    .filter(([, role]) =>
      [...role.scopes, ...role.reads].some((scope: string) => scopes.includes(scope)),
    )
    .map(([name]) => name);
}

/** Returns the period of rows: that of the classes that an operator has switched on, otherwise the declared one. */
function keptOf({ kept, classes: names = [] }: PersonalData, on: readonly RetentionClass[]) {
  const periods = on
    .filter(({ class: name }) => names.includes(name))
    .map(({ title, days, minDays, maxDays }) => {
      const choice =
        minDays < maxDays ? `; organizations choose from ${minDays} to ${maxDays}` : '';
      return `${days} days (${title}${choice})`;
    });
  if (periods.length === 0) return kept;
  const others = kept.replace(/^(always|until deleted)(; )?/, '');
  return [...periods, ...(others === '' ? [] : [others])].join('; ');
}

function entriesOf(
  table: string,
  facts: ModuleTable,
  hosts: Hosts,
  on: readonly RetentionClass[],
): Entry[] {
  const { personal } = facts;
  if (!personal) return [];
  const { people, columns, readers, recipients = [] } = personal;
  const kept = keptOf(personal, on);
  return Object.entries(columns).map(([column, data]) => ({
    people,
    data,
    place: `${table}.${column}`,
    protection: protectionOf(facts, personal, column),
    scopes: [...readers],
    roles: rolesWith(readers),
    kept,
    recipients: recipients.map((name) => ({ name, hosts: [...hosts[name]] })),
  }));
}

/** Personal data outside of the database. */
function outside(hosts: Hosts): Entry[] {
  const readers = ['exports:create'];
  const folder = {
    place: 'folder of erasures',
    protection: 'clear' as const,
    scopes: [],
    roles: [],
    kept: 'always',
    recipients: [],
  };
  return [
    {
      people: 'any',
      data: 'rows of exports',
      place: 'files of exports',
      protection: 'clear',
      scopes: readers,
      roles: rolesWith(readers),
      kept: '30 days, or the period of the settings of exports',
      recipients: [{ name: 'export files', hosts: [...hosts['export files']] }],
    },
    { people: 'customers', data: 'ids of customers', ...folder },
    { people: 'members', data: 'ids of members', ...folder },
  ];
}

/**
 * Returns the register, by people and then by data.
 * @param tables the tables of all modules @param classes with the operator's settings
 */
export function registerOf(
  tables: ModuleTables,
  hosts: Hosts,
  classes: readonly RetentionClass[],
): Register {
  const all = { ...tables, ...PLATFORM_TABLES };
  const on = classes.filter(({ isOn }) => isOn);
  const entries = Object.entries(all)
    .flatMap(([table, facts]) => entriesOf(table, facts, hosts, on))
    .concat(outside(hosts));
  const keyOf = ({ people, data, place }: Entry) => `${people}\0${data}\0${place}`;
  return { entries: entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}

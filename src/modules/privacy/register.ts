/** The register of processing: which personal data is stored where, from the declarations of all modules. */
import type { ModuleTable, ModuleTables } from '../module.ts';
import { TENANT_ROLES } from '../people/index.ts';
import type { PersonalData, Recipient } from '../personal-data.ts';
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

function entriesOf(table: string, facts: ModuleTable, hosts: Hosts): Entry[] {
  const { personal } = facts;
  if (!personal) return [];
  const { people, columns, readers, kept, recipients = [] } = personal;
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

/** Returns the register, by people and then by data. @param tables those of all modules */
export function registerOf(tables: ModuleTables, hosts: Hosts): Register {
  const all = { ...tables, ...PLATFORM_TABLES };
  const entries = Object.entries(all).flatMap(([table, facts]) => entriesOf(table, facts, hosts));
  const keyOf = ({ people, data, place }: Entry) => `${people}\0${data}\0${place}`;
  return { entries: entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) };
}

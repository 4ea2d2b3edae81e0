import { allCommands } from '../../src/cli/commands.ts';
import { MODULES } from '../../src/modules/index.ts';
import { browserRoutesIn, routesIn } from '../../src/modules/module.ts';
import { hostFact, type Audit } from '../../src/platform/audit/audit.ts';

/** An action, its meaning in words, its sources, and the recorded members. */
type Line = { action: string; does: string; by: string; facts: readonly string[] };

function scim(action: string, does: string, facts: string[] = []): Line {
  return { action, does: `${does} by SCIM`, by: 'an identity provider, by SCIM', facts };
}

/** Actions that neither an operation nor a command declares. */
const OTHERS: Line[] = [
  {
    action: 'approval.approve',
    does: 'approved a request',
    by: 'the second person, by the operation or command of the request',
    facts: ['action', 'objectId'],
  },
  {
    action: 'dead_letter.replay',
    does: 'retried a dead letter',
    by: '`oriki dead-letters replay`, for each letter',
    facts: ['status'],
  },
  {
    action: 'demo.create',
    does: 'created the demo organization',
    by: 'the first start: the organization, key and link that it prints',
    facts: ['keyId', 'userId'],
  },
  {
    action: 'configuration.change',
    does: 'started with changed settings',
    by: 'a process that starts with other settings than the last one of its role',
    facts: ['changed', 'digests'],
  },
  {
    action: 'organization.view_end',
    does: 'ended a view of the organization as an operator',
    by: "the end of the time, the session or the operator's right of a view",
    facts: ['cause'],
  },
  {
    action: 'retention.remove',
    does: 'removed records whose period had ended',
    by: 'the job `retention` for each part, and the erasure of a subject',
    facts: ['count', 'tombstones'],
  },
  {
    action: 'audit.checkpoint',
    does: 'ended a period of the audit log',
    by: 'the job `retention`',
    facts: ['seq', 'hash'],
  },
  scim('scim_user.create', 'added a person', ['active', 'keys']),
  scim('scim_user.update', 'changed a person', ['active', 'keys']),
  scim('scim_user.delete', 'removed a person', ['active', 'keys']),
  scim('scim_user.read', 'read people'),
  scim('scim_group.create', 'created a group', ['members']),
  scim('scim_group.update', 'changed a group', ['members']),
  scim('scim_group.delete', 'removed a group'),
  scim('scim_group.read', 'read groups'),
  {
    action: 'kek.rotate',
    does: 'created a new encryption key',
    by: '`oriki kek rotate`',
    facts: [],
  },
  { action: 'kek.rewrap', does: 're-encrypted keys', by: '`oriki kek rewrap`', facts: [] },
  { action: 'backup.create', does: 'made a backup', by: '`oriki backup`', facts: [] },
  {
    action: 'backup.restore',
    does: 'restored a backup',
    by: '`oriki restore`',
    facts: ['createdAt'],
  },
];

/** Returns every action with all its sources. */
export async function auditLines(): Promise<Line[]> {
  const ofRoutes = routesIn(MODULES).flatMap((route) => {
    if (!('audit' in route) || !route.audit) return [];
    const { action, does, shows = [], removes = [], hosts = [] } = route.audit as Audit;
    const by = `\`${route.method} ${route.path}\``;
    const facts = new Set<string>([...removes, ...shows, ...hosts.map(hostFact)]);
    return [{ action, does, by, facts: [...facts] }];
  });
  const ofBrowsers = browserRoutesIn(MODULES).flatMap(({ method, path, audit = [] }) =>
    audit.map((one) => ({ ...one, by: `\`${method} ${path}\``, facts: one.shows ?? [] })),
  );
  const ofCommands = Object.entries(await allCommands()).flatMap(([name, { audit }]) =>
    audit ? [{ ...audit, by: `\`oriki ${name}\``, facts: audit.shows ?? [] }] : [],
  );
  return [...ofRoutes, ...ofBrowsers, ...ofCommands, ...OTHERS];
}

/** The row of a command in the audit log. */
import { hostname, userInfo } from 'node:os';
import type { Flags } from '../cli/flags.ts';
import { logOf } from '../modules/tenants/index.ts';
import type { Actor } from '../platform/audit/action.ts';
import { changeOf, factsOf, newAction, writeAction, type Audit } from '../platform/audit/audit.ts';
import type { Tx } from '../platform/db/database.ts';

/** A command for its audit row; `data` is the answer, once it exists. */
export type CommandDone = { flags: Flags; data?: Record<string, unknown> };

export type CommandAudit = Audit<CommandDone, Record<string, unknown>>;

/** Returns the account on this machine that runs the command. */
export function commandActor(): Actor {
  const id = `${userInfo().username}@${hostname()}`;
  return { kind: 'command', id, via: null, requestId: null, address: null };
}

/** Writes the row in the command's transaction. */
export async function record(
  tx: Tx,
  audit: Omit<CommandAudit, 'does'>,
  done: CommandDone,
  before?: object,
): Promise<void> {
  const { action, object, organization, shows } = audit;
  const id = done.data?.['id'];
  const row = newAction({
    orgId: await logOf(tx, organization?.(done)),
    actor: commandActor(),
    action,
    object: (object ? object(done) : typeof id === 'string' ? id : done.flags.id) ?? null,
    before: factsOf(before, shows),
    after: changeOf(before, done.data, audit),
  });
  await writeAction(tx, row);
}

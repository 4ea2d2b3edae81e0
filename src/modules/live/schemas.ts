import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';

/** The kinds of things whose changes are told, each with the scope that somebody needs to hear of it. */
const KINDS = {
  approval: 'approvals:request',
  case: 'cases:manage',
  hit: 'fraud:screen',
  member: 'members:manage',
  permission: 'permissions:manage',
  thread: 'threads:manage',
  webhook: 'webhooks:manage',
} as const;

export type Kind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as Kind[];

/** Things that are told one by one; with more of a kind, no ids are told. */
export const MAX_IDS = 100;

/** A thing that has changed; without an id: any of its kind. */
export type Change = { kind: Kind; id: string | null };

export const LiveQuery = Type.Object({
  lastEventId: Type.Optional(
    Type.String({
      maxLength: 8192,
      description: 'Instead of the header `Last-Event-ID`.',
    }),
  ),
});

const Changed = Type.Object(
  {
    kind: StringEnum('LiveKind', KIND_NAMES),
    ids: Type.Union([Type.Array(Type.String(), { maxItems: MAX_IDS }), Type.Null()], {
      description: 'The ids of those that have changed; null: it may be any.',
    }),
  },
  { title: 'Changed' },
);

export const LiveEvents = Type.Object({
  changed: Type.Object({ changes: Type.Array(Changed) }),
  reset: Type.Object({}, { description: 'What is known so far may be out of date.' }),
});

/** The kinds that somebody with these scopes may hear of. */
export function kindsFor({
  scopes,
  reads,
}: {
  scopes: ReadonlySet<string>;
  reads: ReadonlySet<string>;
}): Kind[] {
  return KIND_NAMES.filter((kind) => scopes.has(KINDS[kind]) || reads.has(KINDS[kind]));
}

import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import { LIVE_KINDS } from '../declared.ts';

/** A kind of changes. The manifest of a module declares its kinds, each with the scope that they require. */
export type Kind = keyof typeof LIVE_KINDS;
export const KIND_NAMES = Object.keys(LIVE_KINDS) as Kind[];

/** The maximum number of ids of a kind in an event; with more changes, ids are omitted. */
export const MAX_IDS = 100;

/** A change; without an id it may be any thing of its kind. */
export type Change = { kind: Kind; id: string | null };

export const LiveQuery = Type.Object({
  lastEventId: Type.Optional(
    Type.String({
      maxLength: 8192,
      description: 'Replaces the header `Last-Event-ID`.',
    }),
  ),
});

const Changed = Type.Object(
  {
    kind: StringEnum('LiveKind', KIND_NAMES),
    ids: Type.Union([Type.Array(Type.String(), { maxItems: MAX_IDS }), Type.Null()], {
      description: 'The ids of the changed objects; null: any may have changed.',
    }),
  },
  { title: 'Changed' },
);

export const LiveEvents = Type.Object({
  changed: Type.Object({ changes: Type.Array(Changed) }),
  reset: Type.Object({}, { description: 'Data read earlier may be out of date.' }),
});

/** Returns the kinds that a caller with these scopes may receive. */
export function kindsFor({
  scopes,
  reads,
}: {
  scopes: ReadonlySet<string>;
  reads: ReadonlySet<string>;
}): Kind[] {
  return KIND_NAMES.filter((kind) => scopes.has(LIVE_KINDS[kind]) || reads.has(LIVE_KINDS[kind]));
}

import { Type, type Static } from 'typebox';
import {
  PAGE_CAP,
  PageOf,
  pageQuery,
  StringEnum,
  Timestamp,
} from '../../../platform/http/schema.ts';

const METHODS = ['oidc', 'link', 'portal'] as const;

export const Session = Type.Object(
  {
    id: Type.String({ description: 'Id of the session; not a secret.' }),
    userId: Type.String({ description: 'Id of the person.' }),
    method: StringEnum('SignInMethod', METHODS, {
      description:
        'At an identity provider, by a link of the command line, or by a portal session.',
    }),
    authenticatedAt: Timestamp('When the person last proved their identity.'),
    createdAt: Timestamp('When the session began.'),
    lastSeenAt: Timestamp('When it was last used, to the minute.'),
    expiresAt: Timestamp('When it ends, even if it is in use.'),
    mode: StringEnum('KeyMode', ['live', 'test']),
  },
  { title: 'Session' },
);
export type Session = Static<typeof Session>;
export const SessionPage = PageOf(Session);

export const SessionListQuery = Type.Object({
  ...pageQuery(PAGE_CAP),
  userId: Type.Optional(Type.String({ description: 'Only sessions of this person.' })),
});

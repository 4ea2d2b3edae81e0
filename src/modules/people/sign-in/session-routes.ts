/** The routes by which a person lists and ends their own sessions, and by which an operator views an organization. */
import { Type } from 'typebox';
import { sessionTokenOf, setCookie } from '../../../platform/http/browser/session-cookie.ts';
import { Deleted, PAGE_CAP, Strict } from '../../../platform/http/schema.ts';
import { defineBrowserRoute, SESSION_PATH } from '../access.ts';
import { asking } from './log.ts';
import { actingOf, beginView, endView, homeOf, View } from './viewing.ts';
import { Session } from '../sessions/schemas.ts';
import { listSessions } from '../sessions/sessions.ts';

const POLICY = { from: 'own pages', caller: 'session', rateLimit: 'own-sessions' } as const;
const VIEW_END = { action: 'organization.view_end', shows: ['cause'] } as const;

export const sessionBrowserRoutes = [
  defineBrowserRoute({
    method: 'POST',
    path: `${SESSION_PATH}/sign-out`,
    operationId: 'signOut',
    policy: { ...POLICY, caller: 'anyone' },
    audit: [{ action: 'session.sign_out' }],
    data: Type.Object({ signedOut: Type.Literal(true) }),
    async handle({ services: { signIn }, server: { keys, publicUrl }, request, reply }) {
      const token = sessionTokenOf(request, publicUrl);
      const person = token === undefined ? undefined : await keys.resolveSession(token);
      if (person) await signIn.signOut(token!, actingOf(person), asking(request));
      setCookie({ request, reply, publicUrl }, 'session', null);
      reply.header('clear-site-data', '"cache", "cookies", "storage"');
      return { signedOut: true as const };
    },
  }),
  defineBrowserRoute({
    method: 'GET',
    path: SESSION_PATH,
    operationId: 'listOwnSessions',
    policy: POLICY,
    data: Type.Object({ current: Type.String(), sessions: Type.Array(Session) }),
    async handle({ services: { times }, server: { buckets }, person }) {
      const query = { userId: person!.id, limit: PAGE_CAP };
      const { items } = await listSessions(buckets.shared.read, homeOf(person!), query, times);
      return { current: person!.via, sessions: items };
    },
  }),
  defineBrowserRoute({
    method: 'POST',
    path: `${SESSION_PATH}/end`,
    operationId: 'endOwnSession',
    policy: POLICY,
    audit: [{ action: 'session.end' }],
    body: Strict({ id: Type.String({ maxLength: 100 }) }),
    data: Deleted,
    handle: ({ services: { signIn }, person, body: { id }, request }) =>
      signIn.endOwn(id, actingOf(person!), asking(request)),
  }),
  defineBrowserRoute({
    method: 'POST',
    path: `${SESSION_PATH}/view`,
    operationId: 'viewOrganization',
    policy: POLICY,
    audit: [{ action: 'organization.view', shows: ['reason', 'ticket', 'until'] }, VIEW_END],
    body: View,
    data: Type.Object({ organization: Type.String(), until: Type.String() }),
    handle: ({ server: { buckets }, person, body, request }) =>
      beginView(buckets.shared, person!, body, asking(request)),
  }),
  defineBrowserRoute({
    method: 'POST',
    path: `${SESSION_PATH}/view-end`,
    operationId: 'endView',
    policy: POLICY,
    audit: [VIEW_END],
    data: Type.Object({ viewing: Type.Null() }),
    async handle({ server: { buckets }, person, request }) {
      await endView(buckets.shared, person!, asking(request));
      return { viewing: null };
    },
  }),
];

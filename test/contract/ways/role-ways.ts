/** The ways in which a person of an organization can get a role. */
import type { Answer } from '../../support/app.ts';
import { ask, data, exchanged, remove, type World } from './actors.ts';
import { membersWith, type SignIns } from './sign-ins.ts';
import type { Way } from './walk.ts';

export type Role = 'admin' | 'billing' | 'auditor';
const ISSUER = 'https://login.example.com';
export const GROUPS_CLAIM = 'groups';

let subjects = 0;
/** A new person. */
export function person() {
  return { issuer: ISSUER, subject: `granted-${++subjects}` };
}

/** The number of members with the role before, and the id or name of the person. */
export type Start = { before: number; id: string };

/** An organization, and the provider at which its people sign in; tests fill it in once there is an app. */
export type Place = { world: World; signIns: SignIns };

/** Every way to a role of an organization. */
export function waysTo(place: Place, role: Role): Way<Start>[] {
  const asAdmin = (method: string, path: string, body?: unknown) =>
    ask(place.world, { key: place.world.org.key }, method, path, body);
  const members = () => membersWith(place.world, role);
  const happened = async ({ before }: Start): Promise<boolean> => (await members()) > before;
  const begin = async (id = ''): Promise<Start> => ({ before: await members(), id });
  const add = async (roles: string[]): Promise<string> =>
    (await data(asAdmin('POST', '/members', { ...person(), roles }), 201)).id;
  /** The base for trying changes of an issuer: a group without people grants the role. */
  const base = { groupsClaim: GROUPS_CLAIM, groupRoles: {}, acr: null, requireAuthTime: true };
  const issuer = async (settings: object, account: object): Promise<Start> => {
    await place.signIns.reset({ ...base, ...settings });
    place.signIns.next(account);
    return begin();
  };
  const patchIssuer = (body: object) => () => ({
    method: 'PATCH',
    path: `/sign-in/issuers/${place.signIns.issuerId}`,
    body,
  });
  const signIn = async (): Promise<void> => void (await place.signIns.signIn());
  const removeAll = async (): Promise<void> => {
    const query = `/members?limit=1&role=${role}`;
    const [newest] = (await data(asAdmin('GET', query), 200)).items;
    await data(asAdmin('DELETE', `/members/${newest.id}`), 200);
  };
  return [
    {
      name: 'making a person a member',
      operations: ['addMember'],
      scope: 'members:manage',
      actsInOwn: true,
      begin: () => begin(person().subject),
      request: ({ id }) => ({
        method: 'POST',
        path: '/members',
        body: { issuer: ISSUER, subject: id, roles: [role] },
      }),
      happened,
      undo: removeAll,
    },
    {
      name: 'making a person who has left a member again',
      operations: ['addMember', 'removeMember'],
      scope: 'members:manage',
      actsInOwn: true,
      async begin() {
        const { subject } = person();
        const body = { issuer: ISSUER, subject, roles: ['reviewer'] };
        const { id } = await data(asAdmin('POST', '/members', body), 201);
        await data(remove(place.world, id), 200);
        return begin(subject);
      },
      request: ({ id }) => ({
        method: 'POST',
        path: '/members',
        body: { issuer: ISSUER, subject: id, roles: [role] },
      }),
      happened,
    },
    {
      name: 'changing the roles of a member',
      operations: ['changeMember'],
      scope: 'members:manage',
      begin: async () => begin(await add(['reviewer'])),
      request: ({ id }) => ({
        method: 'PATCH',
        path: `/members/${id}`,
        body: { roles: ['reviewer', role] },
      }),
      happened,
      async undo({ id }) {
        const body = { roles: ['reviewer'] };
        await data(asAdmin('PATCH', `/members/${id}`, body), 200);
      },
    },
    {
      name: 'an invitation that is accepted',
      operations: ['createMemberInvitation'],
      scope: 'members:manage',
      actsInOwn: true,
      begin: async () => begin(place.signIns.next()),
      request: () => ({ method: 'POST', path: '/invitations', body: { roles: [role] } }),
      follow: async ({ body }: Answer) => void (await place.signIns.accept(body.data.token)),
      happened,
    },
    {
      name: 'a portal session of a new person',
      operations: ['createPortalSession'],
      scope: 'portal:create',
      actsInOwn: true,
      begin: () => begin(person().subject),
      request: ({ id }) => ({
        method: 'POST',
        path: '/portal-sessions',
        body: { subject: id, role },
      }),
      follow: async ({ body }: Answer) => void (await exchanged(place.world, body.data.code)),
      happened,
      undo: removeAll,
    },
    {
      name: 'a portal session of a member with another role',
      operations: ['createPortalSession'],
      scope: 'portal:create',
      actsInOwn: true,
      async begin() {
        const { subject } = person();
        const body = { subject, role: 'reviewer' };
        await data(asAdmin('POST', '/portal-sessions', body), 201);
        return begin(subject);
      },
      request: ({ id }) => ({
        method: 'POST',
        path: '/portal-sessions',
        body: { subject: id, role },
      }),
      happened,
    },
    {
      name: 'a group that is mapped to the role',
      operations: ['changeSignInIssuer'],
      scope: 'signin:manage',
      begin: () => issuer({}, { groups: ['staff'] }),
      request: patchIssuer({ groupRoles: { staff: [role] } }),
      follow: signIn,
      happened,
    },
    {
      name: 'another claim for the groups that are mapped to the role',
      operations: ['changeSignInIssuer'],
      scope: 'signin:manage',
      begin: () => issuer({ groupRoles: { staff: [role] } }, { name: 'staff' }),
      request: patchIssuer({ groupsClaim: 'name' }),
      follow: signIn,
      happened,
    },
    {
      name: 'a new provider whose groups are mapped to the role',
      operations: ['createSignInIssuer'],
      scope: 'signin:manage',
      actsInOwn: true,
      begin: () => issuer({}, { groups: ['staff'] }),
      request: () => ({
        method: 'POST',
        path: '/sign-in/issuers',
        body: place.signIns.body({ groupsClaim: GROUPS_CLAIM, groupRoles: { staff: [role] } }),
      }),
      async follow({ body }: Answer) {
        await place.signIns.provider.register(body.data);
        await place.signIns.signIn(body.data.id);
      },
      happened,
    },
  ];
}

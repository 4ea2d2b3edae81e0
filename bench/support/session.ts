import { addMember, beginSession, ProfileBox } from '../../src/modules/people/index.ts';
import type { Bench } from './server.ts';

/** @returns the session token of an organization's administrator */
export async function sessionOf({ opened }: Bench, orgId: string): Promise<string> {
  const actor = {
    kind: 'service',
    id: 'bench',
    via: null,
    requestId: null,
    address: null,
  } as const;
  const granted = { profiles: new ProfileBox(opened.secret), grantor: null, actor };
  const times = { idleSeconds: 86_400, absoluteSeconds: 86_400 };
  return opened.db.transaction(async (tx) => {
    const who = { issuer: 'https://login.example.com', subject: 'bench', roles: ['admin'] };
    const { id: userId } = await addMember(tx, orgId, who, granted);
    return (await beginSession(tx, { orgId, userId, method: 'link' }, times)).token;
  });
}

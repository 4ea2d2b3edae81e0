/** Requests to the API for tests of federation, as one of several organizations. */
import { expect } from 'vitest';
import type { Answer, CallOptions, TestApp } from './app.ts';
import { OrgClient } from './org-client.ts';

const GROUPS = '/api/v1/permissions/federation/groups';

export type MemberData = {
  id: string;
  organizationId: string;
  prefix: string;
  role: string;
  status: string;
};

export class FederationClient extends OrgClient {
  get id(): string {
    return this.org.id;
  }

  /** @param path below that of groups */
  call(method: string, path = '', options: CallOptions = {}): Promise<Answer> {
    return this.app.call(method, GROUPS + path, { key: this.org.key, ...options });
  }

  /** Returns the data of an answer that must have this status. */
  // eslint-disable-next-line typescript/no-explicit-any
  async ask(status: number, method: string, path?: string, body?: unknown): Promise<any> {
    const answer = await this.call(method, path, body === undefined ? {} : { body });
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    return answer.body.data;
  }

  /** @returns the id of a new group of which this organization is the owner */
  async newGroup(prefix = 'OWN', name = 'Lenders'): Promise<string> {
    return (await this.ask(201, 'POST', '', { name, prefix })).id;
  }

  inviting(group: string, organizationId: string, prefix: string): Promise<Answer> {
    return this.call('POST', `/${group}/members`, { body: { organizationId, prefix } });
  }

  accepting(group: string): Promise<Answer> {
    return this.call('POST', `/${group}/members/accept`);
  }

  removing(group: string, organizationId: string): Promise<Answer> {
    return this.call('DELETE', `/${group}/members?organizationId=${organizationId}`);
  }

  /** Invites another organization. */
  async invite(group: string, guest: FederationClient, prefix: string): Promise<MemberData> {
    const body = { organizationId: guest.id, prefix };
    return this.ask(201, 'POST', `/${group}/members`, body);
  }

  /** Makes another organization an active member. */
  async join(group: string, guest: FederationClient, prefix: string): Promise<void> {
    await this.invite(group, guest, prefix);
    await guest.ask(200, 'POST', `/${group}/members/accept`);
  }

  async members(group: string): Promise<MemberData[]> {
    return (await this.ask(200, 'GET', `/${group}`)).members;
  }

  /** Returns the events of the organization, in the order of their ids. */
  async events(): Promise<{ type: string; data: Record<string, unknown> }[]> {
    const { rows } = await this.app.db.pool.query<{ body: string }>(
      `SELECT body FROM events WHERE org_id = $1 AND type LIKE 'federation.%' ORDER BY id`,
      [this.id],
    );
    return rows.map((row) => {
      const { type, data } = JSON.parse(row.body) as never;
      return { type, data };
    });
  }
}

/** Returns only status and code of an answer. */
export function outcomeOf({ status, body }: Answer): string {
  return status < 400 ? String(status) : `${status} ${body.error.code}`;
}

/** Creates a group with an owner, an active member and an invited one, and an organization outside of it. */
export async function smallGroup(app: TestApp) {
  const [owner, member, guest, outsider] = await Promise.all([
    FederationClient.of(app),
    FederationClient.of(app),
    FederationClient.of(app),
    FederationClient.of(app),
  ]);
  const group = await owner.newGroup('OWN');
  await owner.join(group, member, 'MEM');
  await owner.invite(group, guest, 'GST');
  return { owner, member, guest, outsider, group };
}

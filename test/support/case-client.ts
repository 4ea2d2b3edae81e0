/** Requests to an organization's API for tests of cases. */
import { expect } from 'vitest';
import type { Case, CaseSummary } from '../../src/modules/cases/schemas.ts';
import type { Answer, CallOptions } from './app.ts';
import { ScreeningClient } from './screening-client.ts';
import { OrgClient } from './org-client.ts';

type Body = Record<string, unknown>;
// eslint-disable-next-line typescript/no-explicit-any
type Data = any;
export type Caller = Pick<CallOptions, 'key' | 'session'>;

/** One organization with cases. */
export class CaseClient extends OrgClient {
  readonly screening = new ScreeningClient(this.app, this.org);

  /** @param path below /cases */
  call(method: string, path: string, body?: unknown, caller: Caller = this.org): Promise<Answer> {
    const who = caller.session === undefined ? { key: caller.key! } : { session: caller.session };
    return this.app.call(method, `/api/v1/cases${path}`, {
      ...who,
      ...(body === undefined ? {} : { body }),
    });
  }

  /** Returns the data of an answer that must have this status. */
  async ask(
    status: number,
    method: string,
    path: string,
    body?: unknown,
    caller?: Caller,
  ): Promise<Data> {
    const answer = await this.call(method, path, body, caller);
    expect(answer.status, answer.text.slice(0, 300)).toBe(status);
    return answer.body.data;
  }

  make = (more: Body = {}, caller?: Caller): Promise<CaseSummary> =>
    this.ask(201, 'POST', '', { subjectId: 'customer-1', ...more }, caller);
  read = (id: string, caller?: Caller): Promise<Case> =>
    this.ask(200, 'GET', `/${id}`, undefined, caller);
  change = (id: string, body: Body, caller?: Caller): Promise<CaseSummary> =>
    this.ask(200, 'PATCH', `/${id}`, body, caller);
  list = async (query: Record<string, string> = {}): Promise<string[]> => {
    const { items } = await this.ask(200, 'GET', `?${new URLSearchParams(query)}`);
    return items.map(({ id }: CaseSummary) => id);
  };

  /** Returns the message of a conflict. */
  async conflict(method: string, path: string, body?: unknown, caller?: Caller): Promise<string> {
    const answer = await this.call(method, path, body, caller);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([409, 'CONFLICT']);
    return answer.body.error.message;
  }

  /** Creates open hits of a subject on a new list of the organization, one for each entry. */
  async openHits(subjectId = 'customer-1', count = 1): Promise<string[]> {
    const listId = await this.screening.newList();
    const entries = Array.from({ length: count }, () => 'Adewale Ogunbanjo');
    await this.screening.add(listId, ...entries);
    await this.screening.enrol(subjectId, 'Adewale Ogunbanjo');
    return (await this.screening.hits({ subjectId, listId })).map(({ id }) => id);
  }

  /** Returns the data of case events, oldest first, each with its type. */
  async events(): Promise<Body[]> {
    const own = await this.app.dbOf(this.org.id);
    const { rows } = await own.query(
      `SELECT body FROM events WHERE org_id = $1 AND type LIKE 'case.%' ORDER BY id`,
      [this.org.id],
    );
    return rows.map(({ body }) => {
      const { type, data } = JSON.parse(body) as { type: string; data: Body };
      return { type, ...data };
    });
  }
}

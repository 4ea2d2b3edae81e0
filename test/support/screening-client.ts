/** Requests to an organization's API for tests of continuous screening. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { DecidedHit, SubjectHit } from '../../src/modules/monitoring/hits/schemas.ts';
import type { Subject } from '../../src/modules/monitoring/subjects/schemas.ts';
import type { Answer, TestApp } from './app.ts';
import { rescreenIn } from './screening-place.ts';
import { OrgClient } from './org-client.ts';

type Body = Record<string, unknown>;
type Page<T> = { items: T[]; total: number; page: number; limit: number };
const FRAUD = '/api/v1/fraud';

/** Runs the worker's job on all lists, for every organization; or for those in the bucket of one. */
export async function rescreen(app: TestApp, orgId?: string): Promise<void> {
  await rescreenIn(orgId === undefined ? app.buckets() : [await app.dbOf(orgId)]);
}

/** One organization that screens its subjects. */
export class ScreeningClient extends OrgClient {
  /** @param path below /fraud */
  call(method: string, path: string, body?: unknown): Promise<Answer> {
    const options = { key: this.org.key, ...(body === undefined ? {} : { body }) };
    return this.app.call(method, FRAUD + path, options);
  }

  /** Returns the data of an answer that must have this status. */
  // eslint-disable-next-line typescript/no-explicit-any
  async ask(status: number, method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.call(method, path, body);
    expect(answer.status, answer.text.slice(0, 300)).toBe(status);
    return answer.body.data;
  }

  enrol(subjectId: string, name: string, more: Body = {}): Promise<Subject> {
    return this.ask(200, 'POST', '/subjects', { subjectId, name, ...more });
  }
  subject = (id: string): Promise<Subject> => this.ask(200, 'GET', `/subjects/${id}`);

  async newList(kind = 'tenant_blocklist'): Promise<string> {
    const source = `${kind}-${Math.random()}`;
    return (await this.ask(201, 'POST', '/lists', { source, name: kind, kind })).id;
  }
  /** Adds entries. @returns their ids */
  async add(listId: string, ...entries: (string | Body)[]): Promise<string[]> {
    const body = {
      entries: entries.map((entry) => (typeof entry === 'string' ? { name: entry } : entry)),
    };
    return (await this.ask(201, 'POST', `/lists/${listId}/entries`, body)).entryIds;
  }
  remove = (listId: string, entryId: string) =>
    this.ask(200, 'DELETE', `/lists/${listId}/entries/${entryId}`);

  /** Imports a global list, which every organization is screened against. @returns its id */
  async importGlobal(source: string, content: string, kind = 'sanctions'): Promise<string> {
    const answer = await this.app.call('POST', '/api/v1/admin/lists', {
      key: await this.app.platformKey(),
      body: { kind, source, format: 'csv', content },
    });
    expect(answer.status, answer.text.slice(0, 300)).toBe(201);
    return answer.body.data.list.id;
  }

  page = (query: Record<string, string> = {}): Promise<Page<SubjectHit>> =>
    this.ask(200, 'GET', `/hits?${new URLSearchParams(query)}`);
  hits = async (query: Record<string, string> = {}) => (await this.page(query)).items;
  /** Returns the organization's only hit. */
  async onlyHit(): Promise<SubjectHit> {
    const hits = await this.hits();
    expect(hits).toHaveLength(1);
    return hits[0]!;
  }
  hit = (id: string): Promise<DecidedHit> => this.ask(200, 'GET', `/hits/${id}`);
  decide = (id: string, decision: string, reason = 'looked at', decidedBy = 'analyst-4') =>
    this.ask(200, 'POST', `/hits/${id}/decision`, {
      decision,
      reason,
      decidedBy,
    }) as Promise<DecidedHit>;

  /** Returns the data of events of new hits, oldest first. */
  async events(): Promise<Body[]> {
    const { rows } = await sql<{ body: string }>`SELECT body FROM events
      WHERE org_id = ${this.org.id} AND type = 'screening.hit.created' ORDER BY id`.execute(
      this.app.db.read,
    );
    return rows.map((row) => (JSON.parse(row.body) as { data: Body }).data);
  }
}

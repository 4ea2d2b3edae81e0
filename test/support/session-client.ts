/** Verification sessions of one organization; every answer is checked against the document. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { IdentityClient, NAME } from '../contract/support/identity-client.ts';
import type { Answer } from './app.ts';

export const ASKED_CONSENT = {
  purpose: 'kyc',
  textVersion: '2026-10',
  text: 'I agree that Example Bank checks my number.',
};

/** An image that the sandbox accepts as a face. */
export const FACE = {
  base64:
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQMAAACQp+OdAAAABlBMVEX///+AQCB/4KczAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFElEQVQoz2P4DwQMIDDKGGWQzgAA8SD/ATxUg1EAAAAASUVORK5CYII=',
  contentType: 'image/png',
};

export class SessionClient extends IdentityClient {
  /** Creates a session with these steps. */
  // eslint-disable-next-line typescript/no-explicit-any
  async create(steps: string[], more: object = {}): Promise<any> {
    const consent = steps.includes('consent') ? { consent: ASKED_CONSENT } : {};
    const body = { subjectId: 'customer-1', steps, person: NAME, ...consent, ...more };
    const answer = await this.post('sessions', body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.data;
  }

  send(id: string, body: object): Promise<Answer> {
    return this.post(`sessions/${id}/steps`, body);
  }

  /** Runs an attempt that ends. */
  // eslint-disable-next-line typescript/no-explicit-any
  async run(id: string, body: object): Promise<any> {
    const answer = await this.send(id, body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }

  /** The stored row of a session. */
  // eslint-disable-next-line typescript/no-explicit-any
  async stored(id: string): Promise<any> {
    const own = await this.app.dbOf(this.org.id);
    const { rows } = await sql`SELECT * FROM verification_sessions
      WHERE org_id = ${this.org.id} AND id = ${id}`.execute(own.read);
    return rows[0];
  }

  /** Changes columns of a stored session. @param change SQL */
  async set(id: string, change: string): Promise<void> {
    const own = await this.app.dbOf(this.org.id);
    await own.query(`UPDATE verification_sessions SET ${change} WHERE org_id = $1 AND id = $2`, [
      this.org.id,
      id,
    ]);
  }

  /** Types of the events of sessions, in their order. */
  async eventTypes(): Promise<string[]> {
    const own = await this.app.dbOf(this.org.id);
    const { rows } = await sql<{ type: string }>`SELECT type FROM events
      WHERE org_id = ${this.org.id} AND type LIKE 'identity.session.%' ORDER BY id`.execute(
      own.read,
    );
    return rows.map(({ type }) => type.slice('identity.session.'.length));
  }
}

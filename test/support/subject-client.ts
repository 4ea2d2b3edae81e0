/** One organization with data about one subject in every area. */
import { expect } from 'vitest';
import type { Answer, CallOptions } from './app.ts';
import { OrgClient } from './org-client.ts';

type Caller = Pick<CallOptions, 'key' | 'session'>;
/** The texts that are stored about the subject. */
export const MARKS = {
  number: '22222222220',
  waiting: '22222222227',
  screened: 'Adewale Ogunbanjo',
  alias: 'Wale Banjo Mark',
  enrolled: 'Adewale Ogunbanjo Mark',
  birthPlace: 'Ilesa Mark',
  title: 'Search Title Mark',
  decision: 'Decision Reason Mark, an adequate sentence.',
  note: 'Case Note Mark',
  file: 'Passport Mark.pdf',
  content: 'File Content Mark',
  thread: 'Thread Subject Mark',
  displayName: 'Display Name Mark',
  message: 'Message Content Mark',
  answered: 'Answer To The Customer Mark',
  consent: 'consent-record-mark',
  reveal: 'Reveal Reason Mark, an adequate sentence.',
  hold: 'Hold Reason Mark, an adequate sentence.',
  session: 'Session Person Mark',
} as const;

export class SubjectClient extends OrgClient {
  /** @param path below /api/v1 */
  call(method: string, path: string, body?: unknown, caller: Caller = this.org): Promise<Answer> {
    const who = caller.session === undefined ? { key: caller.key! } : { session: caller.session };
    return this.app.call(method, `/api/v1${path}`, { ...who, ...(body ? { body } : {}) });
  }

  /** Returns the data of an answer that must be a success. */
  // eslint-disable-next-line typescript/no-explicit-any
  async ask(method: string, path: string, body?: unknown, caller?: Caller): Promise<any> {
    const answer = await this.call(method, path, body, caller);
    expect(answer.status, `${method} ${path}: ${answer.text.slice(0, 500)}`).toBeLessThan(300);
    return answer.body.data;
  }

  /** Stores data about the subject in every area, with every mark. */
  async fill(subjectId: string): Promise<void> {
    const claimed = { firstName: 'Chinedu', lastName: 'Eze' };
    const verify = (bvn: string, more: object = {}) =>
      this.ask('POST', '/identity/verify-bvn', { subjectId, bvn, matchAgainst: claimed, ...more });
    const consent = {
      purpose: 'kyc',
      textVersion: '1',
      channel: 'app',
      givenAt: '2026-01-01T00:00:00Z',
      reference: MARKS.consent,
    };
    const { verificationId } = await verify(MARKS.number, { consent });
    expect((await verify(MARKS.waiting)).status).toBe('provider_down');
    const { session } = await this.app.person(this.org.id, ['privacy'], 'Ada Obi');
    const reason = { reasonCode: 'dispute', reason: MARKS.reveal };
    await this.ask('POST', `/identity/verifications/${verificationId}/reveal`, reason, { session });

    const list = { source: 'marks', name: 'Marks', kind: 'tenant_blocklist' };
    const { id: listId } = await this.ask('POST', '/fraud/lists', list);
    const entries = [{ name: MARKS.screened }];
    await this.ask('POST', `/fraud/lists/${listId}/entries`, { entries });
    const screen = { subjectId, name: MARKS.screened };
    const { screeningId } = await this.ask('POST', '/fraud/screen', screen);
    await this.ask('PATCH', `/fraud/screenings/${screeningId}`, { title: MARKS.title });
    await this.ask('POST', '/fraud/subjects', {
      subjectId,
      name: MARKS.enrolled,
      aliases: [MARKS.screened, MARKS.alias],
      birthPlace: MARKS.birthPlace,
    });
    const { items: hits } = await this.ask(
      'GET',
      `/fraud/hits?subjectId=${encodeURIComponent(subjectId)}`,
    );
    await this.ask('POST', `/fraud/hits/${hits[0].id}/decision`, {
      decision: 'false_positive',
      reason: MARKS.decision,
    });

    const made = { subjectId, itemIds: [hits[0].id], note: MARKS.note };
    const { id: caseId } = await this.ask('POST', '/cases', made);
    await this.ask('POST', '/legal-holds', {
      kind: 'subject',
      objectId: subjectId,
      reason: MARKS.hold,
    });
    await this.ask('POST', '/identity/sessions', {
      subjectId,
      steps: ['bvn'],
      person: { firstName: MARKS.session, lastName: 'Eze' },
    });
    await this.ask('POST', `/cases/${caseId}/files`, {
      name: MARKS.file,
      contentType: 'text/plain',
      base64: Buffer.from(MARKS.content).toString('base64'),
    });

    const channel = { slug: 'support', displayName: 'Support', entityType: 'order' };
    await this.ask('POST', '/channels', channel);
    const own = { externalId: subjectId, displayName: MARKS.displayName };
    const agent = { externalId: 'agent-1', role: 'agent' };
    const thread = (entityId: string, subject: string, participants: object[]) =>
      this.ask('POST', '/threads', { channel: 'support', entityId, subject, participants });
    const { id: threadId } = await thread('order-1', MARKS.thread, [
      { ...own, role: 'customer' },
      { ...own, role: 'guarantor' },
      agent,
    ]);
    await thread(subjectId, 'About the customer', [agent]);
    await thread('order-2', 'Of others', [agent]);
    const send = (content: string, externalId: string, role: string) =>
      this.ask('POST', `/threads/${threadId}/messages`, {
        participantExternalId: externalId,
        participantRole: role,
        content,
      });
    await send(MARKS.message, subjectId, 'customer');
    await send(MARKS.answered, 'agent-1', 'agent');
  }
}

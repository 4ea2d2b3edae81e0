import { runInvoicesNow } from '../../../src/modules/invoices/index.ts';
import type { TestApp, TestOrg } from '../../support/app.ts';
import { Biller, sheetFrom } from '../../support/billing.ts';

/** An organization with data on every screen, and a person who is signed in to it. */
export type World = {
  org: TestOrg;
  session: string;
  subjectId: string;
  hitId: string;
  screeningId: string;
  listId: string;
  webhookId: string;
  invoiceId: string;
  keyId: string;
  verificationId: string;
  sessionId: string;
  threadId: string;
  caseId: string;
  /** Texts of the organization itself, which are in no catalogue. */
  own: RegExp;
};

/** Markup that would leave a trace if it were interpreted. */
export const MARKUP = '<img src=x onerror="document.title=1">';
/** A name with markup, a change of direction, and an invisible letter. */
export const HOSTILE = `${MARKUP}\u202Eeman\u200B`;

/** @param hits the number of customers on the list */
export async function fill(app: TestApp, hits = 12): Promise<World> {
  const org = await app.org({ addons: ['detection_pack'] });
  const post = async (path: string, body: object): Promise<Record<string, never>> => {
    const answer = await app.call('POST', `/api/v1${path}`, { key: org.key, body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body.data;
  };
  const list = await post('/fraud/lists', {
    name: `Known fraudsters ${MARKUP}`,
    source: 'internal:fraud',
    kind: 'tenant_blocklist',
  });
  await post(`/fraud/lists/${list['id']}/entries`, {
    entries: [
      {
        name: 'Adaeze Okonkwo',
        dob: '1980-02-29',
        country: 'NG',
        identifiers: { case: '4711' },
      },
      { name: HOSTILE },
    ],
  });
  for (let i = 0; i < hits; i += 1)
    await post('/fraud/subjects', { subjectId: `customer-${i}`, name: 'Adaeze Okonkwo' });
  const screening = await post('/fraud/screen', {
    name: 'Adaeze Okonkwo',
    subjectId: 'customer-0',
  });
  const webhook = await post('/webhooks', {
    name: `Ledger ${MARKUP}`,
    url: 'https://hooks.example.com/oriki',
    events: ['*'],
  });
  const { body } = await app.call('GET', '/api/v1/fraud/hits?subjectId=customer-0', {
    key: org.key,
  });
  await app.call('PATCH', '/api/v1/approvals/settings', {
    key: org.key,
    body: { actions: ['list.remove_entries'] },
  });
  await post('/approvals', { action: 'list.remove_entries', objectId: list['id'] });
  const verification = await post('/identity/verify-bvn', {
    subjectId: 'customer-0',
    bvn: '22222222222',
    matchAgainst: { firstName: 'Adaeze', lastName: 'Okonkwo' },
  });
  const session = await post('/identity/sessions', {
    subjectId: 'customer-0',
    steps: ['consent', 'bvn', 'liveness'],
    consent: { purpose: 'kyc', textVersion: '1', text: `I agree. ${MARKUP}` },
  });
  await post('/channels', { slug: 'support', displayName: 'Support', entityType: 'order' });
  const thread = await post('/threads', {
    channel: 'support',
    entityId: 'order-1',
    subject: `Parcel ${MARKUP}`,
    participants: [
      { externalId: 'customer-0', role: 'customer' },
      { externalId: 'agent-1', role: 'agent' },
    ],
  });
  await post(`/threads/${thread['id']}/messages`, {
    participantExternalId: 'customer-0',
    participantRole: 'customer',
    content: `It should have come on Monday. ${MARKUP}`,
  });
  const opened = await post('/cases', {
    subjectId: 'customer-0',
    itemIds: [body.data.items[0].id, verification['verificationId']!],
    note: `The branch has asked. ${MARKUP}`,
  });
  const role = await post('/permissions/roles', { name: `Clerk ${MARKUP}`, capabilities: [] });
  await post('/permissions/assignments', { subject: 'user:17', roleId: role['id'] });
  const { session: signedIn } = await app.person(org.id, ['admin']);
  await post('/exports', { dataType: 'usage' });
  const biller = new Biller(app, org);
  await biller.use('2026-01-15', 'parts', 1);
  await runInvoicesNow(app.db, sheetFrom('2026-01-01'), '2026-01-01', { organizationId: org.id });
  const [invoice] = await biller.documents();
  const keys = await app.call('GET', '/api/v1/keys', { key: org.key });
  return {
    org,
    session: signedIn,
    keyId: keys.body.data.items[0].id,
    subjectId: 'customer-0',
    hitId: body.data.items[0].id,
    screeningId: screening['screeningId']!,
    listId: list['id']!,
    webhookId: webhook['id']!,
    invoiceId: invoice!.id,
    verificationId: verification['verificationId']!,
    sessionId: session['id']!,
    threadId: thread['id']!,
    caseId: opened['id']!,
    own: /customer|Known fraudsters|Ledger|Adaeze|Oriki|_0|<img|screening|console:global|agent|^[a-z]+(\.[a-z_]+)+$|Ctrl K|exports|invoice|Test|\d:\d\d|tenant_/i,
  };
}

/** Allows one person alone to do what the organization requires two people for. */
export async function allowOnePerson(app: TestApp, { org }: World): Promise<void> {
  const db = await app.dbOf(org.id);
  await db.query("UPDATE approval_settings SET actions = '{}' WHERE org_id = $1", [org.id]);
}

import type { Bench } from './server.ts';

/** Rows about the subject. A verification is a row, with the sealed answer in another row. */
const SCREENINGS = 4000;
const MESSAGES = 3000;
const VERIFICATIONS = 1500;
export const ROWS = SCREENINGS + MESSAGES + 2 * VERIFICATIONS;
const THREADS = 30;
/** Screenings of other subjects of the organization. */
const OTHERS = 100_000;
const CONNECTIONS = 16;

export const SUBJECT = 'customer-1';
export const AGENT = { participantExternalId: 'agent-1', participantRole: 'agent' };

export type Caller = (method: string, path: string, body?: object) => Promise<Answer>;
type Answer = { id: string };

/** Returns a function that sends requests of the organization to a service. */
export function callerOf({ key }: Bench, url: string): Caller {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (JSON.parse(text) as { data: Answer }).data;
  };
}

async function repeat(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let begun = 0;
  const one = async (): Promise<void> => {
    for (let n = begun++; n < count; n = begun++) await work(n);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
}

/**
 * Stores `ROWS` rows about the subject, and rows about others, through a service.
 * @returns the subject's threads with their newest messages, and a thread of others
 */
export async function fillSubject({ orgId, owner }: Bench, call: Caller) {
  await call('POST', '/channels', { slug: 'bench', displayName: 'B', entityType: 'order' });
  const thread = async (n: number, externalId: string): Promise<string> => {
    const participants = [
      { externalId, role: 'customer' },
      { externalId: AGENT.participantExternalId, role: AGENT.participantRole },
    ];
    const body = { channel: 'bench', entityId: `order-${n}`, subject: 'Parcel', participants };
    return (await call('POST', '/threads', body)).id;
  };
  const threads: string[] = [];
  for (let n = 0; n < THREADS; n += 1) threads.push(await thread(n, SUBJECT));
  const newest = new Map<string, string>();
  await repeat(MESSAGES, async (n) => {
    const id = threads[n % THREADS]!;
    const content = `It should have come on Monday. ${'x'.repeat(200)}`;
    const body = { participantExternalId: SUBJECT, participantRole: 'customer', content };
    newest.set(id, (await call('POST', `/threads/${id}/messages`, body)).id);
  });
  await repeat(SCREENINGS, (n) =>
    call('POST', '/fraud/screen', { subjectId: SUBJECT, name: `Adaeze Okonkwo ${n}` }),
  );
  await repeat(VERIFICATIONS, () =>
    call('POST', '/identity/verify-bvn', {
      subjectId: SUBJECT,
      bvn: '22222222220',
      matchAgainst: { firstName: 'Adaeze', lastName: 'Okafor' },
    }),
  );
  await owner.query(
    `INSERT INTO screenings (org_id, id, subject_id, query, hits, outcome, list_version, screened_at, counted)
     SELECT $1, 'scr_' || lpad(n::text, 26, '0'), 'other-' || n % 1000, $2, '[]', 'clear', 'v1', now(), true
     FROM generate_series(1, $3::int) AS n`,
    [orgId, '{"name":"Adaeze Okonkwo","kinds":["sanctions"]}', OTHERS],
  );
  await owner.query('ANALYZE');
  return { newest, other: await thread(THREADS, 'customer-2') };
}

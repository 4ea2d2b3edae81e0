/** A case with decisions of one and of two people, for tests of case files. */
import { expect } from 'vitest';
import type { TestApp, TestOrg, TestPerson } from './app.ts';
import { CaseClient } from './case-client.ts';

export type DecidedCase = {
  org: TestOrg;
  client: CaseClient;
  id: string;
  /** The hit that two people decided to be a false positive, and the hit that one person confirmed. */
  hits: { falsePositive: string; trueMatch: string };
  ada: TestPerson;
  bayo: TestPerson;
  texts: { asked: string; approved: string; confirmed: string; note: string };
};

/** @param name the name of the customer, whom two lists have */
export async function decidedCase(app: TestApp, name: string): Promise<DecidedCase> {
  const org = await app.org();
  const client = new CaseClient(app, org);
  const ada = await app.person(org.id, ['admin'], 'Ada Obi');
  const bayo = await app.person(org.id, ['admin'], 'Bayo Eze');
  const { screening } = client;
  const csv = `name,dob,country,aliases\n${name},1973-05-27,LY,${name} al-Tajir\n`;
  await screening.importGlobal(`file-${crypto.randomUUID()}`, csv);
  const own = await screening.newList();
  await screening.add(own, { name, dob: '1966-05-27' });
  const subjectId = `customer-${crypto.randomUUID()}`;
  await screening.enrol(subjectId, name, {
    aliases: [`${name} Bello`],
    dob: '1966-05-27',
    country: 'NG',
    gender: 'male',
  });
  const found = await screening.hits({ subjectId });
  const idOn = (kind: string) => found.find(({ listKind }) => listKind === kind)!.id;
  const hits = { falsePositive: idOn('sanctions'), trueMatch: idOn('tenant_blocklist') };
  const texts = {
    asked: 'The passport has another date of birth.',
    approved: 'Seen the passport; not the listed party.',
    confirmed: 'Confirmed by the branch: “the same person”.',
    note: 'The branch sent a copy\nof the passport.',
  };
  const { id } = await client.make({ subjectId, itemIds: Object.values(hits) }, ada);
  const call = async (who: TestPerson, method: string, path: string, body: object) => {
    const answer = await app.call(method, `/api/v1${path}`, { session: who.session, body });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  await call(ada, 'POST', `/cases/${id}/notes`, { text: texts.note });
  await call(ada, 'POST', `/cases/${id}/files`, {
    name: 'passport.txt',
    contentType: 'text/plain',
    base64: Buffer.from('passport').toString('base64'),
  });
  await call(ada, 'PATCH', '/approvals/settings', { actions: ['hit.false_positive'] });
  await call(ada, 'POST', '/approvals', {
    action: 'hit.false_positive',
    objectId: hits.falsePositive,
    reason: texts.asked,
  });
  await call(bayo, 'POST', `/fraud/hits/${hits.falsePositive}/decision`, {
    decision: 'false_positive',
    reason: texts.approved,
  });
  await call(ada, 'POST', `/cases/${id}/decide`, {
    expectedRevision: 1,
    decisions: [{ hitId: hits.trueMatch, decision: 'true_match' }],
    reason: texts.confirmed,
    reasonCode: 'other',
    outcome: 'TRUE_MATCH',
  });
  return { org, client, id, hits, ada, bayo, texts };
}

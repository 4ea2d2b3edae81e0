import { setTimeout as sleep } from 'node:timers/promises';
import type { Area, Tenant, World } from '../world.ts';
import { madeUpName } from './names.ts';

const RAISED =
  'an enrolled and listed subject, in either order, has one hit with one event, open until its decision';
const CLOSED = 'a hit on a removed entry is closed';
/** For a change whose process died during its work: the lease must end first. */
const FOLLOWED_WITHIN_MS = 90_000;
const MOST = 120;

/** A person to enroll and to list, and perhaps to remove from the list later. */
type Person = {
  tenant: Tenant;
  subjectId: string;
  name: string;
  isEnrolled: boolean;
  entryId?: string;
  isRemoved?: boolean;
  /** True if there was a hit before the entry was removed. */
  wasHit?: boolean;
  isDecided?: boolean;
  isBusy: boolean;
};

type Hit = { subject_id: string; entry_id: string; status: string; raised: number };

/** Continuous screening: people are enrolled, and entries with their names are added and removed. */
export async function subjectsLoad(world: World): Promise<Area> {
  const { client, tally, random, tenants, unique, sql } = world;
  tally.expects(RAISED, CLOSED);
  const lists = new Map<Tenant, string>();
  for (const tenant of tenants) {
    const body = { source: 'watched', name: 'Watched', kind: 'tenant_blocklist' };
    const asked = { method: 'POST', path: '/fraud/lists', key: tenant.key, body };
    lists.set(tenant, (await client.ask({ ...asked, idempotencyKey: 'watched' }, 201)).data.id);
  }
  const people: Person[] = [];
  const newPerson = (): Person => {
    const person: Person = {
      tenant: random.pick(tenants),
      subjectId: unique('subject'),
      name: madeUpName(random),
      isEnrolled: false,
      isBusy: false,
    };
    people.push(person);
    return person;
  };

  const enrol = async (person: Person): Promise<void> => {
    const { tenant, subjectId, name } = person;
    const one = { subjectId, name };
    const [path, body] = random.oneIn(3)
      ? (['/fraud/subjects/batch', { subjects: [one] }] as const)
      : (['/fraud/subjects', one] as const);
    const asked = { method: 'POST', path, key: tenant.key, body };
    await client.ask({ ...asked, idempotencyKey: unique('enrol') }, 200);
    person.isEnrolled = true;
  };
  const list = async (person: Person): Promise<void> => {
    const { tenant, name } = person;
    const path = `/fraud/lists/${lists.get(tenant)}/entries`;
    const asked = { method: 'POST', path, key: tenant.key, body: { entries: [{ name }] } };
    const { data } = await client.ask({ ...asked, idempotencyKey: unique('watched') }, 201);
    person.entryId = (data.entryIds as [string])[0];
  };
  const remove = async (person: Person): Promise<void> => {
    const { tenant, entryId } = person;
    const path = `/fraud/lists/${lists.get(tenant)}/entries/${entryId}`;
    const idempotencyKey = unique('unwatched');
    await client.ask({ method: 'DELETE', path, key: tenant.key, idempotencyKey }, 200);
    person.isRemoved = true;
  };
  /** Decides that it is another person, once there is a hit. */
  const decide = async (person: Person): Promise<void> => {
    const { key } = person.tenant;
    const path = `/fraud/hits?status=open&subjectId=${person.subjectId}`;
    const { data } = await client.ask({ method: 'GET', path, key }, 200);
    const [hit] = data.items as { id: string }[];
    if (!hit) return;
    const body = { decision: 'false_positive', reason: 'Somebody else.', decidedBy: 'load' };
    const asked = { method: 'POST', path: `/fraud/hits/${hit.id}/decision`, key, body };
    await client.ask({ ...asked, idempotencyKey: unique('decide') }, 200);
    person.isDecided = true;
  };

  /** Returns hits by subject and entry, with the number of events for each. */
  const hits = async (): Promise<Map<string, Hit>> => {
    const rows = await sql<Hit>(
      `SELECT subject_id, entry_id, status, (SELECT count(*)::int FROM events AS e
         WHERE e.org_id = h.org_id AND e.type = 'screening.hit.created' AND e.body::jsonb #>> '{data,hitId}' = h.id) AS raised
       FROM screening_hits AS h WHERE list_id = ANY ($1)`,
      [[...lists.values()]],
    );
    return new Map(rows.map((row) => [`${row.subject_id} ${row.entry_id}`, row]));
  };
  const listed = () => people.filter(({ isEnrolled, entryId }) => isEnrolled && entryId);
  const hitOf = (found: Map<string, Hit>, { subjectId, entryId }: Person): Hit | undefined =>
    found.get(`${subjectId} ${entryId}`);
  const expected = (found: Map<string, Hit>, person: Person): boolean => {
    const { isRemoved, wasHit, isDecided } = person;
    const hit = hitOf(found, person);
    // An entry that was removed soon enough never made a hit.
    return isRemoved
      ? (hit === undefined && !wasHit) || hit?.status === 'closed'
      : hit?.status === (isDecided ? 'false_positive' : 'open') && hit.raised === 1;
  };
  /** Returns hits once they are as expected, or after the time limit. */
  const settled = async (): Promise<Map<string, Hit>> => {
    const began = performance.now();
    for (;;) {
      const found = await hits();
      const isSettled = listed().every((person) => expected(found, person));
      if (isSettled || performance.now() - began > FOLLOWED_WITHIN_MS) return found;
      await sleep(200);
    }
  };
  return {
    name: 'continuous screening',
    async step() {
      const waiting = people.filter((person) => !person.isBusy && !person.isRemoved);
      const isNew = people.length < MOST && (waiting.length === 0 || random.oneIn(2));
      const person = isNew ? newPerson() : random.pick(waiting);
      if (person === undefined) return;
      person.isBusy = true;
      if (!person.isEnrolled && (person.entryId || random.oneIn(2))) await enrol(person);
      else if (!person.entryId) await list(person);
      else if (person.isEnrolled && random.oneIn(3)) await remove(person);
      else if (!person.isDecided && random.oneIn(2)) await decide(person);
      person.isBusy = false;
    },
    async verify() {
      // The load has one complete sequence, however little a slow machine has done.
      const last = newPerson();
      await enrol(last);
      await list(last);
      const before = await settled();
      for (const person of listed()) person.wasHit = hitOf(before, person) !== undefined;
      tally.check(RAISED, expected(before, last), () => JSON.stringify(hitOf(before, last)));
      await remove(last);
      const found = await settled();
      for (const person of listed())
        tally.check(person.isRemoved ? CLOSED : RAISED, expected(found, person), () =>
          JSON.stringify([person.subjectId, hitOf(found, person)]),
        );
      const pairs = new Set(listed().map(({ subjectId, entryId }) => `${subjectId} ${entryId}`));
      for (const [pair, { raised }] of found)
        tally.check(RAISED, pairs.has(pair) && raised === 1, () => `${pair}: ${raised} events`);
    },
  };
}

/** Checks that a running process discards commits that its database has lost. */
import { expect, vi } from 'vitest';
import type { TestApp, TestOrg } from './app.ts';
import { nextEpoch } from '../../src/platform/db/buckets/placement.ts';
import { FederationClient } from './federation-client.ts';
import { InboxListener } from './inbox-listener.ts';
import { LiveListener } from './live-listener.ts';
import { permissionClient } from './permission-client.ts';
import { ScreeningClient } from './screening-client.ts';
import { within } from './within.ts';
import { ThreadClient } from './thread-client.ts';

const [KEPT, LOST, NEW] = ['Adewale Ogunbanjo', 'Chinedu Okonkwo', 'Ifeoma Nwachukwu'];
/** A name that is similar to `KEPT`, and not equal. */
const ALIKE = 'Adewale Ogunbanja';
/** Enough requests to use every connection of the pool. */
const ALL_CONNECTIONS = 40;
const [CUSTOMER, AGENT] = ['customer:c-1', 'agent:a-1'];
const [KEPT_GLOBAL, LOST_GLOBAL, NEW_GLOBAL] = [
  'Bartholomew Quisling',
  'Cornelius Vandermeer',
  'Ludmilla Petrovskaya',
];

/**
 * Shows a process changes that its database then loses, and gives it others under the same revisions.
 * @param goBack restores the state of the database at its first call
 */
export class LostPast {
  readonly #app: TestApp;
  readonly #org: TestOrg;
  readonly #screening: ScreeningClient;
  #listId = '';
  #role = '';
  #module = 0;
  #lostKey = '';
  #keptKey = { id: '', key: '' };
  #versions = new Set<string>();
  readonly #live: LiveListener;
  readonly #threads: ThreadClient;
  readonly #inbox: InboxListener;
  #thread = '';
  #keptSession = '';
  /** The number of resets of the live stream before the loss. */
  #resetsBefore = 0;
  #lostSession = '';
  #group = '';
  #owner!: FederationClient;
  #member!: FederationClient;

  private constructor(app: TestApp, org: TestOrg) {
    this.#app = app;
    this.#org = org;
    this.#screening = new ScreeningClient(app, org);
    this.#live = new LiveListener(org);
    this.#threads = new ThreadClient([app], org);
    this.#inbox = new InboxListener(org.key, AGENT);
  }

  /** Creates data that stays. */
  static async begin(app: TestApp, source: string): Promise<LostPast> {
    const org = await app.org({ plan: 'pro', addons: ['detection_pack'] });
    const past = new LostPast(app, org);
    const permissions = permissionClient(app, org);
    await permissions.module('M', ['X']);
    past.#role = await permissions.role('r', ['M:X']);
    past.#listId = await past.#screening.newList();
    await past.#screening.add(past.#listId, KEPT);
    await past.#import(source, [KEPT_GLOBAL]);
    past.#keptKey = await app.key(org.id, ['fraud:manage']);
    past.#keptSession = (await app.person(org.id, ['admin'])).session;
    const body = { slug: 'support', displayName: 'Support', entityType: 'order' };
    await past.#threads.ask(201, 'POST', '/channels', { body });
    past.#thread = await past.#threads.thread([CUSTOMER, AGENT]);
    await past.#federate();
    await past.#looks();
    await past.#inbox.connected(app);
    await past.#live.connect(app);
    expect(past.#live.status).toBe(200);
    return past;
  }

  /** Creates a group whose owner gives its member a threshold. */
  async #federate(): Promise<void> {
    this.#owner = await FederationClient.of(this.#app);
    this.#member = await FederationClient.of(this.#app);
    this.#group = await this.#owner.newGroup('OWN');
    await this.#owner.join(this.#group, this.#member, 'MEM');
    await this.#push(70);
    const screening = new ScreeningClient(this.#app, this.#member.org);
    await screening.add(await screening.newList(), KEPT);
  }

  #push(threshold: number): Promise<unknown> {
    return this.#owner.ask(200, 'POST', `/${this.#group}/fraud-config/push`, { threshold });
  }

  /** Returns true if the member is screened with the threshold that stays. */
  async #isFederated(): Promise<boolean> {
    const screening = new ScreeningClient(this.#app, this.#member.org);
    return (await screening.ask(200, 'POST', '/screen', { name: ALIKE })).hits.length > 0;
  }

  async #sessionWorks(session: string): Promise<boolean> {
    const { status } = await this.#app.call('GET', '/api/v1/fraud/lists', { session });
    expect(status).toBeOneOf([200, 401]);
    return status === 200;
  }

  /** Gives the first bucket another epoch, like the move of an organization. */
  async #raiseEpoch(): Promise<void> {
    const { db } = this.#app;
    const { rows } = await db.query('SELECT epoch FROM bucket_000.bucket_epoch');
    const epoch = String(nextEpoch(rows[0].epoch));
    await db.query(
      `UPDATE bucket_000.bucket_epoch SET epoch = ${epoch};
      UPDATE shared.buckets SET epoch = ${epoch} WHERE name = 'bucket_000'; NOTIFY places_changed`,
    );
    await this.#answered();
  }

  /**
   * Waits until the process knows the epoch of the bucket: until then it answers 503 on connections that enter the
   * bucket.
   */
  async #answered(): Promise<void> {
    const { key } = this.#org;
    const isAnswered = async (): Promise<boolean> => {
      const asked = Array.from({ length: ALL_CONNECTIONS }, () =>
        this.#app.call('GET', '/api/v1/fraud/lists', { key }),
      );
      return (await Promise.all(asked)).every(({ status }) => status === 200);
    };
    await vi.waitUntil(isAnswered, { timeout: within(10_000), interval: 50 });
  }

  #source = '';
  async #import(source: string, names: string[]): Promise<void> {
    this.#source = source;
    await this.#screening.importGlobal(
      source,
      `id,name\n${names.map((name) => `${name},${name}\n`).join('')}`,
    );
  }

  async #finds(name: string): Promise<boolean> {
    const { hits, listVersion } = await this.#screening.ask(200, 'POST', '/screen', { name });
    this.#versions.add(listVersion);
    return hits.length > 0;
  }

  async #keyWorks(key: string): Promise<boolean> {
    const { status } = await this.#app.call('GET', '/api/v1/fraud/lists', { key });
    expect(status).toBeOneOf([200, 401]);
    return status === 200;
  }

  /** Reads everything, so that it is in memory afterwards. */
  async #looks(): Promise<Record<string, boolean>> {
    const may = permissionClient(this.#app, this.#org).may;
    return {
      [KEPT]: await this.#finds(KEPT),
      [LOST]: await this.#finds(LOST),
      [NEW]: await this.#finds(NEW),
      [KEPT_GLOBAL]: await this.#finds(KEPT_GLOBAL),
      [LOST_GLOBAL]: await this.#finds(LOST_GLOBAL),
      [NEW_GLOBAL]: await this.#finds(NEW_GLOBAL),
      lostPermission: await may('lost', 'M:X'),
      newPermission: await may('new', 'M:X'),
      lostKey: this.#lostKey !== '' && (await this.#keyWorks(this.#lostKey)),
      keptKey: await this.#keyWorks(this.#keptKey.key),
      lostSession: this.#lostSession !== '' && (await this.#sessionWorks(this.#lostSession)),
      keptSession: await this.#sessionWorks(this.#keptSession),
      keptThreshold: await this.#isFederated(),
      unread: (await this.#threads.unread(AGENT)) > 0,
    };
  }

  #resets(): number {
    return this.#live.told.filter(({ event }) => event === 'reset').length;
  }

  /** Makes the changes that will be lost. */
  async lose(): Promise<void> {
    const permissions = permissionClient(this.#app, this.#org);
    await this.#screening.add(this.#listId, LOST);
    await this.#import(this.#source, [LOST_GLOBAL]);
    await permissions.assign('lost', this.#role);
    this.#lostKey = (await this.#app.key(this.#org.id, ['fraud:manage'])).key;
    this.#lostSession = (await this.#app.person(this.#org.id, ['admin'])).session;
    const { key } = this.#org;
    const revoked = await this.#app.call('POST', `/api/v1/keys/${this.#keptKey.id}/revoke`, {
      key,
    });
    expect(revoked.status, revoked.text).toBe(200);
    await this.#app.call('POST', '/console/session/sign-out', { session: this.#keptSession });
    await this.#push(100);
    if (!this.#inbox.isOpen) await this.#inbox.connected(this.#app);
    await this.#threads.send(this.#thread, CUSTOMER);
    await expect.poll(() => this.#inbox.unread).toBe(1);
    await this.#raiseEpoch();
    expect(await this.#looks()).toEqual({
      [KEPT]: true,
      [LOST]: true,
      [NEW]: false,
      [KEPT_GLOBAL]: false,
      [LOST_GLOBAL]: true,
      [NEW_GLOBAL]: false,
      lostPermission: true,
      newPermission: false,
      lostKey: true,
      keptKey: false,
      lostSession: true,
      keptSession: false,
      keptThreshold: false,
      unread: true,
    });
    if (this.#live.ended) await this.#live.connect(this.#app);
    this.#resetsBefore = this.#resets();
  }

  /**
   * @param ahead the number of changes of each object: with 1, revisions equal those that were lost; with 0 they are
   * lower
   */
  async expectForgotten(ahead: number): Promise<void> {
    await this.#answered();
    const before = new Set(this.#versions);
    const permissions = permissionClient(this.#app, this.#org);
    for (let i = 0; i < ahead; i += 1) {
      await this.#screening.add(this.#listId, i === 0 ? NEW : `Somebody Else ${i}`);
      await this.#import(this.#source, [NEW_GLOBAL, `Somebody Other ${i}`]);
      if (i === 0) await permissions.assign('new', this.#role);
      else await permissions.module(`N${(this.#module += 1)}`, ['X']);
    }
    this.#versions = new Set();
    expect(await this.#looks()).toEqual({
      [KEPT]: true,
      [LOST]: false,
      [NEW]: ahead > 0,
      [KEPT_GLOBAL]: ahead === 0,
      [LOST_GLOBAL]: false,
      [NEW_GLOBAL]: ahead > 0,
      lostPermission: false,
      newPermission: ahead > 0,
      lostKey: false,
      keptKey: true,
      lostSession: false,
      keptSession: true,
      keptThreshold: true,
      unread: false,
    });
    if (ahead > 0) expect([...this.#versions].filter((one) => before.has(one))).toEqual([]);
    await this.#expectTold();
    if (this.#live.ended) await this.#live.connect(this.#app);
    await vi.waitUntil(() => this.#resets() > this.#resetsBefore, within(10_000));
    this.#live.disconnect();
    await vi.waitUntil(() => this.#inbox.unread === 0 || !this.#inbox.isOpen, within(10_000));
    if (!this.#inbox.isOpen) await this.#inbox.connected(this.#app);
    await this.#inbox.agrees(this.#threads);
    this.#inbox.disconnect();
  }

  /** Expects one log line, however many copies there were. */
  async #expectTold(): Promise<void> {
    const told = this.#app.logs.filter((line) => line.includes('the database has lost changes'));
    expect(told).toHaveLength(1);
    const metrics = await (await fetch(`${this.#app.service.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^oriki_database_history_lost_total 1$/m);
  }
}

/** Checks that a running process forgets the commits that its database has lost. */
import { expect, vi } from 'vitest';
import type { TestApp, TestOrg } from './app.ts';
import { LiveListener } from './live-listener.ts';
import { permissionClient } from './permission-client.ts';
import { ScreeningClient } from './screening-client.ts';
import { within } from './within.ts';

const [KEPT, LOST, NEW] = ['Adewale Ogunbanjo', 'Chinedu Okonkwo', 'Ifeoma Nwachukwu'];
const [KEPT_GLOBAL, LOST_GLOBAL, NEW_GLOBAL] = [
  'Bartholomew Quisling',
  'Cornelius Vandermeer',
  'Ludmilla Petrovskaya',
];

/**
 * Has a process see changes that its database then loses, with others under the same revisions.
 * @param goBack brings the database back to what it was when it was called first
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

  private constructor(app: TestApp, org: TestOrg) {
    this.#app = app;
    this.#org = org;
    this.#screening = new ScreeningClient(app, org);
    this.#live = new LiveListener(org);
  }

  /** Makes things that stay. */
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
    await past.#looks();
    await past.#live.connect(app);
    expect(past.#live.status).toBe(200);
    return past;
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

  /** Everything is in memory afterwards. */
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
    };
  }

  #resets(): number {
    return this.#live.told.filter(({ event }) => event === 'reset').length;
  }

  /** Makes the changes that are to be lost. */
  async lose(): Promise<void> {
    const permissions = permissionClient(this.#app, this.#org);
    await this.#screening.add(this.#listId, LOST);
    await this.#import(this.#source, [LOST_GLOBAL]);
    await permissions.assign('lost', this.#role);
    this.#lostKey = (await this.#app.key(this.#org.id, ['fraud:manage'])).key;
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
    });
  }

  /** @param ahead the number of changes of each thing: with 1, revisions are those of what was lost; with 0 before them */
  async expectForgotten(ahead: number): Promise<void> {
    const before = new Set(this.#versions);
    const resets = this.#resets();
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
    });
    expect(await this.#keyWorks(this.#keptKey.key)).toBe(true);
    if (ahead > 0) expect([...this.#versions].filter((one) => before.has(one))).toEqual([]);
    await this.#expectTold();
    if (this.#live.ended) await this.#live.connect(this.#app);
    await vi.waitUntil(() => this.#resets() > resets, within(10_000));
    this.#live.disconnect();
  }

  /** Once, however many copies there were. */
  async #expectTold(): Promise<void> {
    const told = this.#app.logs.filter((line) => line.includes('the database has lost changes'));
    expect(told).toHaveLength(1);
    const metrics = await (await fetch(`${this.#app.service.adminUrl}/metrics`)).text();
    expect(metrics).toMatch(/^oriki_database_history_lost_total 1$/m);
  }
}

/** Reports and reads for tests of usage and invoices. */
import { expect } from 'vitest';
import type { PriceSheet } from '../../src/modules/invoices/index.ts';
import type { Tier } from '../../src/modules/invoices/pricing.ts';
import type { InvoiceWithLines } from '../../src/modules/invoices/schemas.ts';
import type { TestApp, TestOrg } from './app.ts';

function flat(unitPrice: string): Tier[] {
  return [{ upTo: null, unitPrice }];
}

/**
 * Returns prices from this month on: messages at 0.5, parts at 100, and storage of which the first 10 units are free.
 */
export function sheetFrom(from: string, changes: Record<string, Tier[]> = {}): PriceSheet {
  return {
    versions: [
      {
        from,
        prices: {
          currency: 'EUR',
          items: Object.entries({
            messages: flat('0.5'),
            parts: flat('100'),
            storage: [{ upTo: '10', unitPrice: '0' }, ...flat('2.25')],
            ...changes,
          }).map(([metric, tiers]) => ({ service: 'email', metric, tiers })),
        },
      },
    ],
  };
}

export class Biller {
  readonly app: TestApp;
  readonly org: TestOrg;
  #reports = 0;

  constructor(app: TestApp, org: TestOrg) {
    this.app = app;
    this.org = org;
  }

  static async of(app: TestApp): Promise<Biller> {
    return new Biller(app, await app.org());
  }

  /** Reports usage of `email` under a new id. */
  async use(at: string, metric: string, quantity: number | string): Promise<void> {
    const id = `report-${(this.#reports += 1)}`;
    const body = { service: 'email', metric, quantity, at, id };
    const answer = await this.app.call('POST', '/api/v1/usage', { key: this.org.key, body });
    expect(answer.status, answer.text).toBe(201);
  }

  /** Returns every document with its lines, in the order of their numbers. */
  async documents(query = ''): Promise<InvoiceWithLines[]> {
    const list = await this.get(`/invoices?limit=100${query}`);
    const all = list.items.map(({ id }: { id: string }) => this.get(`/invoices/${id}`));
    return (await Promise.all(all)).toReversed();
  }

  /** Returns the data of an answer that must be 200. */
  // eslint-disable-next-line typescript/no-explicit-any
  async get(path: string): Promise<any> {
    const answer = await this.app.call('GET', `/api/v1${path}`, { key: this.org.key });
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  }
}

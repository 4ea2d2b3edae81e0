import type { TestApp, TestOrg } from './app.ts';

/** A client of one organization. */
export class OrgClient {
  readonly app: TestApp;
  readonly org: TestOrg;

  constructor(app: TestApp, org: TestOrg) {
    this.app = app;
    this.org = org;
  }

  /** Creates an organization, which isolates the test. */
  static async of<Client>(
    this: new (app: TestApp, org: TestOrg) => Client,
    app: TestApp,
  ): Promise<Client> {
    return new this(app, await app.org());
  }
}

import { heldCases } from '../../modules/cases/index.ts';
import { recordClassesOf, type Module } from '../../modules/module.ts';
import { memberNames, type ProfileBox } from '../../modules/people/index.ts';
import { SigningKeys } from '../../modules/signing/index.ts';
import { selectKeyNames } from '../../modules/tenants/index.ts';
import type { Services } from '../../modules/index.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';

/** Creates the services for cases, retention and signing keys. @param shared the schema `shared` */
export function caseServices(
  modules: readonly Module<never>[],
  shared: Database,
  envelopes: Envelopes,
  profiles: ProfileBox,
): Pick<Services, 'envelopes' | 'heldCases' | 'namesOf' | 'recordClasses' | 'signing'> {
  return {
    envelopes,
    heldCases,
    recordClasses: recordClassesOf(modules),
    signing: new SigningKeys(shared, envelopes),
    async namesOf(orgId, ids) {
      const names = await memberNames(shared.read, orgId, ids, profiles);
      for (const { id, name } of await selectKeyNames(shared.read, orgId, ids)) names.set(id, name);
      return names;
    },
  };
}

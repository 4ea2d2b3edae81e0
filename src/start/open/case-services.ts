import { memberNames, type ProfileBox } from '../../modules/people/index.ts';
import { SigningKeys } from '../../modules/signing/index.ts';
import { selectKeyNames } from '../../modules/tenants/index.ts';
import type { Services } from '../../modules/index.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';

/** Makes the services that cases need, and signing keys. @param shared the schema `shared` */
export function caseServices(
  shared: Database,
  envelopes: Envelopes,
  profiles: ProfileBox,
): Pick<Services, 'envelopes' | 'namesOf' | 'signing'> {
  return {
    envelopes,
    signing: new SigningKeys(shared, envelopes),
    async namesOf(orgId, ids) {
      const names = await memberNames(shared.read, orgId, ids, profiles);
      for (const { id, name } of await selectKeyNames(shared.read, orgId, ids)) names.set(id, name);
      return names;
    },
  };
}

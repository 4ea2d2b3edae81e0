import { countWithoutVerified } from '../../modules/people/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { findings, type Finding } from './finding.ts';

/** The identity providers of organizations whose unverified e-mail addresses are believed. */
export async function checkSignIns(db: Database): Promise<Finding> {
  const { ok, warn } = findings('sign-ins', 'sign-in.md');
  const count = await countWithoutVerified(db.read);
  return count === 0
    ? ok('e-mail addresses are believed only where identity providers vouch for them')
    : warn(
        `identity providers whose e-mail addresses are believed without "email_verified": ${count}`,
        'set emailWithoutVerified to false where the provider sends the claim (docs/sign-in.md)',
      );
}

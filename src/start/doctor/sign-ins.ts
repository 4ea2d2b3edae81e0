import type { Config } from '../../config/config.ts';
import { countWithoutVerified, Providers } from '../../modules/people/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { OutboundClient } from '../../platform/outbound/client.ts';
import { readIssuers } from '../open/sign-in.ts';
import { StartError } from '../start-error.ts';
import { findings, type Finding } from './finding.ts';

/** Reports organizations' identity providers whose unverified e-mail addresses are trusted. */
export async function checkSignIns(db: Database): Promise<Finding> {
  const { ok, warn } = findings('sign-ins', 'sign-in.md');
  const count = await countWithoutVerified(db.read);
  return count === 0
    ? ok('e-mail addresses are trusted only if identity providers have verified them')
    : warn(
        `identity providers whose e-mail addresses are trusted without "email_verified": ${count}`,
        'set emailWithoutVerified to false where the provider sends the claim (docs/sign-in.md)',
      );
}

/**
 * Checks the operators' identity providers. A start does not contact them, so it succeeds even if a provider is
 * unavailable.
 * @param online true to check everything that a sign-in needs of each provider
 */
export async function checkOperatorSignIns(config: Config, online: boolean): Promise<Finding[]> {
  if (config.signInFile === undefined) return [];
  const { ok, warn, fail } = findings("operators' sign-ins", 'sign-in.md');
  const client = new OutboundClient({ allow: config.outboundAllow });
  try {
    const issuers = await readIssuers(config);
    if (!online) return [ok(`identity providers in the file: ${issuers.length}`)];
    const providers = new Providers(client);
    const found = [];
    for (const issuer of issuers) {
      const { steps } = await providers.check(issuer, config.publicUrl ?? issuer.issuer);
      const failed = steps.filter(({ status }) => status === 'failed');
      found.push(
        failed.length === 0
          ? ok(`${issuer.id}: people can sign in, as far as this can be checked without a person`)
          : warn(
              `${issuer.id}: ${failed.map(({ step, message }) => `${step}: ${message}`).join('; ')}`,
              'correct the provider, or its entry in the file that ORIKI_SIGN_IN_FILE names',
            ),
      );
    }
    return found;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [fail(error.message, 'correct the file that ORIKI_SIGN_IN_FILE names')];
  } finally {
    await client.close();
  }
}

import { checkSigningKey } from '../../modules/signing/index.ts';
import { EnvelopeError } from '../../platform/crypto/envelope.ts';
import type { Envelopes } from '../../platform/crypto/envelopes.ts';
import type { Database } from '../../platform/db/database.ts';
import { findings, type Finding } from './finding.ts';

/**
 * Checks that the private key for signed documents can be decrypted. @param envelopes undefined if they cannot be
 * opened here
 */
export async function checkSigning(
  db: Database | undefined,
  envelopes: Envelopes | undefined,
): Promise<Finding> {
  const { ok, fail, skip } = findings('signing key', 'operations/keys.md');
  if (!db || !envelopes) return skip('requires the tables of the database, and the keys');
  try {
    const id = await checkSigningKey(db.read, envelopes);
    return ok(
      id === undefined
        ? 'none yet: the first signature creates one'
        : 'the private key can be opened',
    );
  } catch (error) {
    const reason =
      error instanceof EnvelopeError
        ? 'it is encrypted under a key that is missing here, or was changed'
        : (error as Error).message;
    return fail(
      `the private key cannot be opened: ${reason}`,
      'restore the key that encrypts it; if it is permanently lost, run "oriki signing-key rotate"',
    );
  }
}

import type { Command } from './commands.ts';
import { rotateSigningKey } from '../modules/signing/index.ts';
import { openKeys } from '../start/open.ts';

/** Commands about the key that signs documents. */
export const signingCommands: Record<string, Command> = {
  'signing-key rotate': {
    audit: { action: 'signing_key.rotate', does: 'replaced the signing key' },
    runWith: async (opened) => {
      const envelopes = await openKeys(opened.config, opened);
      return rotateSigningKey(opened.buckets.shared, envelopes);
    },
  },
};

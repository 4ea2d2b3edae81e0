import type { Module, ModuleTables } from '../module.ts';
import { access, signingRoutes, type SigningServices } from './routes.ts';
import { rewrapSigningKeys } from './signing.ts';

export {
  checkSigningKey,
  publicKeys,
  rotateSigningKey,
  SigningKeys,
  verifySignature,
  type PublicKey,
} from './signing.ts';

/** The module's tables. */
const tables = {
  signing_keys: {
    isShared: true,
    service: ['INSERT', 'SELECT', 'UPDATE(envelope)', 'UPDATE(retired_at)'],
    sealed: { envelope: rewrapSigningKeys },
  },
} satisfies ModuleTables;

/** The signing keys of the installation. */
export const signingModule = {
  ...access,
  tags: {},
  routes: signingRoutes,
  tables,
} satisfies Module<SigningServices>;

import type { AdapterDefinition } from './adapter.ts';
import { embedded } from './embedded.ts';
import { sandbox } from './sandbox.ts';
import { didit } from './vendors/didit.ts';
import { dojah } from './vendors/dojah.ts';
import { flutterwave } from './vendors/flutterwave.ts';
import { paystack } from './vendors/paystack.ts';
import { prembly } from './vendors/prembly.ts';
import { smileId } from './vendors/smile-id.ts';
import { youverify } from './vendors/youverify.ts';

/** The available adapters, by name. */
export const ADAPTERS: ReadonlyMap<string, AdapterDefinition> = new Map(
  [sandbox, embedded, didit, dojah, flutterwave, paystack, prembly, smileId, youverify].map(
    (definition) => [definition.name, definition],
  ),
);

/** The registers that the sandbox simulates in sessions: they ask the person before they answer. */
import {
  AdapterSetupError,
  type Prompt,
  type LookupOf,
  type Operation,
  type Rejection,
  type Talk,
} from './adapter.ts';

/** The code that the sandbox pretends to have sent, and the code with which its page sends a person back. */
const OTP = '123456';
const AGREED = 'agreed';

/** The first digits of numbers whose register asks the person in sessions. */
const ASKING: Record<string, Prompt['prompt']> = { '8': 'otp', '9': 'redirect' };

/** Plays a register that asks the person, and answers if the code is right. */
async function talkTo<A>(
  prompt: Prompt['prompt'] | undefined,
  { returnTo, answered }: Talk,
  answer: () => Promise<A>,
): Promise<A | Prompt | Rejection> {
  if (prompt === undefined) return answer();
  if (!answered) {
    const state = 'asked';
    if (prompt === 'otp') return { outcome: 'prompt', prompt, state };
    const url = new URL(returnTo);
    url.searchParams.set('code', AGREED);
    return { outcome: 'prompt', prompt, state, url: url.href };
  }
  if (answered.code === (prompt === 'otp' ? OTP : AGREED)) return answer();
  return { outcome: 'mismatch', reason: prompt === 'otp' ? 'wrong_code' : 'refused_at_register' };
}

type Numbered = 'bvn' | 'nin' | 'account';

/**
 * Lets an operation ask the person in sessions. @param always the question that every register asks; if undefined, the
 * number decides
 */
export function inSessions<K extends Numbered>(
  operation: Operation<K>,
  numberOf: (lookup: LookupOf[K]) => string,
  always: Prompt['prompt'] | undefined,
): Operation<K> {
  return {
    ...operation,
    ...(always && { consent: always }),
    converse: (lookup, upstream, talk) =>
      talkTo(always ?? ASKING[numberOf(lookup)[0]!], talk, () => operation.ask(lookup, upstream)),
  };
}

/** @throws AdapterSetupError */
export function promptOf(prompt: string | undefined): Prompt['prompt'] | undefined {
  if (prompt === undefined || prompt === 'otp' || prompt === 'redirect') return prompt;
  throw new AdapterSetupError('the setting prompt must be otp or redirect');
}

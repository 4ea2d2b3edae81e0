import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AdapterDefinition, Answer, Unavailable, Rejection } from '../adapter.ts';
import { exchange, outcomeOfMessage, namesIn } from './http-outcome.ts';
import { clean, text } from './person.ts';

const AccountBody = Compile(
  Type.Object({ status: Type.Literal('success'), data: Type.Object({ account_name: text }) }),
);
const FailureBody = Compile(Type.Object({ status: Type.Literal('error'), message: text }));

function found(body: unknown): Answer<'account'> | undefined {
  const accountName = AccountBody.Check(body) ? clean(body.data.account_name) : null;
  return accountName === null ? undefined : { outcome: 'ok', accountName };
}

function refused(body: unknown): Rejection | Unavailable | undefined {
  if (!FailureBody.Check(body)) return undefined;
  // The vendor's message for an account that the bank does not have.
  if (/account number is invalid/i.test(body.message ?? '')) return { outcome: 'not_found' };
  return outcomeOfMessage(body.message);
}

/** https://developer.flutterwave.com/v3.0/reference/resolve-account-details: Nigerian accounts, by API v3. */
export const flutterwave: AdapterDefinition = {
  name: 'flutterwave',
  credentials: ['secretKey'],
  defaultBaseUrl: 'https://api.flutterwave.com',
  fields: namesIn(AccountBody, FailureBody),
  create: ({ secretKey }) => ({
    account: {
      countries: ['NG'],
      ask: (lookup, upstream) => {
        const headers = { authorization: `Bearer ${secretKey!}` };
        const body = {
          json: { account_number: lookup.accountNumber, account_bank: lookup.bankCode },
        };
        return exchange(
          upstream,
          { method: 'POST', path: '/v3/accounts/resolve', headers, body },
          { found, refused },
        );
      },
    },
  }),
};

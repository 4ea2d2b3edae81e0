import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AdapterDefinition, Answer, Unavailable, Rejection } from '../adapter.ts';
import { exchange, outcomeOfMessage, namesIn } from './http-outcome.ts';
import { clean, isOfAnother, repeated, text } from './person.ts';

const AccountBody = Compile(
  Type.Object({
    status: Type.Literal('success'),
    data: Type.Object({ account_name: text, account_number: repeated }),
  }),
);
const FailureBody = Compile(Type.Object({ status: Type.Literal('error'), message: text }));

function found(body: unknown, asked: string): Answer<'account'> | undefined {
  if (!AccountBody.Check(body) || isOfAnother(asked, body.data.account_number)) return undefined;
  const accountName = clean(body.data.account_name);
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
          { found: (answered) => found(answered, lookup.accountNumber), refused },
        );
      },
    },
  }),
};

import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AdapterDefinition, Answer, Unavailable, Rejection } from '../adapter.ts';
import { exchange, outcomeOfMessage, withQuery, namesIn } from './http-outcome.ts';
import { clean, isOfAnother, repeated, text } from './person.ts';

const AccountBody = Compile(
  Type.Object({
    status: Type.Literal(true),
    data: Type.Object({ account_name: text, account_number: repeated }),
  }),
);
const FailureBody = Compile(
  Type.Object({ status: Type.Literal(false), message: text, type: text, code: text }),
);

function found(body: unknown, asked: string): Answer<'account'> | undefined {
  if (!AccountBody.Check(body) || isOfAnother(asked, body.data.account_number)) return undefined;
  const accountName = clean(body.data.account_name);
  return accountName === null ? undefined : { outcome: 'ok', accountName };
}

function refused(body: unknown): Rejection | Unavailable | undefined {
  if (!FailureBody.Check(body)) return undefined;
  // A fault of the vendor or of its source; `validation_error` is the third type.
  if (body.type === 'api_error' || body.type === 'processor_error')
    return { outcome: 'unavailable' };
  if (body.code === 'invalid_bank_code') return { outcome: 'invalid_input', reason: 'bank_code' };
  return outcomeOfMessage(body.message);
}

/** https://paystack.com/docs/api/verification: names of bank accounts in Nigeria and Ghana. */
export const paystack: AdapterDefinition = {
  name: 'paystack',
  credentials: ['secretKey'],
  defaultBaseUrl: 'https://api.paystack.co',
  fields: namesIn(AccountBody, FailureBody),
  create: ({ secretKey }) => ({
    account: {
      countries: ['NG', 'GH'],
      ask: (lookup, upstream) => {
        const path = withQuery('/bank/resolve', {
          account_number: lookup.accountNumber,
          bank_code: lookup.bankCode,
        });
        const headers = { authorization: `Bearer ${secretKey!}` };
        return exchange(
          upstream,
          { method: 'GET', path, headers },
          { found: (body) => found(body, lookup.accountNumber), refused },
        );
      },
    },
  }),
};

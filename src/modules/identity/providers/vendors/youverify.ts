import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type {
  AdapterDefinition,
  Answer,
  Unavailable,
  LookupOf,
  Rejection,
  Upstream,
} from '../adapter.ts';
import { parseDate } from './dates.ts';
import { exchange, outcomeOfMessage, namesIn } from './http-outcome.ts';
import { isOfAnother, person, repeated, text } from './person.ts';

const FoundBody = Compile(
  Type.Object({
    success: Type.Literal(true),
    data: Type.Object({
      status: Type.Literal('found'),
      firstName: text,
      middleName: text,
      lastName: text,
      dateOfBirth: text,
      gender: text,
      mobile: text,
      idNumber: repeated,
    }),
  }),
);
const NotFoundBody = Compile(
  Type.Object({
    success: Type.Literal(true),
    data: Type.Object({ status: Type.Literal('not_found') }),
  }),
);
const FailureBody = Compile(Type.Object({ success: Type.Literal(false), message: text }));

function personOf(body: unknown, asked: string, now: Date): Answer<'bvn'> | undefined {
  if (!FoundBody.Check(body) || isOfAnother(asked, body.data.idNumber)) return undefined;
  const { data } = body;
  return person({
    first: data.firstName,
    middle: data.middleName,
    last: data.lastName,
    dateOfBirth: parseDate(data.dateOfBirth, ['YYYY-MM-DD'], now),
    gender: data.gender,
    phone: data.mobile,
  });
}

function refused(body: unknown): Rejection | Unavailable | undefined {
  if (NotFoundBody.Check(body)) return { outcome: 'not_found' };
  return FailureBody.Check(body) ? outcomeOfMessage(body.message) : undefined;
}

/** https://doc.youverify.co: BVN, NIN and virtual NIN. */
export const youverify: AdapterDefinition = {
  name: 'youverify',
  credentials: ['token'],
  defaultBaseUrl: 'https://api.youverify.co',
  fields: namesIn(FoundBody, NotFoundBody, FailureBody),
  create: ({ token }) => {
    const lookUp =
      (kind: 'bvn' | 'nin') =>
      (lookup: LookupOf['bvn'], upstream: Upstream): Promise<Answer<'bvn'>> =>
        exchange(
          upstream,
          {
            method: 'POST',
            path: `/v2/api/identity/ng/${lookup.isVirtual ? 'vnin' : kind}`,
            headers: { token: token! },
            // The vendor answers only if the person has consented.
            body: { json: { id: lookup.identifier, isSubjectConsent: upstream.hasConsent } },
          },
          { found: (body) => personOf(body, lookup.identifier, upstream.now()), refused },
        );
    return {
      bvn: { countries: ['NG'], consent: 'recorded', ask: lookUp('bvn') },
      nin: { countries: ['NG'], takesVirtual: true, consent: 'recorded', ask: lookUp('nin') },
    };
  },
};

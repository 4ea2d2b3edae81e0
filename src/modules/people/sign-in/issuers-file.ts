/** The operators' identity providers, from a file that the operator names: docs/sign-in.md. */
import { dirname, resolve } from 'node:path';
import { Type, type Static } from 'typebox';
import { PLATFORM } from '../../../platform/audit/action.ts';
import {
  fits,
  OperatorFileError,
  parseYaml,
  readText,
  type Report,
} from '../../../platform/operator-file.ts';
import { OPERATOR_ROLE_NAMES } from '../roles.ts';
import { readClientKey, type ClientKey } from './providers/client-key.ts';
import { issuerProblems, subjectProblems } from './issuers.ts';
import type { Issuer } from './provider.ts';
import { scopes, subjectClaim } from './schemas.ts';

const STRICT = { additionalProperties: false } as const;

const pointer = Type.Object(
  { env: Type.Optional(Type.String()), file: Type.Optional(Type.String()) },
  { ...STRICT, minProperties: 1, maxProperties: 1 },
);

const entry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    issuer: Type.String({ minLength: 1 }),
    clientId: Type.String({ minLength: 1 }),
    clientSecret: Type.Optional(pointer),
    clientKey: Type.Optional(pointer),
    groupsClaim: Type.Optional(Type.String({ minLength: 1 })),
    groupRoles: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.Enum([...OPERATOR_ROLE_NAMES]))),
    ),
    acr: Type.Optional(Type.String({ minLength: 1 })),
    scopes: Type.Optional(scopes),
    subjectClaim: Type.Optional(subjectClaim),
    requireAuthTime: Type.Optional(Type.Boolean()),
    emailWithoutVerified: Type.Optional(Type.Boolean()),
  },
  STRICT,
);
const topLevel = Type.Object({ issuers: Type.Array(entry, { minItems: 1 }) }, STRICT);

type Context = {
  environment: (name: string) => string | undefined;
  targetProblem: (url: string) => string | undefined;
  report: Report;
  folder: string;
};

async function secretOf(
  secret: Static<typeof pointer> | undefined,
  place: string,
  { environment, report, folder }: Context,
): Promise<string | undefined> {
  if (secret === undefined) return undefined;
  const { env, file } = secret;
  const text =
    env === undefined
      ? (await readText(resolve(folder, file!), place, report))?.trim()
      : environment(env);
  if (!text) report(place, env === undefined ? 'is empty' : `is not set: ${env}`);
  return text;
}

async function keyOf(
  secret: Static<typeof pointer> | undefined,
  place: string,
  context: Context,
): Promise<ClientKey | undefined> {
  const text = await secretOf(secret, place, context);
  if (!text) return undefined;
  const key = await readClientKey(text);
  if (!key) context.report(place, 'must be a private key, PEM or JWK');
  return key;
}

/**
 * Reads the file and the secrets that it refers to. Without a path there are no providers.
 * @throws OperatorFileError that names all problems together, and no value
 */
export async function loadIssuers(
  path: string | undefined,
  environment: Context['environment'],
  targetProblem: Context['targetProblem'],
): Promise<Issuer[]> {
  if (path === undefined) return [];
  const problems: string[] = [];
  const report: Report = (at, message) => void problems.push(`${at}: ${message}`);
  const context = { environment, targetProblem, report, folder: dirname(path) };
  const issuers: Issuer[] = [];
  const value = parseYaml(await readText(path, 'file', report), report);
  if (value !== undefined && fits(topLevel, value, '', report))
    for (const [i, one] of value.issuers.entries()) {
      const at = `issuers[${i}]`;
      const faults = [...issuerProblems(one.issuer, targetProblem), ...subjectProblems(one)];
      for (const { path: field, message } of faults) report(`${at}.${field}`, message);
      if (issuers.some(({ id }) => id === one.id)) report(`${at}.id`, 'occurs twice');
      issuers.push({
        orgId: PLATFORM,
        id: one.id,
        name: one.name,
        issuer: one.issuer,
        clientId: one.clientId,
        clientSecret: await secretOf(one.clientSecret, `${at}.clientSecret`, context),
        clientKey: await keyOf(one.clientKey, `${at}.clientKey`, context),
        groupsClaim: one.groupsClaim ?? null,
        groupRoles: one.groupRoles ?? {},
        acr: one.acr ?? null,
        scopes: one.scopes ?? null,
        subjectClaim: one.subjectClaim ?? 'sub',
        authTime: one.requireAuthTime ?? true,
        // A file without this field keeps its meaning. Operators are not invited by address.
        emailWithoutVerified: one.emailWithoutVerified ?? true,
      });
    }
  if (problems.length > 0) throw new OperatorFileError('sign-in file', path, problems);
  return issuers;
}

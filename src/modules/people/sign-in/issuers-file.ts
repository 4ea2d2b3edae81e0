/** The operators' identity providers, which a file of the operator's names: docs/sign-in.md. */
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
import { scopes } from './schemas.ts';
import { issuerProblems } from './issuers.ts';
import type { Issuer } from './provider.ts';

const STRICT = { additionalProperties: false } as const;

const entry = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,63}$' }),
    name: Type.String({ minLength: 1, maxLength: 100 }),
    issuer: Type.String({ minLength: 1 }),
    clientId: Type.String({ minLength: 1 }),
    clientSecret: Type.Optional(
      Type.Object(
        { env: Type.Optional(Type.String()), file: Type.Optional(Type.String()) },
        { ...STRICT, minProperties: 1, maxProperties: 1 },
      ),
    ),
    groupsClaim: Type.Optional(Type.String({ minLength: 1 })),
    groupRoles: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.Enum([...OPERATOR_ROLE_NAMES]))),
    ),
    acr: Type.Optional(Type.String({ minLength: 1 })),
    scopes: Type.Optional(scopes),
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
  { clientSecret }: Static<typeof entry>,
  at: string,
  { environment, report, folder }: Context,
): Promise<string | undefined> {
  if (clientSecret === undefined) return undefined;
  const { env, file } = clientSecret;
  const place = `${at}.clientSecret`;
  const text =
    env === undefined
      ? (await readText(resolve(folder, file!), place, report))?.trim()
      : environment(env);
  if (!text) report(place, env === undefined ? 'is empty' : `is not set: ${env}`);
  return text;
}

/**
 * Reads the file and the secrets that it points to; without a path there are none.
 * @throws OperatorFileError naming every problem at once, and no value
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
      for (const { path: field, message } of issuerProblems(one.issuer, targetProblem))
        report(`${at}.${field}`, message);
      if (issuers.some(({ id }) => id === one.id)) report(`${at}.id`, 'is there twice');
      issuers.push({
        orgId: PLATFORM,
        id: one.id,
        name: one.name,
        issuer: one.issuer,
        clientId: one.clientId,
        clientSecret: await secretOf(one, at, context),
        groupsClaim: one.groupsClaim ?? null,
        groupRoles: one.groupRoles ?? {},
        acr: one.acr ?? null,
        scopes: one.scopes ?? null,
        authTime: one.requireAuthTime ?? true,
        // Files from before the field keep their meaning; operators are not invited by address.
        emailWithoutVerified: one.emailWithoutVerified ?? true,
      });
    }
  if (problems.length > 0) throw new OperatorFileError('sign-in file', path, problems);
  return issuers;
}

import { ANY_SCOPE, OPERATE_SCOPE, PLATFORM_SCOPE, type PlanGate } from '../policy.ts';
import type { AnyRoute } from '../route.ts';
import type { Parameters } from './parameters.ts';
import { named, typeNameOf, type Components, type Json } from './publish.ts';
import { errorsOf, ownErrorsOf, type ErrorResponses } from './responses.ts';
import type { Successes } from './successes.ts';

/** Parts of the document that operations refer to. */
export type Shared = {
  schemas: Components;
  parameters: Parameters;
  successes: Successes;
  errors: ErrorResponses;
  planGates: Record<string, PlanGate>;
};

function requestBody(route: AnyRoute, schemas: Components): Json {
  const body = named(route.body!, `${typeNameOf(route)}Input`, 'request');
  return {
    required: route.bodyRule !== 'optional',
    content: {
      'application/json': { schema: schemas.use(body, 'request'), example: route.example.body },
    },
  };
}

/** Returns the scope that a key needs. People may have the narrower scope instead. */
function scopeOf({ scope }: AnyRoute['policy']): string {
  if (scope === ANY_SCOPE) return 'No scope.';
  return scope === OPERATE_SCOPE
    ? `Scope \`${PLATFORM_SCOPE}\`, for people \`${OPERATE_SCOPE}\`.`
    : `Scope \`${scope}\`.`;
}

/** Describes the purpose, the required right, the limit and the errors. */
function description(route: AnyRoute, planGates: Shared['planGates']): string {
  const { policy } = route;
  const plan = policy.plan === undefined ? '' : ` Plan gate \`${policy.plan}\`.`;
  const limit = policy.rateLimit === 'none' ? '' : ` Rate-limit group \`${policy.rateLimit}\`.`;
  const codes = errorsOf(route, planGates).map((code) => `\`${code}\``);
  const stepUp = policy.stepUp ? ' A person must have signed in recently.' : '';
  const replay =
    route.replay === 'actor'
      ? ' The answer to a repeated idempotency key goes to the same caller only.'
      : '';
  const people = policy.peopleOnly ? ' Rejects API keys, and sessions that they open.' : '';
  const rules = `${scopeOf(policy)}${plan}${people}${stepUp}${limit}${replay} Errors: ${codes.join(', ')}.`;
  return route.description === undefined ? rules : `${route.description}\n\n${rules}`;
}

export function operation(route: AnyRoute, shared: Shared): Json {
  const parameters = shared.parameters.of(route);
  const answer = shared.successes.of(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: description(route, shared.planGates),
    ...(route.deprecated ? { deprecated: true } : {}),
    ...(route.policy.token ? { security: [{ ApiKey: [] }, { Token: [] }] } : {}),
    ...(route.extension ? { 'x-extension': true } : {}),
    ...('handleQuery' in route ? { 'x-safe': true } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body ? { requestBody: requestBody(route, shared.schemas) } : {}),
    responses: {
      [route.status]: answer,
      ...(route.okWhen ? { 200: answer } : {}),
      ...shared.errors.byStatus(ownErrorsOf(route, shared.planGates)),
      default: shared.errors.other,
    },
  };
}

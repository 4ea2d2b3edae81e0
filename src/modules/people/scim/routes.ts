/**
 * SCIM 2.0 (RFC 7643 and 7644) for identity providers. It has its own media types and errors, and is not part of the
 * API.
 */
import { ORGANIZATION_READ } from '../../../platform/http/policy.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actorOf } from '../../../platform/http/audit-line.ts';
import { newAction, writeActions } from '../../../platform/audit/audit.ts';
import { RecentReads } from '../../../platform/audit/recent-reads.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { ApiError } from '../../../platform/errors/index.ts';
import { addOperation, readCaller, type Admitted } from '../../../platform/http/admission.ts';
import { originOf } from '../../../platform/http/browser/same-origin.ts';
import { readJsonBodies } from '../../../platform/http/body/read-body.ts';
import type { PolicyServices } from '../../../platform/http/register.ts';
import { noteRefusal } from '../../../platform/auth/note-refusal.ts';
import { faultOf } from '../../../platform/http/server.ts';
import { SCIM_SCOPE, type Policy } from '../access.ts';
import type { ProfileBox } from '../profiles.ts';
import type { Value } from './attributes.ts';
import { configuration, resourceTypes, schemas } from './discovery.ts';
import { ScimError } from './errors.ts';
import { chosen, searchOf, type Query } from './filter.ts';
import {
  groupOperations,
  listed,
  userOperations,
  type Asked,
  type Change,
  type Read,
} from './operations.ts';
import { issuingOf } from './place.ts';

const PREFIX = '/scim/v2';
const MEDIA_TYPE = 'application/scim+json; charset=utf-8';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
/** A group with a thousand members has 100 KiB. */
const MAX_BODY_BYTES = 512 * 1024;
const POLICY: Policy = {
  ...ORGANIZATION_READ,
  scope: SCIM_SCOPE,
  rateLimit: 'scim',
  rereadsCaller: true,
  keysOnly: true,
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
function send(reply: FastifyReply, status: number, body: Value): FastifyReply {
  return reply.code(status).header('content-type', MEDIA_TYPE).send(JSON.stringify(body));
}

export type ScimParts = { policy: PolicyServices; profiles: ProfileBox };

/** Serves SCIM for an organization's only issuer, and below `/issuers/:issuer` for each issuer. */
export function registerScim(app: FastifyInstance, { policy, profiles }: ScimParts): void {
  app.register(
    async (scope) => {
      readJsonBodies(scope, ['application/json', 'application/scim+json']);
      scope.setErrorHandler((error, request, reply) => {
        const fault = faultOf(error, request, reply);
        noteRefusal(request, fault);
        send(reply, fault.status, {
          schemas: [ERROR_SCHEMA],
          status: String(fault.status),
          ...(fault instanceof ScimError
            ? { scimType: fault.scimType }
            : fault.status === 400 && { scimType: 'invalidSyntax' }),
          detail: fault.message,
        });
      });
      scope.setNotFoundHandler(() => {
        throw new ApiError('NOT_FOUND', 'no such endpoint of SCIM');
      });
      for (const at of ['', '/issuers/:issuer']) serve(scope, at);
    },
    { prefix: PREFIX },
  );

  function serve(scope: FastifyInstance, at: string): void {
    const route = (method: Method, path: string, operationId: string, handle: Handle): void => {
      const declared = { method, operationId, policy: POLICY };
      const how = {
        url: at + path,
        bodyLimit: MAX_BODY_BYTES,
        reads: method !== 'GET',
        exposeHeadRoute: false,
        limitMs: policy.requestDeadlineMs,
      };
      addOperation(scope, policy, declared, how, (request, reply) =>
        handle(request, reply, declared),
      );
    };

    type Handle = (
      request: FastifyRequest,
      reply: FastifyReply,
      declared: Admitted,
    ) => Promise<FastifyReply>;

    const baseOf = (request: FastifyRequest): string => {
      const { issuer } = request.params as { issuer?: string };
      const origin = policy.publicUrl ?? originOf(request);
      return `${origin}${PREFIX}${issuer === undefined ? '' : `/issuers/${issuer}`}`;
    };
    const bucketOf = ({ principal }: FastifyRequest): Promise<Database> =>
      policy.buckets.bucket(principal!.organization!.bucket);
    const askedOf = async (request: FastifyRequest, db: Queryable): Promise<Asked> => {
      const { id = '', issuer } = request.params as { id?: string; issuer?: string };
      const principal = request.principal!;
      return {
        place: await issuingOf(db, principal.organization!.id, issuer),
        id,
        query: request.query as Query,
        body: request.body,
        means: { profiles, base: baseOf(request), actor: actorOf(request, principal) },
      };
    };

    const reads = (
      method: 'GET' | 'POST',
      path: string,
      operationId: string,
      action: string,
      read: Read,
    ): void => {
      const recentReads = new RecentReads();
      policy.buckets.history.listen({ drop: () => recentReads.forget() });
      route(method, path, operationId, async (request, reply) => {
        const bucket = await bucketOf(request);
        const own = bucket.organization(request.principal!.organization!.id).read;
        const asked = await askedOf(request, own);
        const answer = await read(own, asked);
        const { actor } = asked.means;
        const line = newAction({
          orgId: asked.place.orgId,
          actor,
          action,
          object: asked.id || null,
        });
        await recentReads.record(line, () => bucket.transaction((tx) => writeActions(tx, [line])));
        return send(reply, 200, answer);
      });
    };
    const changes = (
      method: Exclude<Method, 'GET'>,
      path: string,
      operationId: string,
      change: Change,
    ): void =>
      route(method, path, operationId, async (request, reply, declared) => {
        const bucket = await bucketOf(request);
        const resource = await bucket.transaction(async (tx) => {
          await readCaller(declared, request, policy, tx);
          const asked = await askedOf(request, tx);
          const made = await change(tx, asked);
          const { actor } = asked.means;
          await writeActions(tx, [newAction({ orgId: asked.place.orgId, actor, ...made.done })]);
          return made.resource;
        });
        if (!resource) return reply.code(204).send();
        if (method === 'POST')
          reply.header('location', (resource['meta'] as { location: string }).location);
        const shown = chosen(resource, request.query as Query);
        return send(reply, method === 'POST' ? 201 : 200, shown);
      });
    const about = (path: string, operationId: string, say: (base: string) => Value): void =>
      route('GET', path, operationId, async (request, reply) =>
        send(reply, 200, say(baseOf(request))),
      );
    const oneOf = (path: string, operationId: string, all: (base: string) => Value[]): void => {
      about(path, operationId, (base) => {
        const resources = all(base);
        return listed({ total: resources.length, startIndex: 1, resources });
      });
      route('GET', `${path}/:id`, operationId, async (request, reply) => {
        const { id } = request.params as { id: string };
        const found = all(baseOf(request)).find((one) => one['id'] === id);
        if (!found) throw new ApiError('NOT_FOUND', 'there is no such resource');
        return send(reply, 200, found);
      });
    };

    route('POST', '/.search', 'scimSearch', async (_request, reply) =>
      send(reply, 501, {
        schemas: [ERROR_SCHEMA],
        status: '501',
        detail: 'search one kind of resource: /Users/.search or /Groups/.search',
      }),
    );
    about('/ServiceProviderConfig', 'scimConfiguration', configuration);
    oneOf('/ResourceTypes', 'scimResourceTypes', resourceTypes);
    oneOf('/Schemas', 'scimSchemas', schemas);
    for (const [name, verbs] of [
      ['User', userOperations],
      ['Group', groupOperations],
    ] as const) {
      const path = `/${name}s`;
      const action = `scim_${name.toLowerCase()}.read`;
      const list: Read = async (db, asked) => {
        const { resources, ...found } = await verbs.list(db, asked);
        return listed({ ...found, resources: resources.map((one) => chosen(one, asked.query)) });
      };
      reads('GET', path, `scimList${name}s`, action, list);
      reads('POST', `${path}/.search`, `scimSearch${name}s`, action, (db, asked) =>
        list(db, { ...asked, query: searchOf(asked.body) }),
      );
      reads('GET', `${path}/:id`, `scimGet${name}`, action, async (db, asked) =>
        chosen(await verbs.get(db, asked), asked.query),
      );
      changes('POST', path, `scimCreate${name}`, verbs.create);
      changes('PUT', `${path}/:id`, `scimReplace${name}`, verbs.replace);
      changes('PATCH', `${path}/:id`, `scimPatch${name}`, verbs.patch);
      changes('DELETE', `${path}/:id`, `scimDelete${name}`, verbs.remove);
    }
  }
}

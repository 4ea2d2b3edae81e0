import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnyRoute } from '../route.ts';

/** Announces the deprecation of an operation (RFC 9745 and RFC 8594) on every answer. */
export function announcement({ deprecated }: Pick<AnyRoute, 'deprecated'>) {
  if (!deprecated) return [];
  const { since, sunset } = deprecated;
  const headers: Record<string, string> = { deprecation: `@${Date.parse(since) / 1000}` };
  if (sunset !== undefined) headers['sunset'] = new Date(sunset).toUTCString();
  const announce = async (_request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(headers);
  };
  return [announce];
}

import type { TSchema } from 'typebox';
import { published, type Components, type Json } from './publish.ts';

/** An event type that is posted to receivers. */
export type EventType = {
  type: string;
  description: string;
  /** Schema of its `data`. */
  schema: TSchema;
  /** A complete payload. */
  example: { type: string; timestamp: string; data: object };
  /** Fields of `data` that are sent once and not shown later. */
  redact: readonly string[];
};

/** `identity.bvn.verified` as `IdentityBvnVerified`. */
function typeName(type: string): string {
  return type.replaceAll(/(?:^|[._-])([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A separate tag: generators would otherwise overwrite the code of another tag. */
export const RECEIVED_EVENTS = 'Received events';

/** The webhook requests that receivers get, by event type. */
export function webhooks(events: readonly EventType[], schemas: Components): Json {
  return Object.fromEntries(
    events.map(({ type, description, schema, example }) => {
      const name = typeName(type);
      const payload: Json = {
        title: `${name}Event`,
        type: 'object',
        required: ['type', 'timestamp', 'data'],
        properties: {
          type: { type: 'string', enum: [type] },
          timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
          data: published(schema as unknown as Json, 'answer'),
        },
      };
      const post = {
        operationId: `on${name}`,
        tags: [RECEIVED_EVENTS],
        summary: description.split('. ')[0]!.replace(/\.$/, ''),
        ...(description.includes('. ') ? { description } : {}),
        security: [],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: schemas.use(payload, 'answer'), example } },
        },
        responses: {
          '2XX': {
            description:
              'The receiver accepts the event. After any other answer, Oriki sends it again.',
          },
        },
      };
      return [type, { post }];
    }),
  );
}

import type { Static, TSchema } from 'typebox';
import type { EventType } from '../../../platform/http/openapi/events.ts';

/** Marks values that a definition has made; no other file can name it. */
const DEFINED = Symbol('defined');

/** An event of an existing type, with data that matches its schema. Only a definition makes one. */
export type DefinedEvent = {
  readonly [DEFINED]: true;
  readonly definition: EventType;
  readonly data: object;
};

/** Describes the events of one type, and makes an event when it is called. */
export type EventDefinition<S extends TSchema> = EventType & {
  (data: Static<S>): DefinedEvent;
};

export const EXAMPLE_TIME = '2026-11-21T09:40:00.000Z';

type EventFacts<S extends TSchema> = {
  description: string;
  schema: S;
  example: Static<S>;
  /** Fields of the data that are sent, and hidden from later readers of deliveries and events. */
  redact?: readonly (keyof Static<S> & string)[];
};

/** Describes a type of event that Oriki or a tenant publishes. */
export function describeEvent<S extends TSchema>(
  type: string,
  { description, schema, example, redact = [] }: EventFacts<S>,
): EventType {
  return {
    type,
    description,
    schema,
    example: { type, timestamp: EXAMPLE_TIME, data: example as object },
    redact,
  };
}

/**
 * Defines a type of event that Oriki publishes, for the `events` of the module.
 * @param about `schema` and `example` are those of its `data`, which must contain no personal data: it is stored,
 * sent and logged by receivers in the clear
 */
export function defineEvent<S extends TSchema>(
  type: string,
  about: EventFacts<S>,
): EventDefinition<S> {
  const definition = describeEvent(type, about);
  return Object.assign(
    (data: Static<S>): DefinedEvent => ({ [DEFINED]: true, definition, data: data as object }),
    definition,
  );
}

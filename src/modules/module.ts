import type { Access, PlanGate } from '../platform/http/policy.ts';
import type { EventType } from '../platform/http/openapi/events.ts';
import type { AnyRoute, Route } from '../platform/http/route.ts';

/**
 * What a part of the product declares; the composition reads nothing else of it.
 * @template Services what its handlers use, made once in a process
 */
export type Module<Services = unknown> = Access & {
  /** Groups of operations in the OpenAPI document, with a sentence on each. */
  tags: Readonly<Record<string, string>>;
  routes: readonly Route<Services>[];
  /** Types of events that it publishes, or describes for those who do. */
  events?: readonly EventType[];
};

/** The services that all of these modules need. */
export type ServicesOf<Modules extends readonly Module<never>[]> = Modules[number] extends {
  routes: readonly { readonly needs?: (services: infer Services) => void }[];
}
  ? Services
  : never;

/** Every feature that some module names, by its name. */
export function planGatesOf(modules: readonly Module<never>[]): Record<string, PlanGate> {
  return Object.assign({}, ...modules.map(({ plans }) => plans));
}

/** Every type of event of these modules, in their order. */
export function eventTypesOf(modules: readonly Module<never>[]): EventType[] {
  return modules.flatMap(({ events = [] }) => events);
}

/** Every operation of these modules, in their order. */
export function routesIn(modules: readonly Module<never>[]): AnyRoute[] {
  return modules.flatMap(({ routes }) => routes);
}

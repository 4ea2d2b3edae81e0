import type { Rewrap } from '../platform/crypto/rewrap.ts';
import type { TableFacts } from '../platform/db/tables.ts';
import type { ExportSource } from '../platform/export-source.ts';
import type { Job } from '../platform/background/job.ts';
import type { Access, PlanGate } from '../platform/http/policy.ts';
import type { EventType } from '../platform/http/openapi/events.ts';
import type { AnyBrowserRoute, BrowserRoute } from '../platform/http/browser/route.ts';
import type { AnyRoute, Route } from '../platform/http/route.ts';
import type { RecordClasses } from '../platform/db/lists/aged/record-class.ts';
import type { PersonalData, SubjectArea } from './personal-data.ts';

/** A table of a module. For its sealed columns it has the verb that moves their envelopes to the current key. */
export type ModuleTable = Omit<TableFacts, 'sealed'> & {
  sealed?: Readonly<Record<string, Rewrap>>;
  /** Absent if no column has personal data. */
  personal?: PersonalData;
  /** The reason why rows stay when their organization is erased; absent if they are deleted. */
  keptAfterLeaving?: string;
};
export type ModuleTables = Readonly<Record<string, ModuleTable>>;

/** Data of a module that can be exported. */
export type ModuleExport = {
  /** The name of the data for people. */
  title: string;
  source: ExportSource;
  /** Additional rights that the export requires. */
  needs?: { scope: string; plan?: PlanGate };
};

/** The texts of a metric. docs/usage-metrics.md and the console contain them. */
export type UsageMetric = {
  /** The name of the metric for people. */
  title: string;
  /** The thing that is counted once. */
  each: string;
  /** The time that decides to which day a count belongs. */
  at: string;
};

/** A screen of the console. */
export type ConsoleScreen = {
  /** The file of the screen below `console/src/screens/`, without the ending. */
  file: string;
  /** The component that the file exports. */
  component: string;
  /**
   * The line of the screen in the navigation, shown to people with the scope. The place decides the order and the
   * group.
   */
  navigation?: { title: string; scope: string; place: number };
};

/**
 * The declarations of a part of the product. The composition takes routes, jobs, events, scopes, limits and plans only
 * from here.
 * @template Services the services of its handlers, created once in a process
 * @template JobServices the services of its jobs' runs, created once in a process with the worker role
 */
export type Module<Services = unknown, JobServices = never> = Access & {
  /** Groups of operations in the OpenAPI document, with a sentence on each. */
  tags: Readonly<Record<string, string>>;
  routes: readonly (Route<Services> | BrowserRoute<Services>)[];
  /** Types of events that the module publishes, or describes for services that publish them. */
  events?: readonly EventType[];
  /** The module's background work. */
  jobs?: readonly Job<JobServices>[];
  /** The module's tables in the database. */
  tables?: ModuleTables;
  /** The usage that the module counts, by service and metric. No caller may report it. */
  usage?: Readonly<Record<string, Readonly<Record<string, UsageMetric>>>>;
  /** The data that can be exported, by type. */
  exports?: Readonly<Record<string, ModuleExport>>;
  /** The module's data about one subject, by the name of the area in answers. */
  subjectData?: Readonly<Record<string, SubjectArea>>;
  /** The module's classes of records that end after a period, by name. */
  retention?: RecordClasses;
  /** The kinds of the module's objects that streams of changes name, each with the scope that reads them. */
  liveKinds?: Readonly<Record<string, string>>;
  /** The module's screens in the console, by path. */
  screens?: Readonly<Record<string, ConsoleScreen>>;
};

/** The services that all of these modules need. */
export type ServicesOf<Modules extends readonly Module<never>[]> = Modules[number] extends {
  routes: readonly { readonly needs?: (services: infer Services) => void }[];
}
  ? Services
  : never;

/** A function of the services that the jobs of a module need. */
type NeedsOf<One> = One extends {
  jobs: readonly { run: (services: infer Services, run: never) => unknown }[];
}
  ? (services: Services) => void
  : never;

/** The services that runs of all jobs of these modules need. */
export type JobServicesOf<Modules extends readonly Module<never>[]> =
  NeedsOf<Modules[number]> extends (services: infer Services) => void ? Services : never;

/** Every feature that some module names, by its name. */
export function planGatesOf(modules: readonly Module<never>[]): Record<string, PlanGate> {
  return Object.assign({}, ...modules.map(({ plans }) => plans));
}

/** Every type of event of these modules, in their order. */
export function eventTypesOf(modules: readonly Module<never>[]): EventType[] {
  return modules.flatMap(({ events = [] }) => events);
}

/** Every table of these modules, by its name. */
export function tablesOf(modules: readonly Module<never>[]): Record<string, ModuleTable> {
  return Object.assign({}, ...modules.map(({ tables }) => tables));
}

/** The verbs that move the envelopes of these modules to the current key. */
export function rewrapsOf(modules: readonly Module<never>[]): Rewrap[] {
  const tables = Object.values(tablesOf(modules));
  return [...new Set(tables.flatMap(({ sealed = {} }) => Object.values(sealed)))];
}

/** The metrics that these modules count, by service. */
export function usageOf(modules: readonly Module<never>[]): NonNullable<Module['usage']> {
  return Object.assign({}, ...modules.map(({ usage }) => usage));
}

/** The data of these modules that can be exported, by its type. */
export function exportsOf(modules: readonly Module<never>[]): Record<string, ModuleExport> {
  return Object.assign({}, ...modules.map(({ exports }) => exports));
}

/** The areas of these modules with data about a subject, by name. */
export function subjectAreasOf(modules: readonly Module<never>[]): Record<string, SubjectArea> {
  return Object.assign({}, ...modules.map(({ subjectData }) => subjectData));
}

/** The classes of records of these modules, by name. */
export function recordClassesOf(modules: readonly Module<never>[]): RecordClasses {
  return Object.assign({}, ...modules.map(({ retention }) => retention));
}

/** The scope of each kind of change of these modules, by its name. */
export function liveKindsOf(modules: readonly Module<never>[]): Record<string, string> {
  const kinds = modules.flatMap(({ liveKinds = {} }) => Object.entries(liveKinds));
  return Object.fromEntries(kinds.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function isForBrowsers(route: AnyRoute | AnyBrowserRoute): route is AnyBrowserRoute {
  return 'kind' in route;
}

/** Every operation of the API of these modules, in their order. */
export function routesIn(modules: readonly Module<never>[]): AnyRoute[] {
  return modules
    .flatMap(({ routes }) => routes)
    .filter((route): route is Route<never> => !isForBrowsers(route));
}

/** Every route of kind `browser` of these modules, in their order. */
export function browserRoutesIn(modules: readonly Module<never>[]): AnyBrowserRoute[] {
  return modules.flatMap(({ routes }) => routes).filter(isForBrowsers);
}

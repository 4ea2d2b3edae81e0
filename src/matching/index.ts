/** Finds the entries that match a query: names, identifiers and other facts. */
export { countryCodeFromName, countryCodeOf, mayBeSameCountry } from './countries.ts';
export {
  type AskedReading,
  buildInSteps,
  buildInWorker,
  buildSegment,
  type EntryInput,
  leftOutOf,
  type PreparedName,
  prepareName,
  type ReadLabels,
  searchAcronyms,
  searchCutOff,
  type SearchLimit,
  searchName,
  type Segment,
  type SegmentEntry,
  segmentFromBuffer,
  type SegmentHit,
  WorkLimit,
  WorkLimitReached,
} from './engine/index.ts';
export { Lru } from './engine/lru.ts';
export { INDEXED_FROM } from './engine/similarity-tier.ts';
export { knownIn, knownOf, type StoredEntry } from './entities/known-entry.ts';
export { groupSame, SAME_BY } from './entities/same-entity.ts';
export {
  type ComparedFact,
  compareFacts,
  factsIn,
  type PreparedFacts,
  prepareFacts,
} from './facts/compare.ts';
export {
  ENTITY_TYPES,
  type EntityType,
  factsField,
  type Gender,
  genderOf,
  GENDERS,
} from './facts/listed.ts';
export {
  type Adjustments,
  type Fact,
  FACTS,
  mostUpOf,
  pointsOf,
  type Profile,
  PROFILE_NAMES,
  type ProfileChoice,
  type ProfileName,
  profileOf,
  PROFILES,
  RAISED_FROM,
  type Relation,
  STANDARD,
  type Weighed,
} from './facts/profile.ts';
export {
  type AskedFacts,
  askedFacts,
  contradictedFields,
  ListedFacts,
  WeighedFacts,
  factsOf,
} from './facts/schemas.ts';
export { type FactsAccount, weighFacts } from './facts/weigh.ts';
export { LETTER_OR_DIGIT, isDay, isPartialDate } from './formats.ts';
export { normalised, problemsOf, identifiersIn } from './identifiers/asked.ts';
export {
  contradictions,
  isCertain,
  type SharedIdentifier,
  sharedIdentifiers,
} from './identifiers/compare.ts';
export { Identifiers, numbersOf, withoutCountries } from './identifiers/keys.ts';
export type { Identifier } from './identifiers/kinds.ts';
export { KnownIdentifiers, listedNumbers, withNumbers } from './identifiers/known.ts';
export { publishedKind } from './identifiers/listed.ts';
export { normalise } from './identifiers/normalise.ts';
export { kindOf, type PublishedKind } from './identifiers/publishers.ts';
export {
  type AskedIdentifier,
  AskedIdentifiers,
  type IdentifierTrace,
  MOST_IDENTIFIERS,
  ShownIdentifier,
  ShownIdentifiers,
} from './identifiers/schemas.ts';
export { lastFourOf, shownOf, type Tracer, tracerOf } from './identifiers/trace.ts';
export { isObject, type JsonObject } from '../platform/json.ts';
export { PEP_CLASSES, pepOf, type EntryLabels, Topics } from './labels/pep.ts';
export { isKnownList, type Topic, TOPICS, topicsOf, unknownTopicsIn } from './labels/topics.ts';
export {
  DEFAULT_KINDS,
  GLOBAL_KINDS,
  type GlobalKind,
  isOwn,
  LIST_KINDS,
  type ListKind,
  openedKinds,
  PLACE_FIELDS,
  type PlaceField,
  TENANT_KINDS,
  withBlocklists,
} from './list-kinds.ts';

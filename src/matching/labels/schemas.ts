import { Type } from 'typebox';
import { StringEnum } from '../../platform/http/schema.ts';
import type { Pep } from './pep.ts';
import { TOPICS, type Topic } from './topics.ts';

/** Topics of an entry. */
export const Topics = Type.Array(StringEnum('ScreeningTopic', TOPICS), {
  title: 'ScreeningTopics',
  description:
    'Topics of the entry, in the terms of FollowTheMoney. `pep` and `regulatory` are on entries that were imported before topics were stored.',
});

/** The labels of an entry, as its hits have them. Fields without values are omitted. */
export type EntryLabels = {
  programs?: string[];
  topics?: Topic[];
  /** Present for politically exposed persons and those close to them. */
  pep?: Pep;
  /** Each with its publisher: `ofac:9476`. */
  publisherIds?: string[];
};

import { Link } from '@tanstack/react-router';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Badge, toneOfOutcome } from '../../parts/badge.tsx';
import type { Column } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/search.ts';

export type Screening = Operations['listScreenings']['data']['items'][number];

export const SCREENED_AT: Column<Screening> = {
  id: 'at',
  title: t('audit.at'),
  cell: ({ screeningId, screenedAt }) => (
    <Link to="/search/$id" params={{ id: screeningId }}>
      <Time at={screenedAt} />
    </Link>
  ),
};

export const OUTCOME: Column<Screening> = {
  id: 'outcome',
  title: t('search.outcome'),
  cell: ({ outcome }) => <Badge tone={toneOfOutcome(outcome)}>{wordsOf(outcome)}</Badge>,
};

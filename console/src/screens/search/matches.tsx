import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { identifierText } from '../../parts/asked.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { numberText } from '../../texts/text.ts';
import { t as asked } from '../../texts/screens/asked.ts';
import { t } from '../../texts/screens/search.ts';
import { Explanation } from '../review/explanation.tsx';

type Match = Operations['getScreening']['data']['hits'][number];

/** The listed entities that a screening found, best first. */
export function Matches({ hits }: { hits: Match[] }): ReactNode {
  if (hits.length === 0) return <p className="panel quiet">{t('search.clear')}</p>;
  return hits.map((hit) => (
    <article className="panel stack-close" key={`${hit.listId} ${hit.entryId}`}>
      <div className="head">
        <h2>
          <Foreign text={hit.name} />
        </h2>
        <span className="figure">{numberText(hit.score)}</span>
      </div>
      <Facts
        rows={[
          [t('hit.matched'), <Foreign key="matched" text={hit.matchedName} />],
          [t('hit.dob'), hit.dob],
          [t('hit.country'), hit.country],
          [asked('asked.shared'), hit.identifiers?.map(identifierText).join(', ')],
          [t('queue.list'), <Foreign key="list" text={hit.listName} />],
          [t('hit.source'), hit.source],
          [t('queue.kind'), hit.listKind],
        ]}
      />
      <details>
        <summary>{t('hit.words')}</summary>
        <Explanation explanation={hit.explanation} />
      </details>
    </article>
  ));
}

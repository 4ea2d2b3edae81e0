import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { identifierText } from '../../parts/asked.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { kindText, numberText } from '../../texts/text.ts';
import { t as asked } from '../../texts/screens/asked.ts';
import { reasonText, t as same } from '../../texts/screens/same.ts';
import { t } from '../../texts/screens/search.ts';

const Explanation = lazy(async () => ({
  default: (await import('../review/explanation.tsx')).Explanation,
}));

type Match = Operations['getScreening']['data']['hits'][number];

/** The listed entities that a screening found, best first, grouped by entity. */
export function Matches({ hits }: { hits: Match[] }): ReactNode {
  if (hits.length === 0) return <p className="panel quiet">{t('search.clear')}</p>;
  const entities = Map.groupBy(hits, ({ entity, entryId }) => entity?.id ?? entryId);
  return (
    <>
      <p className="small">
        {t('search.onlyShows')}{' '}
        <Link to="/review" search={{ enrol: true }} className="no-print">
          {t('search.enrol')}
        </Link>
      </p>
      {[...entities].map(([id, own]) =>
        own.length > 1 ? (
          <Together key={id} hits={own} />
        ) : (
          own.map((hit) => <Single key={`${hit.listId} ${hit.entryId}`} hit={hit} />)
        ),
      )}
    </>
  );
}

/** Returns each text once, in the order of the first occurrence. */
function joined(texts: (string[] | undefined)[]): string {
  return [...new Set(texts.flatMap((text) => text ?? []))].join(', ');
}

function Together({ hits }: { hits: Match[] }): ReactNode {
  const heading = same('same.title', { name: hits[0]!.name, count: numberText(hits.length) });
  return (
    <section className="stack-close" aria-label={heading}>
      <h2>
        <Foreign text={heading} />
      </h2>
      <Facts
        rows={[
          [
            same('same.lists'),
            <Foreign key="lists" text={joined(hits.map((hit) => [hit.listName]))} />,
          ],
          [t('hit.source'), joined(hits.map(({ source }) => [source]))],
          [
            same('same.programs'),
            <Foreign key="programs" text={joined(hits.map(({ programs }) => programs))} />,
          ],
          [same('same.topics'), joined(hits.map(({ topics }) => topics))],
          [same('same.by'), joined(hits.map(({ entity }) => entity?.sameBy.map(reasonText)))],
        ]}
      />
      {hits.map((hit) => (
        <Single key={`${hit.listId} ${hit.entryId}`} hit={hit} />
      ))}
    </section>
  );
}

function Single({ hit }: { hit: Match }): ReactNode {
  return (
    <article className="panel stack-close">
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
          [t('queue.kind'), kindText(hit.listKind)],
          [
            same('same.programs'),
            hit.programs && <Foreign key="programs" text={hit.programs.join(', ')} />,
          ],
          [same('same.topics'), hit.topics?.join(', ')],
        ]}
      />
      <details>
        <summary>{t('hit.words')}</summary>
        <Suspense>
          <Explanation explanation={hit.explanation} />
        </Suspense>
      </details>
    </article>
  );
}

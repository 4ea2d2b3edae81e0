import type { ReactNode } from 'react';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import type { SignedCase } from '../../queries/case.ts';
import { t } from '../../texts/screens/case-file.ts';
import { kindText, wordsOf, zonedText } from '../../texts/text.ts';
import { verdictText } from '../review/decision.ts';
import { foundText } from '../review/found.ts';
import { factsOfBoth, factVerdictText } from './case-file-facts.ts';
import type { Names } from './case-file-names.ts';
import { Sheet } from './case-file-sheet.tsx';

type Hit = SignedCase['hits'][number];
type Decision = Hit['decisions'][number];
type Approval = SignedCase['approvals'][number];
type Entry = SignedCase['entries'][number];
type Reason = Decision['reason'];

/** A hit of the case file: customer and listed entity side by side, the list, and the decisions. */
export function HitInFile({
  hit,
  number,
  file,
  names,
}: {
  hit: Hit;
  number: number;
  file: SignedCase;
  names: Names;
}): ReactNode {
  const entry = file.entries.find(
    (one) => one.entry.id === hit.entryId && one.version === hit.listRevision,
  );
  const subject = file.subjects.find(({ subjectId }) => subjectId === hit.subjectId);
  const [last] = hit.decisions.toReversed();
  const match = hit.match ?? last?.findings ?? null;
  const listed = match?.name ?? entry?.entry.name ?? hit.entryId;
  return (
    <section className="stack-close">
      <h2>{t('file.hit', { number, customer: names.customer(hit.subjectId), listed })}</h2>
      <Facts
        rows={[
          [t('file.status'), verdictText(hit.status)],
          ...listRows(hit, entry),
          [t('file.found'), match && foundText({ score: hit.score, ...match })],
        ]}
      />
      <Sheet
        level="h3"
        title={t('file.facts', { number })}
        columns={[t('file.fact'), t('file.customer'), t('file.listed'), t('file.verdict')]}
        rows={factsOfBoth(subject, entry?.entry, match).map(({ fact, ours, theirs, verdict }) => [
          fact,
          <Foreign key="ours" text={ours.join('; ')} />,
          <Foreign key="theirs" text={theirs.join('; ')} />,
          factVerdictText(verdict),
        ])}
      />
      <Sheet
        level="h3"
        title={t('file.decisions', { number })}
        wide={t('file.why')}
        columns={[
          t('file.decision'),
          t('file.who'),
          t('file.when'),
          t('file.why'),
          t('file.place'),
        ]}
        rows={decisionRows(hit, file, names)}
      />
    </section>
  );
}

function listRows(
  { listKind, match, listRevision }: Hit,
  record: Entry | undefined,
): [string, ReactNode][] {
  const { list, externalId, programs = [], remarks = [] } = record?.entry ?? {};
  const imported = record?.imported;
  return [
    [
      t('file.list'),
      t('file.listText', {
        name: list?.name ?? match?.listName ?? '–',
        kind: kindText(listKind),
        revision: String(listRevision),
      }),
    ],
    [t('file.source'), list?.source ?? match?.source],
    [
      t('file.imported'),
      imported &&
        t('file.importedText', {
          origin: imported.origin ?? '–',
          at: zonedText(imported.importedAt),
          hash: imported.sha256 ?? '–',
        }),
    ],
    [t('file.publisherId'), externalId && <Foreign key="id" text={externalId} />],
    [t('file.programs'), programs.join('; ')],
    [t('file.remarks'), remarks.length > 0 && <Foreign key="remarks" text={remarks.join('; ')} />],
  ];
}

/** Requests and decisions in the order of their times. */
function decisionRows(hit: Hit, file: SignedCase, names: Names): ReactNode[][] {
  const placeOf = (test: (row: SignedCase['audit'][number]) => boolean): string => {
    const link = file.audit.find(test)?.link;
    return link ? t('file.link', { ...link }) : t('file.noLink');
  };
  const answered = new Set(hit.decisions.map(({ approvalId }) => approvalId));
  const requests = file.approvals.filter(
    ({ id, objectId }) => objectId === hit.id || answered.has(id),
  );
  const rows = [
    ...requests.flatMap((request) => requestRows(request, names, placeOf)),
    ...hit.decisions.map((made) => ({
      at: made.decidedAt,
      cells: [
        <>
          {verdictText(made.decision)}
          {made.listRevision !== null && (
            <div className="quiet">
              {t('file.revision', { revision: String(made.listRevision) })}
            </div>
          )}
        </>,
        made.onBehalfOf === null
          ? names.caller(made.decidedBy)
          : t('file.behalf', { name: names.caller(made.decidedBy), person: made.onBehalfOf }),
        zonedText(made.decidedAt),
        <>
          {codeText(made.reasonCode)}
          {reasonText(made.reason)}
          {made.findings && <div className="quiet">{foundText(made.findings)}</div>}
        </>,
        made.auditId === null ? '–' : placeOf(({ id }) => id === made.auditId),
      ],
    })),
  ];
  return rows.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ cells }) => cells);
}

function codeText(code: string | null): ReactNode {
  return code !== null && <div>{t('file.code', { code: wordsOf(code) })}</div>;
}

function reasonText(reason: Reason): ReactNode {
  return (
    <span className="written">{reason ? <Foreign text={reason.text} /> : t('file.noReason')}</span>
  );
}

function requestRows(
  request: Approval,
  names: Names,
  placeOf: (test: (row: SignedCase['audit'][number]) => boolean) => string,
): { at: string; cells: ReactNode[] }[] {
  const { id, askedBy, askedAt, answeredBy, answeredAt, status } = request;
  const place = (action: string) => placeOf((row) => row.objectId === id && row.action === action);
  const asked = {
    at: askedAt,
    cells: [
      <>
        {t('file.requested', { action: verdictText('false_positive') })}
        {status === 'pending' && <div>{t('file.pending')}</div>}
        {(status === 'expired' || status === 'void') && (
          <div>{t('file.ended', { status: wordsOf(status) })}</div>
        )}
      </>,
      names.caller(askedBy.id),
      zonedText(askedAt),
      <>
        {codeText(request.reasonCode)}
        {reasonText(request.reason)}
      </>,
      place('approval.ask'),
    ],
  };
  if (status !== 'rejected' || !answeredBy || answeredAt === null) return [asked];
  const refused = [
    t('file.refused'),
    names.caller(answeredBy.id),
    zonedText(answeredAt),
    reasonText(request.answerReason),
    place('approval.reject'),
  ];
  return [asked, { at: answeredAt, cells: refused }];
}

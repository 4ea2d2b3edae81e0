import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { PlainButton } from '../../parts/button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { One } from '../../parts/problem.tsx';
import { PrintButton } from '../../parts/print-button.tsx';
import { printAll } from '../../parts/printing.ts';
import { signedCase, type SignedCase } from '../../queries/case.ts';
import { t } from '../../texts/screens/case-file.ts';
import { COLON, wordsOf, zonedText } from '../../texts/text.ts';
import './case-file.css';
import { HitInFile } from './case-file-hit.tsx';
import { keyIdOf, namesIn, type Names } from './case-file-names.ts';
import { Sheet } from './case-file-sheet.tsx';
import { detailText } from './words.ts';

/** The case file: one document for print and PDF that is read without the console. */
export function CaseFileScreen(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string };
  const query = useQuery(signedCase(id));
  return <One query={query}>{(data) => <Loaded data={data} />}</One>;
}

/** Saves the document that the page shows, byte for byte as its hash covers it after canonicalization. */
async function saveJson(data: SignedCase): Promise<void> {
  const { saveText } = await import('../../data/transfer.ts');
  saveText(`${data.case.id}.json`, `${JSON.stringify(data, null, 2)}\n`);
}

/** Prints the ids of the case and of the document on each sheet. */
function useFooter({ case: { id }, sha256 }: SignedCase): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    const text = `${id} · SHA-256 ${sha256}`;
    sheet.replaceSync(
      `@page case-file { @bottom-left { content: ${JSON.stringify(text)}; font-size: 7pt; } }`,
    );
    document.adoptedStyleSheets.push(sheet);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
    };
  }, [id, sha256]);
}

/** Prints once if the person opened this screen with the print key. */
function usePrinted(): void {
  const { print } = useSearch({ strict: false }) as { print?: boolean };
  const navigate = useNavigate();
  useEffect(() => {
    if (!print) return;
    void navigate({ to: '.', search: {}, replace: true }).then(printAll);
  }, [print, navigate]);
}

function Loaded({ data }: { data: SignedCase }): ReactNode {
  useFooter(data);
  usePrinted();
  const names = namesIn(data);
  return (
    <article className="case-file stack">
      <div className="head">
        <h1>
          {t('file.title')}
          {COLON} <Foreign text={names.customer(data.case.subjectId)} />
        </h1>
        <div className="head no-print">
          <Link to="/cases/$id" params={{ id: data.case.id }}>
            {t('file.back')}
          </Link>
          <PlainButton onPress={() => void saveJson(data)}>{t('file.save')}</PlainButton>
          <PrintButton />
        </div>
      </div>
      <Facts rows={summaryOf(data, names)} />
      {data.hits.map((hit, i) => (
        <HitInFile key={hit.id} hit={hit} number={i + 1} file={data} names={names} />
      ))}
      <Evidence data={data} names={names} />
      <Records data={data} names={names} />
      <section className="stack-close">
        <h2>{t('file.verify')}</h2>
        <Facts
          rows={[
            [t('file.sha256'), <code key="hash">{data.sha256}</code>],
            [t('file.signedWith'), <code key="key">{keyIdOf(data.signature)}</code>],
            [t('file.head'), data.chainHead && t('file.link', { ...data.chainHead })],
          ]}
        />
        <p className="small">{t('file.how')}</p>
      </section>
    </article>
  );
}

function summaryOf(data: SignedCase, names: Names): [string, ReactNode][] {
  const { case: summary, printedBy } = data;
  const by = (id: string, at: string) =>
    t('file.by', { name: names.caller(id), at: zonedText(at) });
  return [
    [t('file.organization'), <Foreign key="org" text={data.organization.name} />],
    [t('file.printed'), by(printedBy.id, data.printedAt)],
    [t('file.case'), summary.id],
    [t('file.customerId'), <Foreign key="customer" text={summary.subjectId} />],
    [t('file.state'), wordsOf(summary.status)],
    [t('file.outcome'), summary.outcome && wordsOf(summary.outcome)],
    [t('file.priority'), wordsOf(summary.priority)],
    [t('file.assignee'), summary.assignee && names.caller(summary.assignee)],
    [t('file.due'), summary.dueAt && zonedText(summary.dueAt)],
    [t('file.created'), by(summary.createdBy.id, summary.createdAt)],
    [t('file.closed'), summary.closedAt && zonedText(summary.closedAt)],
  ];
}

/** Evidence other than hits, and files. */
function Evidence({ data, names }: { data: SignedCase; names: Names }): ReactNode {
  return (
    <>
      <Sheet
        title={t('file.items')}
        columns={[
          t('file.kind'),
          t('file.titleOf'),
          t('file.status'),
          t('file.who'),
          t('file.when'),
        ]}
        rows={data.items
          .filter(({ kind }) => kind !== 'hit')
          .map(({ id, kind, title, state, addedBy, addedAt }) => [
            wordsOf(kind),
            <Foreign key="title" text={title ?? id} />,
            state ? wordsOf(state) : t('file.erased'),
            names.caller(addedBy.id),
            zonedText(addedAt),
          ])}
      />
      <Sheet
        title={t('file.files')}
        wide={t('file.hash')}
        columns={[t('file.name'), t('file.hash'), t('file.who'), t('file.when')]}
        rows={data.files.map(({ name, sha256, addedBy, addedAt }) => [
          <Foreign key="name" text={name ?? t('file.erased')} />,
          sha256 ?? t('file.erased'),
          names.caller(addedBy.id),
          zonedText(addedAt),
        ])}
      />
    </>
  );
}

/** Notes and history. */
function Records({ data, names }: { data: SignedCase; names: Names }): ReactNode {
  return (
    <>
      <Sheet
        title={t('file.notes')}
        wide={t('file.note')}
        columns={[t('file.when'), t('file.who'), t('file.note')]}
        rows={data.notes.map(({ text, by, createdAt }) => [
          zonedText(createdAt),
          names.caller(by.id),
          <span key="text" className="written">
            <Foreign text={text ?? t('file.erased')} />
          </span>,
        ])}
      />
      <Sheet
        title={t('file.history')}
        wide={t('file.detail')}
        columns={[t('file.when'), t('file.who'), t('file.what'), t('file.detail')]}
        rows={data.history.map(({ at, by, change, detail }) => [
          zonedText(at),
          names.caller(by.id),
          wordsOf(change),
          <Foreign key="detail" text={names.inText(detailText(detail))} />,
        ])}
      />
    </>
  );
}

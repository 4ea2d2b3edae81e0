import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, useEffect, useState, type ReactNode } from 'react';
import { useList } from '../../data/list.ts';
import { useMayChange } from '../../data/me.ts';
import { setSought, useSought } from '../../data/kept.ts';
import { OWN_ID } from '../../ids.ts';
import { textCell, timeCell } from '../../parts/cells.tsx';
import { Check } from '../../parts/checks.tsx';
import { Field } from '../../parts/field.tsx';
import { Foreign } from '../../parts/foreign.tsx';
import { ListScreen } from '../../parts/list-screen.tsx';
import type { Column } from '../../parts/table.tsx';
import { customersWith, type Customer } from '../../queries/customers.ts';
import { numberText, visible } from '../../texts/text.ts';
import { t } from '../../texts/screens/customers.ts';

const Enrol = lazy(async () => ({ default: (await import('./enrol.tsx')).Enrol }));

/** The pause in typing after which a text is searched. */
const PAUSE_MS = 150;
const COUNTRY = /^[A-Za-z]{2}$/;

const COLUMNS: Column<Customer>[] = [
  {
    id: 'customer',
    title: t('queue.subject'),
    isLine: true,
    cell: ({ subjectId }) => (
      <Link to="/subjects/$id" params={{ id: subjectId }}>
        <Foreign text={subjectId} />
      </Link>
    ),
  },
  { id: 'name', title: t('hit.name'), isLine: true, cell: ({ name }) => textCell(name) },
  { id: 'dob', title: t('hit.dob'), cell: ({ dob, birthDate }) => textCell(birthDate ?? dob) },
  { id: 'country', title: t('hit.country'), cell: ({ country }) => textCell(country) },
  {
    id: 'openHits',
    title: t('customers.openHits'),
    isNumber: true,
    cell: ({ openHits }) => numberText(openHits),
  },
  { id: 'at', title: t('subject.enrolled'), cell: ({ createdAt }) => timeCell(createdAt, true) },
];

/** Returns a text once a person has stopped typing it. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : paused;
}

type Filters = { open?: boolean; country?: string };

/** Enrolled customers. Filters are in the address; the searched text may be a name, and is not. */
export function Customers(): ReactNode {
  const mayEnrol = useMayChange('fraud:screen');
  const navigate = useNavigate();
  const filters = useSearch({ strict: false }) as Filters;
  const text = useSought();
  const sought = usePaused(text.trim());
  const { open: isOpen = false, country = '' } = filters;
  const change = (part: Filters): void => {
    const next = { ...filters, ...part };
    const search = {
      ...(next.open && { open: true }),
      ...(next.country && { country: next.country }),
    };
    void navigate({ to: '/subjects', search, replace: true });
  };
  const list = useList(
    customersWith(sought, {
      ...(isOpen && { hasOpenHits: true }),
      ...(COUNTRY.test(country) && { country }),
    }),
  );
  // Enter opens the customer with this id, or the only one found.
  const first =
    sought === text.trim() && !list.query.isPlaceholderData
      ? (list.rows.find(({ subjectId }) => subjectId === sought) ??
        (list.rows.length === 1 ? list.rows[0] : undefined))
      : undefined;
  const open = ({ subjectId: id }: Customer): void =>
    void navigate({ to: '/subjects/$id', params: { id } });
  return (
    <ListScreen
      title={t('subjects.title')}
      columns={COLUMNS}
      list={list}
      empty={
        sought === '' ? (
          t(isOpen || country ? 'app.noneFits' : 'customers.empty')
        ) : (
          <None id={sought} />
        )
      }
      create={
        mayEnrol && { text: t('enrol.title'), form: (onClose) => <Enrol onCancel={onClose} /> }
      }
      filters={
        <>
          <Field
            label={t('customers.find')}
            value={text}
            onChange={setSought}
            // The text is of an earlier search, so new typing replaces it.
            onFocus={({ target }) => target.select()}
            onKeyDown={({ key }) => {
              if (key === 'Enter' && first !== undefined) open(first);
            }}
            autoFocus
          />
          <Field
            label={t('customers.country')}
            value={country}
            onChange={(code) => change({ country: code.toUpperCase() })}
            placeholder="NG"
          />
          <Check
            label={t('customers.open')}
            isSelected={isOpen}
            onChange={(only) => change({ open: only })}
          />
        </>
      }
    />
  );
}

/** The message if no enrolled customer is found. A customer who is not enrolled can have verifications and cases. */
function None({ id }: { id: string }): ReactNode {
  return (
    <>
      <p>{t('customers.none')}</p>
      {OWN_ID.test(id) && (
        <p>
          <Link to="/subjects/$id" params={{ id }}>
            {t('customers.activity', { id: visible(id) })}
          </Link>
        </p>
      )}
    </>
  );
}

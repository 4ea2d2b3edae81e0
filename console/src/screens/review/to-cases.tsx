import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { Choice } from '../../parts/choice.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Problem } from '../../parts/problem.tsx';
import { OPEN_CASES } from '../../queries/cases.ts';
import type { Hit } from '../../queries/review.ts';
import { timeText, visible, wordsOf } from '../../texts/text.ts';
import { t } from '../../texts/screens/many.ts';
import { toCase, type CaseOfHits } from './to-case.ts';

const EACH = 'each';
const NEW = 'new';

/** The form that adds hits to the cases of their customers, to one open case, or to new cases, one for each customer. */
export function ToCases({
  hits,
  isNew = false,
  onClose,
  onDone,
}: {
  hits: readonly Pick<Hit, 'id' | 'subjectId'>[];
  /** True if the form begins with a new case. */
  isNew?: boolean;
  onClose: () => void;
  onDone: (cases: CaseOfHits[]) => void;
}): ReactNode {
  const open = useQuery(OPEN_CASES);
  const [chosen, setChosen] = useState(isNew ? NEW : EACH);
  const [customer, setCustomer] = useState(hits[0]!.subjectId);
  // Cases that were made before an error; a repetition makes none of them again.
  const madeCases = useRef(new Map<string, CaseOfHits>());
  const ids = hits.map(({ id }) => id);
  const ofCustomers = Map.groupBy(hits, ({ subjectId }) => subjectId);
  const isOne = ofCustomers.size === 1;
  const isOurs = ({ subjectId }: { subjectId: string }): boolean =>
    hits.some((hit) => hit.subjectId === subjectId);
  const cases = (open.data?.items ?? []).toSorted((a, b) => Number(isOurs(b)) - Number(isOurs(a)));
  const added = useChange(
    async (): Promise<CaseOfHits[]> => {
      if (chosen === NEW && isOne)
        return [await api.cases.create({ body: { subjectId: customer, itemIds: ids } })];
      if (chosen !== EACH && chosen !== NEW)
        return [await api.cases.addItems({ id: chosen, body: { ids } })];
      const made = madeCases.current;
      for (const [subjectId, own] of ofCustomers) {
        if (made.has(subjectId)) continue;
        const itemIds = own.map(({ id }) => id);
        made.set(
          subjectId,
          chosen === NEW
            ? await api.cases.create({ body: { subjectId, itemIds } })
            : await toCase(subjectId, itemIds),
        );
      }
      return [...made.values()];
    },
    [['cases'], ['case']],
    onDone,
  );
  const target =
    chosen === NEW && isOne ? customer.trim() : cases.find(({ id }) => id === chosen)?.subjectId;
  const isOfOthers = target && hits.some(({ subjectId }) => subjectId !== target);
  return (
    <Window title={t('many.toCase')} isOpen onClose={onClose}>
      <Form sending={added} save={t('many.add')} onCancel={onClose}>
        <Choice
          label={t('cases.one')}
          options={[
            { id: EACH, text: t('many.each') },
            { id: NEW, text: t('many.new') },
            ...cases.map(({ id, subjectId, status, createdAt }) => ({
              id,
              text: `${subjectId}, ${wordsOf(status)}, ${timeText(createdAt)}`,
            })),
          ]}
          value={chosen}
          onChange={setChosen}
          autoFocus={!isNew || !isOne}
        />
        {!isOne && (chosen === NEW || chosen === EACH) && (
          <p role="status">{t('many.cases', { count: ofCustomers.size })}</p>
        )}
        {chosen === NEW && isOne && (
          <Field
            label={t('many.customer')}
            value={customer}
            onChange={setCustomer}
            isRequired
            autoFocus={isNew}
          />
        )}
        {isOfOthers && (
          <p className="bad" role="status">
            {t('many.others', { customer: visible(target) })}
          </p>
        )}
        {open.isError && <Problem error={open.error} />}
      </Form>
    </Window>
  );
}

import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange, useGoOn, changeOrAsk } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayChange, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Window } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import type { Customer } from '../../queries/customers.ts';
import { t } from '../../texts/screens/customers.ts';

type Question = Operations['screenName']['input']['body'];

const Enrol = lazy(async () => ({ default: (await import('./enrol.tsx')).Enrol }));
const NewCase = lazy(async () => ({ default: (await import('../cases/new-case.tsx')).NewCase }));
const EraseForm = lazy(async () => ({ default: (await import('./erase-form.tsx')).EraseForm }));
const ExportForm = lazy(async () => ({ default: (await import('./export-form.tsx')).ExportForm }));
const Verify = lazy(async () => ({ default: (await import('../identity/verify.tsx')).Verify }));

/** Returns the query that screens an enrolled customer now, without stored numbers, of which only HMACs exist. */
function questionFor(customer: Customer): Question {
  const { subjectId, name, aliases, dob, country, kinds, threshold } = customer;
  const { type, gender, birthDate, birthPlace, nationality, addresses } = customer;
  return {
    subjectId,
    name,
    kinds: kinds as NonNullable<Question['kinds']>,
    threshold,
    ...(aliases && { aliases }),
    ...(dob !== null && { dob }),
    ...(country !== null && { country }),
    ...(type && { type: type as NonNullable<Question['type']> }),
    ...(gender && { gender: gender as NonNullable<Question['gender']> }),
    ...(birthDate !== undefined && { birthDate }),
    ...(birthPlace !== undefined && { birthPlace }),
    ...(nationality && { nationality }),
    ...(addresses && { addresses }),
  };
}

/** The buttons for what a person may do with a customer. */
export function Actions({
  subjectId,
  customer,
}: {
  subjectId: string;
  /** Undefined if the customer is not enrolled. */
  customer: Customer | undefined;
}): ReactNode {
  const { data: me } = useMe();
  const goOn = useGoOn();
  const [opened, setOpened] = useState<
    'case' | 'edit' | 'erase' | 'export' | 'remove' | 'verify'
  >();
  const [isAsked, setAsked] = useState(false);
  const close = (): void => setOpened(undefined);
  const screened = useChange(
    () => api.screening.screenName({ body: questionFor(customer!) }),
    [['screenings']],
    ({ screeningId: id }) => void goOn({ to: '/search/$id', params: { id } }),
  );
  if (!me) return null;
  const mayScreen = mayChange(me, 'fraud:screen');
  const titles = {
    case: t('subject.newCase'),
    edit: t(customer ? 'subject.edit' : 'enrol.title'),
    export: t('subject.export'),
    verify: t('subject.verify'),
  };
  return (
    <>
      <div className="toolbar no-print">
        {mayScreen && customer && (
          <PlainButton isDisabled={screened.isPending} onPress={() => screened.mutate()}>
            {t('subject.screen')}
          </PlainButton>
        )}
        {mayChange(me, 'identity:verify') && (
          <PlainButton onPress={() => setOpened('verify')}>{titles.verify}</PlainButton>
        )}
        {mayChange(me, 'cases:manage') && (
          <PlainButton onPress={() => setOpened('case')}>{titles.case}</PlainButton>
        )}
        {mayScreen && <PlainButton onPress={() => setOpened('edit')}>{titles.edit}</PlainButton>}
        {mayChange(me, 'identity:reveal') && (
          <PlainButton onPress={() => setOpened('export')}>{titles.export}</PlainButton>
        )}
        {mayChange(me, 'identity:reveal') && (
          <PlainButton look="quiet" onPress={() => setOpened('erase')}>
            {t('erase.title')}
          </PlainButton>
        )}
        {mayScreen && (
          <PlainButton look="quiet" onPress={() => setOpened('remove')}>
            {t('subject.remove')}
          </PlainButton>
        )}
      </div>
      {isAsked && <p role="status">{t('subject.asked')}</p>}
      {screened.isError && <Problem error={screened.error} />}
      {opened === 'remove' && (
        <Confirm
          title={t('subject.remove')}
          name={subjectId}
          text={t('subject.removeWhy')}
          run={() =>
            changeOrAsk(
              () => api.continuousScreening.deleteSubject({ subjectId }),
              () =>
                api.approvals.request({ body: { action: 'subject.delete', objectId: subjectId } }),
            )
          }
          stale={[['subject'], ['subjects'], ['hits'], ['cases'], ['screenings'], ['today']]}
          onClose={close}
          onDone={(done) => {
            close();
            if (done === 'asked') setAsked(true);
            else void goOn({ to: '/subjects' });
          }}
        />
      )}
      {opened === 'erase' && (
        <Suspense>
          <EraseForm subjectId={subjectId} onClose={close} />
        </Suspense>
      )}
      {opened && opened !== 'remove' && opened !== 'erase' && (
        <Window title={titles[opened]} isOpen onClose={close}>
          <Suspense>
            {opened === 'edit' && <Enrol customer={customer} id={subjectId} onCancel={close} />}
            {opened === 'case' && <NewCase subjectId={subjectId} onCancel={close} />}
            {opened === 'export' && <ExportForm subjectId={subjectId} onCancel={close} />}
            {opened === 'verify' && (
              <Verify customer={customer ?? { subjectId }} onCancel={close} />
            )}
          </Suspense>
        </Window>
      )}
    </>
  );
}

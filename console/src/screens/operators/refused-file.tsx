import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { useChange } from '../../data/change.ts';
import { api } from '../../data/client.ts';
import { mayOperate, useMe } from '../../data/me.ts';
import { PlainButton } from '../../parts/button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { FIRST_PLATFORM_APPROVALS } from '../../queries/operators.ts';
import { timeText } from '../../texts/text.ts';
import { t } from '../../texts/screens/refused.ts';
import { Harm } from './harm.tsx';
import { RequestActions, TakeFile } from './request-actions.tsx';

type Origin = NonNullable<Operations['getGlobalList']['data']['origin']>;
type Refused = NonNullable<Origin['refused']>;

/** The last rejected file of a list, and the buttons with which two operators accept it. */
export function RefusedFile({ id, origin }: { id: string; origin: Origin }): ReactNode {
  const [isTaking, setTaking] = useState(false);
  return (
    <>
      {origin.refused && <Panel id={id} origin={origin} onTake={() => setTaking(true)} />}
      {isTaking && <TakeFile id={id} onClose={() => setTaking(false)} />}
    </>
  );
}

type PanelProps = { id: string; origin: Origin; onTake: () => void };

function Panel({ id, origin, onTake }: PanelProps): ReactNode {
  if (!origin.refused) return null;
  return (
    <section className="panel stack" aria-label={t('refused.title')}>
      <h2>{t('refused.title')}</h2>
      <p className="small quiet">{t('refused.why')}</p>
      <Harm file={origin.refused} />
      {origin.acceptsRefused ? (
        <p role="status">{t('refused.agreed')}</p>
      ) : (
        <Agreement id={id} file={origin.refused} onTake={onTake} />
      )}
    </section>
  );
}

function Agreement({
  id,
  file,
  onTake,
}: {
  id: string;
  file: Refused;
  onTake: () => void;
}): ReactNode {
  const { data: me } = useMe();
  const { data, isError, error } = useQuery(FIRST_PLATFORM_APPROVALS);
  const asked = useChange(
    () => api.approvals.requestPlatform({ body: { action: 'global_list.shrink', objectId: id } }),
    [['platform approvals']],
  );
  if (isError) return <Problem error={error} />;
  if (!data || !me) return null;
  const open = data.items.filter(
    ({ objectId, detail }) => objectId === id && isAbout(detail, file),
  );
  const request = open.find(({ askedBy }) => askedBy.id !== me.id) ?? open[0];
  if (!request)
    return mayOperate(me) ? (
      <div className="toolbar">
        <PlainButton onPress={() => asked.mutate()} isDisabled={asked.isPending}>
          {t('refused.ask')}
        </PlainButton>
        {asked.isError && <Problem error={asked.error} />}
      </div>
    ) : null;
  const until = timeText(request.expiresAt);
  return (
    <div className="toolbar">
      <p role="status">
        {request.askedBy.id === me.id
          ? t('refused.own', { until })
          : t('refused.theirs', { who: request.askedBy.id, until })}
      </p>
      <RequestActions request={request} isVoid={false} onTake={onTake} />
    </div>
  );
}

type GlobalList = Operations['listGlobalLists']['data']['items'][number];
type RefusedFacts = NonNullable<NonNullable<GlobalList['origin']>['refused']>;
type Detail = Operations['listPlatformApprovals']['data']['items'][number]['detail'];

/** Returns true if a request is about this file and its effects: like the service, it compares every field. */
export function isAbout(detail: Detail, file: RefusedFacts | null | undefined): boolean {
  return file ? Object.entries(file).every(([field, value]) => detail[field] === value) : false;
}

import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { restBegun } from '../../rest.ts';

type Props = ComponentProps<typeof import('./question.tsx').Question>;

const Question = lazy(async () => ({ default: (await import('./question.tsx')).Question }));
const ReasonsRead = lazy(async () => {
  await restBegun.promise;
  return { default: (await import('./question.tsx')).ReasonsRead };
});

/** The question before a decision, once there is one. Until then it prepares for it. */
export function AskedQuestion({ asked }: { asked: Props | undefined }): ReactNode {
  return <Suspense>{asked ? <Question {...asked} /> : <ReasonsRead />}</Suspense>;
}

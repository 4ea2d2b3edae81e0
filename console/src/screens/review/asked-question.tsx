import { lazy, Suspense, type ComponentProps, type ReactNode } from 'react';
import { later } from '../../parts/later.tsx';

type Props = ComponentProps<typeof import('./question.tsx').Question>;

const Question = lazy(async () => ({ default: (await import('./question.tsx')).Question }));
const ReasonsRead = later(async () => (await import('./question.tsx')).ReasonsRead);

/** The question before a decision. Until there is one, loads the codes of reasons. */
export function AskedQuestion({ asked }: { asked: Props | undefined }): ReactNode {
  // A question that shares a boundary with a part that still loads would stay and keep the page inert.
  return (
    <>
      <Suspense>{asked && <Question {...asked} />}</Suspense>
      <Suspense>{!asked && <ReasonsRead />}</Suspense>
    </>
  );
}

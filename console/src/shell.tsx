import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { callSession, isSignedOut } from './data/client.ts';
import { followChanges } from './data/live.ts';
import { useMe } from './data/me.ts';
import type { Me } from './queries/session.ts';
import { beforeSignOut, sessionEnd, signedOut } from './data/query.ts';
import { keepKey, keepKeys, takeKeys } from './early-keys.ts';
import { PlainButton } from './parts/button.tsx';
import { Problem } from './parts/problem.tsx';
import { useRefusals } from './screens/review/refusals.ts';
import { restBegun } from './rest.ts';
import { sectionsFor } from './sections.ts';
import { t } from './texts/text.ts';
import { PREFIX } from './data/prefix.ts';

// The first view has none of these.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const SignIn = lazy(async () => ({ default: (await import('./screens/sign-in.tsx')).SignIn }));
const Viewing = lazy(async () => ({ default: (await import('./viewing.tsx')).Viewing }));
const Refused = lazy(async () => ({
  default: (await import('./screens/review/refused.tsx')).Refused,
}));
const WaitingCount = lazy(async () => {
  await restBegun.promise;
  return { default: (await import('./waiting-count.tsx')).WaitingCount };
});
const EndOfSession = lazy(async () => ({
  default: (await import('./end-of-session.tsx')).EndOfSession,
}));

/** The frame of every screen: the person, the navigation, and the end of the session. */
export function Shell(): ReactNode {
  const me = useMe();
  const isOut = useSyncExternalStore(signedOut.subscribe, signedOut.get);
  if (isOut || me.isPending) return null;
  if (me.data) return <SignedIn me={me.data} />;
  if (isSignedOut(me.error))
    return (
      <Suspense>
        <SignIn />
      </Suspense>
    );
  return (
    <main className="signin">
      <Problem error={me.error} retry={() => void me.refetch()} />
    </main>
  );
}

function SignedIn({ me }: { me: Me }): ReactNode {
  const [palette, setPalette] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const ended = useSyncExternalStore(sessionEnd.subscribe, sessionEnd.get);
  const hasRefusals = useRefusals().length > 0;
  const main = useRef<HTMLElement>(null);
  const nav = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const openPalette = (): void => {
    if (!palette) keepKeys();
    setPalette(true);
  };
  const closePalette = (): void => {
    takeKeys();
    setPalette(false);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      openPalette();
    } else if (keepKey(event)) closePalette();
  });
  useEffect(() => {
    // The capture phase comes before the other listeners of the page.
    addEventListener('keydown', onKey, true);
    return () => {
      removeEventListener('keydown', onKey, true);
      takeKeys();
    };
  }, []);
  const isTenant = me.organization !== null;
  useEffect(() => (isTenant ? followChanges() : undefined), [isTenant]);
  const sections = sectionsFor(me);
  const current = sections.find((section) => path.startsWith(section.path));
  useEffect(() => {
    document.title = `${current ? `${t(current.title)} · ` : ''}${t('app.name')}`;
    // On a phone the screens are in one line, which is longer than the window.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (link) nav.current!.scrollLeft = link.offsetLeft - (innerWidth - link.offsetWidth) / 2;
  }, [current]);
  return (
    <div className="shell" inert={isLeaving}>
      <a
        className="skip"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('app.skip')}
      </a>
      <header className="top">
        <Link className="top-name" to="/">
          {t('app.name')}
        </Link>
        <span className="small quiet" title={me.organization?.id}>
          <bdi>{me.organization?.name ?? t('app.operators')}</bdi>
        </span>
        <span className="top-space" />
        <PlainButton onPress={openPalette}>
          {t('app.palette')} <kbd>Ctrl K</kbd>
        </PlainButton>
        <span className="small">
          <bdi>{me.name ?? me.id}</bdi> <span className="quiet">{me.roles.join(', ')}</span>
        </span>
        <PlainButton
          look="quiet"
          onPress={() => {
            setLeaving(true);
            void signOut().finally(() => setLeaving(false));
          }}
        >
          {t('app.signOut')}
        </PlainButton>
      </header>
      <nav className="side" aria-label={t('app.sections')} ref={nav}>
        {sections.map(({ path: to, title }) => (
          <Link key={to} to={to}>
            {t(title)}
            {to === '/approvals' && (
              <Suspense>
                <WaitingCount />
              </Suspense>
            )}
          </Link>
        ))}
      </nav>
      <main className="main" id="content" ref={main} tabIndex={-1}>
        {me.viewing && (
          <Suspense>
            <Viewing me={me} />
          </Suspense>
        )}
        {hasRefusals && (
          <Suspense>
            <Refused />
          </Suspense>
        )}
        <Outlet />
      </main>
      <Suspense>
        {palette && <Palette onClose={closePalette} sections={sections} />}
        {ended && <EndOfSession />}
      </Suspense>
    </div>
  );
}

/**
 * Ends the session, and removes the person's data from a page that the back button could restore. If a decision is rejected, the
 * session continues and the page shows it.
 */
async function signOut(): Promise<void> {
  if (!(await beforeSignOut.run())) return;
  await callSession('/sign-out', {});
  signedOut.set(true);
  location.replace(`${PREFIX}/console/`);
}

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
import { reach } from './data/reach.ts';
import { keepSettings, settings } from './data/settings.ts';
import { useNamed } from './data/title.ts';
import type { Me } from './queries/session.ts';
import { beforeSignOut, sessionEnd, signedOut } from './data/query.ts';
import { keepKey, keepKeys, takeKeys } from './early-keys.ts';
import { PlainButton } from './parts/button.tsx';
import { Problem } from './parts/problem.tsx';
import { useRefusals } from './screens/review/refusals.ts';
import { groupsIn, sectionsFor } from './sections.ts';
import { t, zoneText } from './texts/text.ts';
import { begun, later } from './parts/later.tsx';
import { PREFIX } from './data/prefix.ts';

// The first view does not need these parts, so they load later.
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const SignIn = lazy(async () => ({ default: (await import('./screens/sign-in.tsx')).SignIn }));
const Viewing = lazy(async () => ({ default: (await import('./viewing.tsx')).Viewing }));
const Refused = lazy(async () => ({
  default: (await import('./screens/review/refused.tsx')).Refused,
}));
const KeysHelp = lazy(async () => ({
  default: (await import('./parts/keys-help.tsx')).KeysHelp,
}));
const SettingsForm = lazy(async () => ({
  default: (await import('./parts/settings-form.tsx')).SettingsForm,
}));
const Unreachable = lazy(async () => ({
  default: (await import('./parts/unreachable.tsx')).Unreachable,
}));
const WaitingCount = later(async () => (await import('./waiting-count.tsx')).WaitingCount);
const SectionIcon = later(async () => (await import('./section-icon.tsx')).SectionIcon);
const EndOfSession = lazy(async () => ({
  default: (await import('./end-of-session.tsx')).EndOfSession,
}));

/** The screens whose waiting work is counted in the navigation. */
const COUNTED: ReadonlySet<string> = new Set(['/review', '/cases', '/approvals', '/providers']);

/** Loads what remembers organizations. Without the network it is undefined, and a sign-out forgets them. */
function organizations() {
  return import('./data/organization.ts').catch(() => undefined);
}

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
  const [opened, setOpened] = useState<'keys' | 'settings'>();
  const lostSince = useSyncExternalStore(reach.subscribe, reach.lostSince);
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
    else if (event.key === '?' && !isTyped(event)) setOpened('keys');
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
  const title = useTitleOf(path, current && t(current.title));
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    void begun.promise.then(organizations).then((known) => known?.rememberOrganization(me));
  }, [me]);
  useEffect(() => {
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
        <span className="small quiet top-zone">{t('app.zone', { zone: zoneText() })}</span>
        <span className="top-space" />
        <PlainButton onPress={openPalette}>
          {t('app.palette')} <kbd>Ctrl K</kbd>
        </PlainButton>
        <span className="small">
          <bdi>{me.name ?? me.id}</bdi> <span className="quiet">{me.roles.join(', ')}</span>
        </span>
        <a className="small" href={`${PREFIX}/docs`} target="_blank" rel="noreferrer">
          {t('app.documents')}
        </a>
        <PlainButton look="quiet" onPress={() => setOpened('keys')}>
          {t('app.keys')} <kbd>?</kbd>
        </PlainButton>
        <PlainButton look="quiet" onPress={() => setOpened('settings')}>
          {t('app.settings')}
        </PlainButton>
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
        {groupsIn(sections).map(([group, members]) => (
          <div key={group} className="side-group" role="group" aria-label={t(group)}>
            <p className="small quiet" aria-hidden="true">
              {t(group)}
            </p>
            {members.map(({ path: to, title: name }) => (
              <Link key={to} to={to}>
                <Suspense fallback={<span className="icon" />}>
                  <SectionIcon path={to} />
                </Suspense>
                <span className="side-name">{t(name)}</span>
                {COUNTED.has(to) && (
                  <Suspense>
                    <WaitingCount path={to} />
                  </Suspense>
                )}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <main className="main" id="content" ref={main} tabIndex={-1}>
        {lostSince !== undefined && (
          <Suspense>
            <Unreachable since={lostSince} />
          </Suspense>
        )}
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
        {opened === 'keys' && <KeysHelp onClose={() => setOpened(undefined)} />}
        {opened === 'settings' && <SettingsForm onClose={() => setOpened(undefined)} />}
        {ended && <EndOfSession />}
      </Suspense>
    </div>
  );
}

/** Returns true if a key is a letter in a field, or belongs to a window. */
function isTyped({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const element = target as Element;
  return (
    ctrlKey ||
    metaKey ||
    altKey ||
    element.closest?.('input, textarea, select, [role=dialog], [role=listbox]') !== null
  );
}

/** Letters at the end of an id, which distinguish the tabs of objects. */
const ID_END = 6;

/** Returns the title of the document: the object of the screen, by its name or the end of its id, and the section. */
function useTitleOf(path: string, section: string | undefined): string {
  const named = useNamed();
  const id = /^\/[^/]+\/(.+)$/.exec(path)?.[1];
  return [named || (id && `…${id.slice(-ID_END)}`), section, t('app.name')]
    .filter(Boolean)
    .join(' · ');
}

/**
 * Ends the session, and removes the person's data from a page that the back button could restore. If a decision is rejected, the
 * session continues and the page shows it.
 */
async function signOut(): Promise<void> {
  if (!(await beforeSignOut.run())) return;
  const keepAgain = (await organizations())?.holdOrganizations();
  await callSession('/sign-out', {});
  // The answer has cleared the browser. The data that is stored again names no person.
  keepSettings(settings);
  keepAgain?.();
  signedOut.set(true);
  location.replace(`${PREFIX}/console/`);
}

import { useState, type ReactNode } from 'react';
import { keepSettings, settings, type Settings } from '../data/settings.ts';
import { t } from '../texts/screens/state.ts';
import { PlainButton } from './button.tsx';
import { Choice } from './choice.tsx';
import { OpenWindow } from './open-window.tsx';
import './settings-form.css';
import { t as shared } from '../texts/text.ts';

function Group({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children: ReactNode;
}): ReactNode {
  return (
    <section className="panel stack-close" aria-label={title}>
      <h3>{title}</h3>
      <div className="settings">{children}</div>
      {note !== undefined && <p className="small quiet">{note}</p>}
    </section>
  );
}

/** The settings of this browser. Each choice applies immediately. */
export function SettingsForm({ onClose }: { onClose: () => void }): ReactNode {
  const [chosen, setChosen] = useState<Settings>({ ...settings });
  const [isKept, setKept] = useState(true);
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const choose = (change: Partial<Settings>): void => {
    const next = { ...chosen, ...change };
    setChosen(next);
    setKept(keepSettings(next));
    if (change.zone !== undefined || change.language !== undefined) location.reload();
  };
  return (
    <OpenWindow title={shared('app.settings')} onClose={onClose}>
      <div className="stack">
        <Group title={t('settings.look')}>
          <Choice
            label={t('settings.theme')}
            options={(['system', 'light', 'dark'] as const).map((id) => ({
              id,
              text: t(`settings.theme.${id}`),
            }))}
            value={chosen.theme}
            onChange={(theme) => choose({ theme })}
          />
          <Choice
            label={t('settings.density')}
            options={(['wide', 'close'] as const).map((id) => ({
              id,
              text: t(`settings.density.${id}`),
            }))}
            value={chosen.density}
            onChange={(density) => choose({ density })}
          />
        </Group>
        <Group title={t('settings.region')} note={t('settings.reload')}>
          <Choice
            label={t('settings.zone')}
            options={(['browser', 'utc'] as const).map((id) => ({
              id,
              text: t(`settings.zone.${id}`, { zone }),
            }))}
            value={chosen.zone}
            onChange={(id) => choose({ zone: id })}
          />
          <Choice
            label={t('settings.language')}
            options={(['browser', 'en', 'fr'] as const).map((id) => ({
              id,
              text: t(`settings.language.${id}`),
            }))}
            value={chosen.language}
            onChange={(id) => choose({ language: id })}
          />
        </Group>
        <div className="head">
          <p className={isKept ? 'small quiet' : 'small bad'} role="status">
            {t(isKept ? 'settings.why' : 'settings.notKept')}
          </p>
          <PlainButton look="primary" onPress={onClose}>
            {t('app.close')}
          </PlainButton>
        </div>
      </div>
    </OpenWindow>
  );
}

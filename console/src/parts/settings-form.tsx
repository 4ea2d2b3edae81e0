import { useState, type ReactNode } from 'react';
import { keepSettings, settings, type Settings } from '../data/settings.ts';
import { t } from '../texts/screens/state.ts';
import { PlainButton } from './button.tsx';
import { Choice } from './choice.tsx';
import { OpenWindow } from './open-window.tsx';
import { t as shared } from '../texts/text.ts';

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
        <p className="small quiet">{t(isKept ? 'settings.why' : 'settings.notKept')}</p>
        <p>
          <PlainButton onPress={onClose}>{t('app.close')}</PlainButton>
        </p>
      </div>
    </OpenWindow>
  );
}

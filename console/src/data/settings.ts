/** The appearance that a person has chosen for this browser. It names no person. */
export type Settings = {
  theme: 'system' | 'light' | 'dark';
  density: 'wide' | 'close';
  /** The zone of times: that of the browser, or UTC. */
  zone: 'browser' | 'utc';
  /** The language of the texts: the first one of the browser, or one of the catalogues. */
  language: 'browser' | 'en' | 'fr';
};

const NAME = 'oriki.settings';
const DEFAULTS: Settings = {
  theme: 'system',
  density: 'wide',
  zone: 'browser',
  language: 'browser',
};
const CHOICES = {
  theme: ['system', 'light', 'dark'],
  density: ['wide', 'close'],
  zone: ['browser', 'utc'],
  language: ['browser', 'en', 'fr'],
} as const satisfies { [Name in keyof Settings]: readonly Settings[Name][] };

function stored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // The browser stores nothing for this page, or another page has changed it.
    return {};
  }
}

function read(): Settings {
  const found = stored();
  const known = Object.entries(CHOICES).filter(([name, choices]) =>
    (choices as readonly unknown[]).includes(found[name]),
  );
  return { ...DEFAULTS, ...Object.fromEntries(known.map(([name]) => [name, found[name]])) };
}

/** The settings of this page; it is loaded again when the zone or the language changes. */
export const settings: Settings = read();

/** Applies theme and density to the page. */
export function applySettings({ theme, density }: Settings = settings): void {
  const { dataset } = document.documentElement;
  dataset['theme'] = theme;
  dataset['density'] = density;
}

/** Stores the settings in this browser. @returns false if the browser stores nothing */
export function keepSettings(chosen: Settings): boolean {
  Object.assign(settings, chosen);
  applySettings();
  try {
    localStorage.setItem(NAME, JSON.stringify(chosen));
    return true;
  } catch {
    return false;
  }
}

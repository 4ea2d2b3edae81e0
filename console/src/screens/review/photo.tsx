import type { ReactNode } from 'react';
import { t } from '../../texts/screens/detail.ts';
import './photo.css';

/** Names of members and columns in which publishers have a photo, without case and separators. */
const PHOTO = /^(?:photo|image|picture|portrait)(?:graph)?s?(?:url|uri|link)?$/;
/** The policy of the page allows pictures only from the page itself. */
const IN_PAGE = /^data:image\/(?:jpeg|png|webp);base64,/;
/** No person looks at more. */
const MOST = 3;

/** Returns the pictures in what a publisher writes about an entry: of `data:` addresses, and of others. */
function photosOf(raw: unknown): { shown: string[]; linked: string[] } {
  const [shown, linked] = [new Set<string>(), new Set<string>()];
  const read = (value: unknown, isPhoto: boolean): void => {
    if (typeof value === 'string' && isPhoto) {
      if (IN_PAGE.test(value)) shown.add(value);
      else if (value.startsWith('https://') && URL.canParse(value)) linked.add(value);
    } else if (Array.isArray(value)) {
      for (const one of value) read(one, isPhoto);
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, one] of Object.entries(value))
        read(one, isPhoto || PHOTO.test(name.replaceAll(/[^A-Za-z]/g, '').toLowerCase()));
    }
  };
  read(raw, false);
  return { shown: [...shown].slice(0, MOST), linked: [...linked].slice(0, MOST) };
}

/**
 * The photos of a listed entity: a picture in the list is shown; one at the publisher is a link, because loading it would tell
 * the publisher whom a person examines.
 */
export function Photos({ raw, name }: { raw: unknown; name: string }): ReactNode {
  const { shown, linked } = photosOf(raw);
  if (shown.length + linked.length === 0) return null;
  return (
    <div className="photos">
      {shown.map((address) => (
        <img key={address} className="photo" src={address} alt={t('detail.photoOf', { name })} />
      ))}
      {linked.map((address) => (
        <a key={address} href={address} target="_blank" rel="noreferrer">
          {t('detail.photoLink', { host: new URL(address).host })}
        </a>
      ))}
    </div>
  );
}

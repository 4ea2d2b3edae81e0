import type { ReactNode } from 'react';

/** A field for one file. */
export function FileField({
  label,
  accept,
  onChoose,
}: {
  label: string;
  accept?: string;
  onChoose: (file: File | undefined) => void;
}): ReactNode {
  return (
    <label className="field">
      <span className="field-label">{label}</span>
      <input
        type="file"
        className="input"
        accept={accept}
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
    </label>
  );
}

/** The reason why a file is rejected before it is sent. */
export function FileRefusal({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <p className="notice bad" role="alert">
      {text}
    </p>
  );
}

/** The progress of a transfer. */
export function Progress({
  label,
  share,
}: {
  label: string;
  /** 0 to 1; undefined while it is unknown. */
  share: number | undefined;
}): ReactNode {
  return (
    <label className="toolbar small">
      {label} <progress value={share} max={1} />
    </label>
  );
}

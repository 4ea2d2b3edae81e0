import type { ReactNode } from 'react';
import type { Operations } from '../../../../clients/typescript/src/index.ts';
import { Facts } from '../../parts/facts.tsx';
import { numberText } from '../../texts/text.ts';
import { t } from '../../texts/screens/refused.ts';

type Origin = NonNullable<Operations['getGlobalList']['data']['origin']>;
type Refused = NonNullable<Origin['refused']>;

function shareOf(count: number, all: number): string {
  return t('refused.of', { count: numberText(count), all: numberText(all) });
}

/** The harm that a file would do, in numbers. */
export function Harm({ file }: { file: Refused }): ReactNode {
  return (
    <Facts
      rows={[
        [t('refused.entries'), shareOf(file.removedEntries, file.entries)],
        [
          t('refused.aliases'),
          file.aliases > 0 ? shareOf(file.removedAliases, file.aliases) : null,
        ],
        [
          t('refused.rows'),
          t('refused.beside', {
            count: file.unusableRows,
            usable: file.usableEntries,
          }),
        ],
        [t('refused.hash'), <code key="hash">{file.sha256}</code>],
        [t('refused.aliasesHash'), file.aliasesSha256 && <code>{file.aliasesSha256}</code>],
        [t('refused.addressesHash'), file.addressesSha256 && <code>{file.addressesSha256}</code>],
        [t('refused.commentsHash'), file.commentsSha256 && <code>{file.commentsSha256}</code>],
      ]}
    />
  );
}

import { resolve } from 'node:path';
import { optional, setting, wholeNumber } from './values.ts';

/** Settings of screening. */

export const screeningSettings = {
  screeningMemoryBytes: setting({
    env: 'ORIKI_SCREENING_MEMORY_BYTES',
    description:
      'Memory for the indexes of lists in each process. Above it, Oriki drops the least recently used lists of ' +
      'organizations and loads them again when they are needed; global lists stay.',
    default: String(2 ** 30),
    parse: wholeNumber(2 ** 20, Number.MAX_SAFE_INTEGER),
  }),
  screeningIndexFolder: setting({
    env: 'ORIKI_SCREENING_INDEX_DIR',
    description:
      'Folder of the indexes of global lists, which a start then need not build; default: `indexes` in the data ' +
      'folder. Processes of one database may share it. Lists of organizations are never written there.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  listMaxBytes: setting({
    env: 'ORIKI_LIST_MAX_BYTES',
    description: 'Size limit of a file for a global list, in bytes.',
    default: String(2 * 1024 ** 3),
    parse: wholeNumber(1024, Number.MAX_SAFE_INTEGER),
  }),
  screeningEffectsFile: setting({
    env: 'ORIKI_SCREENING_EFFECTS_FILE',
    description:
      'YAML or JSON file with the topics and programmes of sanctions that block or are for review, where they ' +
      'differ from the standard.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
};

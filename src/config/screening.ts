import { resolve } from 'node:path';
import { optional, setting, wholeNumber } from './values.ts';

/** The settings about screening. */

export const screeningSettings = {
  screeningMemoryBytes: setting({
    env: 'ORIKI_SCREENING_MEMORY_BYTES',
    description:
      'Memory for the indexes of lists in each process. Beyond it, lists of organizations that were not used for ' +
      'longest are loaded anew when they are needed; global lists stay.',
    default: String(2 ** 30),
    parse: wholeNumber(2 ** 20, Number.MAX_SAFE_INTEGER),
  }),
  screeningIndexFolder: setting({
    env: 'ORIKI_SCREENING_INDEX_DIR',
    description:
      'Folder in which indexes of global lists are kept, so that a start need not build them; `indexes` in the data ' +
      'folder if empty. Processes of one database may share it. What cannot be written or read is built. Lists of organizations are ' +
      'never written there.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
  listMaxBytes: setting({
    env: 'ORIKI_LIST_MAX_BYTES',
    description: 'Largest file that is fetched for a global list, in bytes.',
    default: String(2 * 1024 ** 3),
    parse: wholeNumber(1024, Number.MAX_SAFE_INTEGER),
  }),
  screeningEffectsFile: setting({
    env: 'ORIKI_SCREENING_EFFECTS_FILE',
    description:
      'YAML or JSON file that says which topics and programmes of sanctions block and which are for review. Without it ' +
      'the standard table counts.',
    default: '',
    parse: optional((text: string) => resolve(text)),
  }),
};

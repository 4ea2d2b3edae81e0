/** Known sanctions programmes, and counts of entries with an unknown meaning. */
import { isKnownList, unknownTopicsIn } from '../../../matching/index.ts';

/** Programmes of OFAC's list and of the UN's list, whose programmes are the lists of its committees. */
const PROGRAMS: ReadonlySet<string> = new Set(
  [
    '561-RELATED BALKANS BELARUS BURMA BURUNDI CAR CUBA CYBER2 DARFUR DPRK DPRK2 DPRK3 DPRK4 DPRK-NKSPEA DRCONGO',
    'FSE-IR FSE-SY FTO GLOMAG HIFPAA HRIT-IR HRIT-SY IFCA IFSR ILLICIT-DRUGS-EO14059 IRAN IRAN-CON-ARMS-EO IRAN-HR IRAN-TRA',
    'IRAQ2 IRAQ3 IRGC ISA LEBANON LIBYA2 LIBYA3 MAGNIT MAGNITSKY NICARAGUA NICARAGUA-NHRAA NPWMD NS-CMIC NS-MBS NS-PLC PEESA',
    'SDGT SDNT SDNTK SOMALIA SYRIA SYRIA-CAESAR TCO VENEZUELA YEMEN ZIMBABWE',
    'AL-QAIDA DRC GB HAITI IRAQ LIBYA SOUTHSUDAN SUDAN TALIBAN',
  ].flatMap((line) => line.split(' ')),
);
const NAMES = /^(?:CAATSA - (?:IRAN|RUSSIA)|SOUTH SUDAN|[A-Z]+-EO\d{5})$/i;
/** Lists within the consolidated list of the United States. */
const LISTS =
  /\b(?:specially designated nationals|nonproliferation sanctions|foreign sanctions evaders)\b/i;

function isKnown(program: string): boolean {
  return (
    PROGRAMS.has(program.toUpperCase()) ||
    NAMES.test(program) ||
    LISTS.test(program) ||
    isKnownList(program)
  );
}

/** The maximum number of unknown texts that an import names. */
const MOST_NAMED = 20;
const MOST_CHARACTERS = 200;

/** Counts the entries of a list with an unknown topic or programme. */
export class Unknown {
  topics = 0;
  programs = 0;
  readonly #named = new Set<string>();

  add({ programs, raw }: { programs: readonly string[]; raw: Readonly<Record<string, unknown>> }) {
    const topics = unknownTopicsIn(raw);
    const others = programs.filter((program) => !isKnown(program));
    if (topics.length > 0) this.topics += 1;
    if (others.length > 0) this.programs += 1;
    for (const text of [...topics, ...others])
      if (this.#named.size < MOST_NAMED)
        this.#named.add(text.slice(0, MOST_CHARACTERS).toWellFormed());
  }

  get report(): { topics: number; programs: number; named: string[] } {
    return { topics: this.topics, programs: this.programs, named: [...this.#named] };
  }
}

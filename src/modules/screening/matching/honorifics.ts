/**
 * Titles before and letters after a person's name.
 *
 * Written by us from general knowledge of Nigerian, West African, Arabic and English usage (forms of
 * address in newspapers, honours lists, professional registers: COREN, NBA, MDCN, PCN, TOPREC; the
 * national honours GCFR to MON). The split into hard and soft follows notes/screening.md 5.3: a title
 * that is also a given name or surname is soft, stays in the name and only weighs less.
 */
const words = (text: string): string[] => text.trim().split(/\s+/);

/** Dropped at the head of a name while at least two other words remain. */
export const HARD_TITLES: ReadonlySet<string> = new Set(
  words(`
  mr mrs ms miss mister mx dr prof professor engr engineer arc architect barr barrister surv surveyor
  tpl bldr pharm qs esv hon honourable honorable sen senator rep representative amb ambassador
  president minister secretary chairman governor
  he hrh hrm hm his her excellency eminence holiness majesty highness royal right rt very
  chief alhaji alh alhaja hajia hajiya haj hajj haji mallam malam mallama
  pastor pst rev revd reverend ven venerable evang evangelist apostle prophet archbishop deacon deaconess
  fr sr otunba asiwaju oloye olori erelu yeye iyalode iyaloja comrade
  capt captain col colonel gen general brig brigadier lt lieutenant cmdr commander sgt sergeant
  supt csp dsp insp inspector
  sheik shaikh shaykh mullah maulana maulavi mawlawi moulavi ayatollah hojjatoleslam hojatoleslam
  mme mlle monsieur madame senor senora don dona herr frau gospodin
`),
);

/** Titles that are names as well: they stay in the canonical form and weigh little beside real names. */
export const SOFT_TITLES: ReadonlySet<string> = new Set(
  words(`
  eze oba obi igwe balogun basorun bashorun otun seriki sarki galadima waziri wakili turaki magaji
  ciroma chiroma yarima yerima lamido sardauna emir amir imam sheikh sultan prince princess king
  queen major judge bishop pope sir lady lord baba mama madam elder mufti qari hafiz ustaz
  sayyid sayed syed sayyed baron count duke earl master
`),
);

/** Generational suffixes and post-nominals that are no name in any list seen: dropped anywhere but first. */
export const SUFFIXES: ReadonlySet<string> = new Set(
  words(`
  jr jnr snr esq esquire phd mba llb llm bsc msc lld dphil mbbs fwacs fwacp
  ofr mfr oon cfr gcfr gcon fnse fnim mnse mni fca fcib acib fcis acca mnim kjw ksm obe cbe mbe
`),
);

/** Roman numerals after a person's name (John Smith III); in an organisation's name they are numbers. */
export const GENERATIONAL_NUMERALS: ReadonlySet<string> = new Set(['ii', 'iii', 'iv']);

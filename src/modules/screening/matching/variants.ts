/**
 * Spellings of one name, one class a line; every spelling is in the fold of canonical.ts.
 *
 * Written by us from general knowledge of transliteration practice (Arabic and its Hausa, Yoruba and
 * francophone West African forms, Russian and Ukrainian, English), guided by the rules in
 * notes/screening.md 5.4. Two spellings of one class are the same name; two names of different classes are
 * known to be different names, however close their letters are (Hasan is not Husayn, Mahmud not Muhammad).
 */
/** The Arabic, Turkish, Somali, Hausa and francophone forms of Islamic names. */
const ARABIC = `
  muhammad mohammed mohamed mohammad mohamad muhammed muhamad muhamed muhammadu mohamadou mohamud muhd mohd mohamet mahomed mochammad mochamad muchamad mehmet mehmed maxamed mahammad
  ahmad ahmed ahmadu ahmadou amadou ahmet achmad akhmed axmed
  mahmud mahmoud mahmood mahmut mamoud maxamuud
  mamadou mamadu
  hamid hameed hamed hamidu
  hasan hassan hassane hassanu xasan
  husayn hussein husain hussain hossein husein hussaini husayni huseyin houssein hussien hosein xuseen
  umar omar umaru oumar omer umer cumar oumarou
  usman uthman othman usmanu ousmane osman usmaan cusmaan ousman usmane
  abubakar abubakr bubakar boubacar aboubacar abubaker aboubakar abubacar bubacar
  aliyu aliu alihu
  ali aly
  yahaya yahya yahia yehia yahyah
  yakubu yaqub yacoub yakub yaqoub yaqoob yacouba jakub
  dauda dawud dawood daud daoud daouda dawd davud
  haruna harun haroun harouna haroon
  isa issa isah essa eisa ciise iisa
  musa moussa mousa moosa muusa muse
  sulaiman suleiman sulayman suleman souleymane sulaimon soliman sulieman suleyman saleban
  ibrahim ibrahima ebrahim ibraheem brahim ibrahimu ibraahim
  ismail ismaila esmail ismaeel smail ismael esmaeil ismaaciil
  yusuf yusufu yousef youssef yousuf yosef yusif youssouf yusuff yuusuf usuf
  abdullah abdallah abdulla abdalla abdoulaye cabdullaahi abdulahi
  abdullahi abdillahi
  aishat aisha aishatu ayisat aishah ayesha aicha caasha
  hadiza khadija khadijat kadijat hadijat khadijah khadeeja kadija hatice
  zainab zainabu zaynab zeinab zeynep sainabu zaineb zeinabou
  fatima fatimah fatimat fatimatu fatimoh fatouma fatma fatoumata faatima
  maryam mariam maryamu mariama meryem
  saidu said saeed sayeed saed sidu seid siad
  sani sanni
  shehu shekhu
  sheikh shaikh shaykh sheik cheikh cheick shekh
  nasir nasser naser nasiru nassir nacer
  bashir basheer bashiru bachir besir
  bashar bachar bashaar
  mustafa mustapha moustafa mostafa mustafah mostapha
  khalid khaled khalidu halid kaled khaalid
  salih saleh salihu saalih salihi
  salim salem salimu saleem selim
  rashid rasheed rachid rashidu raschid reshid
  karim kareem karimu kerim
  rahim raheem
  rahman rehman rahmaan rahmane
  aziz azeez azizu
  jamal gamal djamal jamaal jamel djamel cemal
  jafar jaafar jaffar djafar cafer
  hamza hamzah hamzat hamsa
  idris idriss idrees idrissa driss edris
  ilyas elias ilias ilyasu iliya elyas
  zakari zakaria zakariya zakariyya zakarya zakariyau zekeriya
  tawakalitu tawakalit tawakaltu
  rasheedat rashidat rasidat
  osama usama oussama ossama usamah osamah
  laden ladin laaden
  gaddafi qadhafi qaddafi kaddafi gadhafi kadhafi qathafi gadafi qadafi khadafi
  assad asad
  zawahiri zawahri dhawahiri
  qaeda qaida qaidah kaida qaedah
  taliban taleban
  hizballah hezbollah hizbullah hizbollah hizbalah hezballah
  reza riza rida ridha
  seyed seyyed sayed sayyid syed sayyed
  ayatollah ayatullah
  moussaoui musawi moussawi mousavi
  rafsanjani rafsandjani
  chukwu chuku
`;

/** Fula, Mande, Wolof and Yoruba names; Yoruba ṣ is written s or sh. */
const WEST_AFRICAN = `
  diallo jallow djallo jalloh diallow
  toure turay touray
  cisse ceesay sissay
  ndiaye njie ndiay njai
  ouattara watara wattara
  segun shegun
  sola shola
  sonekan shonekan
  olusegun olushegun
  olusola olushola
  sanusi sanoussi sanussi senussi
  adeshina adesina
  shittu sittu
`;

/** Russian, Ukrainian and Belarusian forms and their romanisations. */
const SLAVIC = `
  vladimir volodymyr wladimir uladzimir vladymyr
  sergei sergey serhiy sergej serghei serhii siarhei sergii serhij
  aleksandr alexander oleksandr aleksander alexandr aliaksandr alexandre aleksandar oleksander alessandro
  nikolai nikolay mykola nikolaj nicolai mikalai
  dmitry dmitri dmitriy dmytro dmitrii dimitri dzmitry dmitrij dimitry
  yevgeny evgeny yevgeniy evgeniy yevhen evgenii yevgenii eugeny evgueni jewgeni
  yuri yury yuriy iurii yurii juri iouri jurij yurij
  andrei andrey andriy andrej andrii andrij
  mikhail mykhailo michail mihail mikhailo mykhaylo
  aleksei alexei alexey oleksiy aleksey alexej oleksii
  viktor victor
  igor ihor
  pavel pavlo
  vasily vasiliy vasyl vasili vasilii vassili
  petr pyotr petro
  grigory grigoriy hryhoriy grigori grigorii hryhorii
  gennady gennadiy gennadi gennadii hennadiy
  anatoly anatoliy anatoli anatolii
  arkady arkadiy arkadi arkadii
  georgy georgi georgiy heorhii georgii
  konstantin kostyantyn constantin konstantyn
  maxim maksim maksym
  oleg oleh
`;

/** English and French names. */
const WESTERN = `
  john jon
  sean shawn shaun
  ann anne
  catherine katherine kathryn catharine katharine cathryn
  stephen steven stephan stefan
  philip phillip philippe filip
  geoffrey jeffrey jeffery
  mark marc
  eric erik
  nicholas nicolas nikolas
  jonathan johnathan jonathon
  isabel isabelle
  sara sarah
  teresa theresa therese
  brian bryan
  neil neal
  elisabeth elizabeth elisabet
  lee leigh
`;

/** Words of organisation names and their abbreviations. */
const BUSINESS = `
  organization organisation
  labor labour
  defense defence
  center centre
  technology technologies tech technol techn
  service services srvces svcs srvcs serv
  international intl internacional internationale
  industry industries ind
  engineering engg engrg eng
  manufacturing mfg mfrs
  management mgmt mgt
  national natl
  general gen
  government govt
  university univ
  department dept
  development devt dev
  enterprise enterprises entp
  brothers bros
  holding holdings hldg hldgs
  group grp gruppe groupe grupo
  trading trdg
  construction constr
  investment investments
  association assoc assn
  transport transportation
`;

const SECTIONS = [ARABIC, WEST_AFRICAN, SLAVIC, WESTERN, BUSINESS];

const buildClasses = (): ReadonlyMap<string, string> => {
  const classes = new Map<string, string>();
  for (const line of SECTIONS.join('\n').split('\n')) {
    const spellings = line.trim().split(/\s+/);
    for (const spelling of spellings) if (spelling !== '') classes.set(spelling, spellings[0]!);
  }
  return classes;
};

/** Spelling to the head of its class; no spelling is in two classes (tested). */
export const SPELLING_CLASS: ReadonlyMap<string, string> = buildClasses();

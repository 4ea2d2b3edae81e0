import { FULL_NAMES_OF, SPELLING_CLASS } from '../../screening/index.ts';

/**
 * What identity knows of names beyond screening's tables, in canonical form.
 *
 * Written by us from general knowledge of Nigerian (Yoruba, Igbo, Hausa, Edo, Urhobo, Ibibio), Arabic and
 * English usage.
 */
function lines(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
}
function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

/** Further spellings of one name, one name a line. */
const VARIANTS = lines(`
  razaq razak razaaq rasaq rasak
  taofeek taofiq taofik tawfiq tawfik taofeeq
  sikiru shukuru shukurat
  rukayat rukayya ruqayyah rukaya ruqayya rukayatu
  bilkisu bilqis bilkis bilikisu bilikis balkisu
  maimuna maimunat memunat maimunatu memuna
  halima halimat halimah halimatu alimat halimatou
  nafisa nafisat nafisah nafeesah nafisatu
  sadiq sadik siddiq sadiku sadeeq
  kabir kabiru kabeer
  wasiu wasiyu wasihu
  ganiyu ganiu
  mutiu mutiyu
  michael micheal
  matthew mathew
  rachel rachael
  emmanuel emanuel immanuel
  rebecca rebekah rebeka
  favour favor
  rofiat rafiat rofiyat
  cecilia cecelia
  esther ester
  quadri qadri kadri
  sheriff sherif shariff sharif
  nnamdi namdi
  yetunde iyetunde
  taiwo taiye taye
  jibril jibrin jibreel
  rahmat rahmatu ramat ramatu
  hauwa hauwau
  oghenejiro ogheneejiro
`);

/** Short forms, the full name first. */
const SHORT_FORMS = lines(`
  temitope temi
  temidayo temi
  temiloluwa temi
  damilola dami
  damilare dami
  oluwadamilola dami damilola
  oluwatobiloba tobi tobiloba
  tobiloba tobi
  tolulope tolu
  toluwani tolu
  titilayo titi
  funmilayo funmi
  olufunmilayo funmi funmilayo
  oluwafunmilayo funmi funmilayo
  oluwabunmi bunmi
  olubunmi bunmi
  olayinka yinka
  adeyinka yinka
  ngozichukwu ngozi
  ngozichukwuka ngozi
  kenechukwu kene
  onyekachi onyeka kachi
  ikechukwu ikenna
  chukwuebuka ebuka
  chiemeka emeka
  ebubechukwu ebube
  ogochukwu ogo
  ugochukwu ugo
  somtochukwu somto
  kosisochukwu kosi
  nkechinyere nkechi
  ifeoluwa ife
  chidiebere chidi
  oghenejiro ejiro
  oghenekaro karo
  ogheneruno runo
  christina tina chris
  christiana tina chris
  josephine josie
  emmanuel emma manuel
  augustine austin
  innocent inno
  isabella bella
  victor vic
  elizabeth eli
`);

/** Too short or too much a name of its own (often a surname) to stand for another one. */
const NO_SHORT_FORMS = new Set(words('obi ike abdul edu iro kit emma'));
/** `ikenna` is a name of its own. */
const NO_PAIRS = new Set(['ikenna:ikechukwu', 'damilola:oluwadamilare']);

/**
 * Given names and surnames that are known as they are written: two of them are two names, however close
 * their letters (Toyin and Tosin, Sadiya and Safiya).
 */
const KNOWN = words(`
  ada adaobi adaeze adaora adanna adaku ade adebayo adebola adedayo adekunle adeola adewale adewole adeyemi
  adeyemo adetola adetolu adeleke adeleye ademola adedamola ajayi akin akinwale akinwole amaka amara amarachi
  amaechi amina amira anita asabe ayo azikiwe ayodele ayodeji ayomide babajide babatunde bankole balogun bayo bello bala
  bimbo bimpe biodun biola bisi bisola bolaji bolanle bola bukola bukunola bunmi busayo busola buchi chidi
  chidinma chidimma chiamaka chibuike chibuzo chidera chidiebere chidiebube chiemeka chigozie chijioke chika
  chike chima chimezie chinaza chinedu chinelo chinenye chinonso chinwe chinyere chioma chisom chizoba
  chukwudi chukwuebuka chukwuemeka chukwuka chukwuma damilare damilola damola dayo deborah dele demola deji
  dolapo dotun dunni ebele ebere ebube ebuka efe efosa ejike ejiro ekaette ekene emeka emeke eniola enitan
  eno esosa eze ezinne ezeigbo farida fatai femi fola folake folasade folarin funke funmi funto funsho gbenga
  gbemi gbemisola gambo garba godwin goodluck grace hadiza halima salima halina haruna hasana hassana hassanatu
  hussaina hussainatu hauwa hauwau idowu idris ifeanyi ifeoma ifeyinwa ikechukwu ikenna ifechukwu ikenga iniobong
  itoro iyabo jamal jamil kamal kamil kamila jamila jide jumoke jumai kalu kanayo karim kayode kehinde
  kelechi kenechi kenneth kemi kola kolawole kosi kunle kunbi ladi laide laolu lanre lara latifa lawal lawan
  layo lekan lola maria mariam marian marion mario maryam mercy mary martha monday sunday musa nana nasir
  ndidi ndubuisi ngozi nkechi nkem nkemdilim nkiru nkiruka nkoyo nneka nnenna nneoma nonso nwanne nwosu obiageli
  obianuju obinna obinze obioha obioma obiora odinaka ogechi ogechukwu ogochi ogochukwu okechukwu okeke
  okereke okafor okoli okoro okorie okoye okon okonkwo okonjo olabisi olamide olumide olumuyiwa oladele oladeji oladipo
  olanrewaju olaolu olatunde olawale olayinka olayemi oluchi olufemi olufunke olufunmi olugbenga olukayode
  oluseun olusegun olusola oluseyi oluwaseun oluwaseyi oluwasegun oluwatobi oluwatosin oluwatoyin omolara
  omolola omotola omotayo onome onyeka onyema onyinye opeyemi osagie osahon osaro osato osaze osas otobong
  oyinda oyin patience paul paula peter precious princess promise rabia rabiu rahim rahman kareem hakeem
  malik majid razak rashida ronke rotimi sadiya safiya sade sani sanni salam saleem salim seun segun seyi
  shade simi simisola sola somto sule tayo taiwo temidayo temilola temitayo temitope tobi tobiloba tolu
  tolulope toluwani tomi tope tosin toyin tola tunde tunji uche uchechukwu uchenna udo udoh uduak ugo ugochi
  ugochukwu ugonna ukamaka umar usman utibe uzo uzoma uzor wale wasiu wole yakubu yahaya yemi yemisi yetunde
  yewande yinka yusuf zahra zainab zara zubaida zuwaira
  alice alicia amos andrew angela anna anita annabel anthony antonia antonio augustina augustine benedict
  benedicta bernard blessing bridget caroline carolina catherine cecilia celestine celestina charity charles christian christiana
  christina christine christopher clement clementina comfort cynthia daniel daniella danielle david deborah denis
  denise dennis dorcas doris eric erica ernest ernestina esther eunice evelyn ezekiel felicia felix festus florence frances
  francis fred freda gabriel gabriella george georgia georgina gideon gift gladys gloria helen henrietta henry hannah
  ifedayo innocent isaac isaiah israel jacob jackson james jane janet jeremiah jennifer jeremy jessica jesse joan john johnson joseph
  josephine josiah joshua joy joyce judith jude julia julian juliana juliet julius justin justina kate lilian
  linda louis louisa louise lucy luke marcel marcella margaret mark martin martina matilda matthew maurice
  michael michelle miriam moses nancy nathan nathaniel nicole nicholas noah oliver olivia pascal pascaline
  patricia patrick paulina pauline peace philip philippa philomena rachel raphael raymond rebecca regina richard
  rita robert roberta rose rosemary ruth samson samuel sandra sarah simon simeon simone solomon sophia
  stella stephen stephanie susan sylvester sylvia theodora theodore theresa thomas timothy titus valentina
  valentine vera veronica victor victoria vincent virginia vivian vivien william williams winifred
`);

/** Names that a usual way of spelling would make one. */
export const DIFFERENT: ReadonlySet<string> = new Set(
  lines(`
    mary marie
    tony toni
    colin colleen
    ali ally
    eli ellie
    billy billie
    bobby bobbie
  `).flatMap(([a, b]) => [`${a}:${b}`, `${b}:${a}`]),
);

/** Stems of names beyond screening's: what follows tells the names apart. */
export const MORE_PREFIX_STEMS = words(
  'oghene toluwa ebube kosiso damil temil enoab iniab obi ife nne nke ugo ogo uche onye ada ama bol kene oke',
);
export const MORE_SUFFIX_STEMS = words('deen abasi oluwa');

/** Dropped in daily use, beside screening's. */
export const MORE_DROPPED_PREFIXES = words('abd bami dami olorun oyin iyin');

/** Words of a business beside screening's markers; none of them is given to a child. */
export const BUSINESS_WORDS: ReadonlySet<string> = new Set(
  words(`
    stores store shop shops supermarket mart sons foods farm farms poultry bakery kitchen catering restaurant
    church ministries chapel mosque school schools college nursery clinic hospital pharmacy boutique fashion
    fashions fabrics textiles cosmetics salon electronics electrical motors autos oil properties realty concept
    concepts consult links integrated cooperative coop club merchants merchandise company co nig nigeria global
    trustees estates
  `),
);

const classes = new Map(SPELLING_CLASS);
// A list's Mohamud may be Muhammad; brothers are called Mohamed and Mohamud (Mahmud).
classes.set('mohamud', 'mahmud');
for (const [head, ...rest] of VARIANTS) {
  const name = [head!, ...rest].map((word) => classes.get(word)).find(Boolean) ?? head!;
  for (const word of [head!, ...rest]) if (!classes.has(word)) classes.set(word, name);
}

/** Spelling to the head of its class, screening's and ours. */
export const SPELLINGS: ReadonlyMap<string, string> = classes;

/** Pairs of a short form and the full name it stands for. */
export const SHORT_FORM_PAIRS: readonly (readonly [string, string])[] = [
  ...[...FULL_NAMES_OF].flatMap(([short, fulls]) =>
    [...fulls].map((full) => [short, full] as const),
  ),
  ...SHORT_FORMS.flatMap(([full, ...shorts]) => shorts.map((short) => [short, full!] as const)),
].filter(
  ([short, full]) =>
    short.length >= 3 && !NO_SHORT_FORMS.has(short) && !NO_PAIRS.has(`${short}:${full}`),
);

/** Words known to be a name as they are written. */
export const KNOWN_NAMES: ReadonlySet<string> = new Set([
  ...KNOWN,
  ...SPELLINGS.keys(),
  ...SHORT_FORM_PAIRS.flat(),
]);

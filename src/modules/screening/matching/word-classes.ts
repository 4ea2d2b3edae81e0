/**
 * Word classes that weigh less than a name: particles, function words, generic business words, places.
 *
 * Written by us from general knowledge; English virtue and day names (Sunday, Blessing, Prince) are names
 * in Nigeria and deliberately absent, and so is every word that is only "frequent" (watchman's 7,351 stop
 * words erased "11420" and the surname More: notes/screening.md, section 2).
 */
function set(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Parts of surnames; often joined to the next word (al Qaeda, bin Laden, de la Cruz, O'Brien). */
export const PARTICLES = set(`
  al el ul ud ur as ash an ad ar at az bin bint binti ibn ben ould ag da das de del della dello dem den der di
  do dos du la las le les lo los van vom von zu zum zur ter te ten san st saint mac mc o d n y e i abu abou
  umm oum bat bar
`);

/** Function words of organisation names and of remarks in person names. */
export const STOP_WORDS = set('the of and for in on to by at with und et nee deaf aka fka alias');

/** Business words that many organisations share: they weigh half, but a contradiction in them still counts. */
export const GENERIC_WORDS = set(`
  group holding holdings international intl global national world worldwide general trading trade traders
  enterprise enterprises industry industries industrial services service solutions solution systems system
  technology technologies tech engineering construction constructions consulting consultants consultancy
  management investment investments capital fund partners finance financial bank banking insurance trust
  foundation association organization organisation institute institution university academy center centre
  council committee bureau agency office department ministry union federation society charity
  energy petroleum oil gas power electric electronics electronic mining minerals steel metal metals chemical
  chemicals petrochemical pharmaceutical pharmaceuticals medical health hospital food foods agro agriculture
  transport transportation logistics shipping marine maritime airlines airline aviation airways air motor
  motors auto automotive machinery equipment products product production manufacturing manufacturers
  import export imports exports commercial commerce business development projects project resources
  research design supply supplies marketing distribution distributors estate real properties property
  security defense defence aerospace communications telecom telecommunications media network networks
  software computer computers digital data internet travel tours tourism hotel hotels restaurant
  bros brothers sons son associates venture ventures works plant factory mills store stores shop market
  exchange money remittance wholesale retail brigade corps branch division front party movement army
  banco grupo empresa empresas inversiones comercial comercializadora distribuidora agropecuaria
  ganadera constructora transportes servicios fundacion asociacion societe groupe banque gruppe
`);

/** Words that make a name an organisation's even without a legal form; a subset that no person is called. */
export const ORGANIZATION_MARKERS = set(`
  group holding holdings international enterprise enterprises industry industries services solutions systems
  technology technologies engineering construction consulting consultants management investment investments
  capital fund partners bank banking insurance trust foundation association organization organisation institute
  university academy council committee bureau agency ministry federation society petroleum mining steel
  petrochemical pharmaceuticals logistics shipping airlines aviation airways motors machinery equipment
  manufacturing import export development resources trading telecom telecommunications hotel hotels ventures
  factory mills stores exchange brigade party movement army company corporation limited incorporated plc llc ltd
  gmbh inc corp llp banco inversiones comercializadora distribuidora constructora fundacion asociacion
`);

/** Countries, regions and their adjectives as used to name branches (Deutsche Bank (Schweiz) AG). */
export const PLACE_WORDS = set(`
  africa african america american americas asia asian europe european arab arabian arabia middle east west
  north south east western eastern northern southern central nigeria nigerian nig ghana kenya uganda tanzania
  rwanda zambia zimbabwe egypt egyptian libya libyan sudan ethiopia morocco tunisia algeria senegal mali
  cameroon benin togo niger chad uk usa us uae britain british england ireland scotland france french germany
  german deutschland schweiz switzerland swiss austria italy italia spain espana portugal netherlands holland
  belgium denmark norge norway sweden finland poland ukraine russia russian belarus turkey turkish iran
  iranian iraq iraqi syria syrian lebanon jordan israel qatar kuwait bahrain oman yemen saudi dubai china
  chinese hong kong singapore malaysia indonesia thailand vietnam india indian pakistan bangladesh japan
  japanese korea korean australia canada mexico brazil brasil colombia venezuela peru chile argentina cuba
  panama london moscow york
`);

/**
 * Given names (and Spanish and Asian surnames) so frequent that sharing one says little. Weight .8 instead of 1.
 * Each by the head of its spelling class, for which all of the class counts.
 */
export const COMMON_NAMES = set(`
  muhammad ahmad ali hasan husayn ibrahim abdullah umar yusuf mahmud khalid saidu salim salih mustafa
  ismail jose maria juan luis carlos jorge john david michael james robert daniel peter paul
  ivan sergei aleksandr vladimir kim lee park wang zhang chen garcia lopez rodriguez martinez perez
  gonzalez hernandez sanchez jean pierre jesus antonio manuel pedro francisco fernando miguel
  ramirez torres cruz castro gomez ortega luna gutierrez morales reyes diaz silva santos pereira sousa
  ana mark richard thomas joseph george william charles anthony martin nicholas singh kumar nguyen tran
`);

/** Number words and ordinals; what they stand for is compared as a number. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map([
  ['one', '1'],
  ['two', '2'],
  ['three', '3'],
  ['four', '4'],
  ['five', '5'],
  ['six', '6'],
  ['seven', '7'],
  ['eight', '8'],
  ['nine', '9'],
  ['ten', '10'],
  ['twelve', '12'],
  ['thirteen', '13'],
  ['fourteen', '14'],
  ['fifteen', '15'],
  ['sixteen', '16'],
  ['seventeen', '17'],
  ['eighteen', '18'],
  ['nineteen', '19'],
  ['twenty', '20'],
  ['thirty', '30'],
  ['forty', '40'],
  ['fourty', '40'],
  ['fifty', '50'],
  ['sixty', '60'],
  ['seventy', '70'],
  ['eighty', '80'],
  ['ninety', '90'],
  ['hundred', '100'],
  ['first', '1'],
  ['second', '2'],
  ['third', '3'],
  ['fourth', '4'],
  ['fifth', '5'],
  ['sixth', '6'],
  ['seventh', '7'],
  ['eighth', '8'],
  ['ninth', '9'],
  ['tenth', '10'],
  ['1st', '1'],
  ['2nd', '2'],
  ['3rd', '3'],
  ['ii', '2'],
  ['iii', '3'],
  ['iv', '4'],
  ['vi', '6'],
  ['vii', '7'],
  ['viii', '8'],
  ['ix', '9'],
  ['xi', '11'],
  ['xii', '12'],
  ['xiii', '13'],
  ['xiv', '14'],
  ['xv', '15'],
  ['xx', '20'],
]);

/** Roman numerals that are also names (Xi Jinping): numbers in an organisation's name only. */
export const AMBIGUOUS_NUMERALS = set('vi xi');

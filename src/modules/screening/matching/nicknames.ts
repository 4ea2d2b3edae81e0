/**
 * Short forms: the full name first, then what it is shortened to. A short form may belong to several names.
 *
 * Written by us from general knowledge of English, Nigerian (Yoruba, Igbo, Hausa) and Russian usage.
 */
const SHORT_FORMS = `
  benjamin ben benny benji bibi
  william bill billy will willy willie liam
  robert bob bobby rob robbie bert
  richard rick ricky dick rich richie
  james jim jimmy jamie
  john johnny jack
  michael mike mick mickey micky
  thomas tom tommy
  timothy tim timmy
  joseph joe joey
  charles charlie chuck chas
  edward ed eddie ted teddy ned
  edwin ed eddie
  anthony tony
  andrew andy drew
  daniel dan danny
  david dave davy
  donald don donnie
  gregory greg
  christopher chris kit
  christian chris
  christine chris chrissie
  geoffrey geoff jeff
  kenneth ken kenny
  lawrence larry
  leonard len lenny leo
  matthew matt
  nathaniel nate nat nathan
  nicholas nick nicky
  patrick pat paddy
  peter pete
  philip phil
  raymond ray
  ronald ron ronnie
  samuel sam sammy
  samantha sam
  stephen steve
  theodore ted theo teddy
  vincent vince vinny
  walter walt wally
  zachary zach zack
  barack barry
  alexander alex sandy sasha
  aleksandr alex sasha
  albert al bert
  alfred alf fred
  frederick fred freddy
  francis frank
  franklin frank
  gerald gerry jerry
  jeremy jerry
  harold harry hal
  henry harry hank
  abigail abby gail
  alexandra alex sandra
  amanda mandy
  barbara barb babs
  catherine cathy kate katie kathy
  katherine kate katie kathy
  deborah deb debbie
  dorothy dot dotty
  elizabeth liz lizzie beth betty eliza
  eleanor ellie nell
  florence flo
  jacqueline jackie
  jennifer jen jenny
  jessica jess jessie
  judith judy
  kimberly kim
  margaret maggie meg peggy
  patricia pat patty tricia
  rebecca becky
  susan sue suzie
  susannah sue
  teresa terry tess
  victoria vicky tori
  virginia ginny
  olanrewaju lanre
  babatunde tunde
  olatunde tunde
  babatunji tunji
  temitope tope
  temitayo tayo
  ayodele dele
  ayodeji deji
  adebayo bayo
  oluwaseun seun
  oluwole wole
  olusegun segun
  olufemi femi
  oluwafemi femi
  olumide mide
  oluwakemi kemi
  olukemi kemi
  folasade sade
  modupe dupe
  abimbola bimbo bola
  olabisi bisi
  adebisi bisi
  abiodun biodun
  oladapo dapo
  adedapo dapo
  kolawole kola
  chukwuemeka emeka
  ikechukwu ike
  obinna obi
  chinedu nedu edu
  chukwudi chudi
  nnamdi namdi
  ifeanyi ify
  uchechukwu uche
  uchenna uche
  kelechukwu kele
  kelechi kele
  chiamaka amaka
  nwamaka amaka
  obiageli oby
  abubakar bubakar
  muhammad mamman
  ibrahim iro
  abdulrahman abdul
  vladimir vova volodya
  dmitry dima mitya
  mikhail misha
  sergei seryozha
  nikolai kolya
  yevgeny zhenya
  ivan vanya
`;

const build = (text: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const fullNames = new Map<string, Set<string>>();
  for (const line of text.trim().split('\n')) {
    const [full, ...shorts] = line.trim().split(/\s+/);
    for (const short of shorts) {
      if (full === undefined) continue;
      fullNames.set(short, (fullNames.get(short) ?? new Set()).add(full));
    }
  }
  return fullNames;
};

/** Short form to the full names it can stand for. */
export const FULL_NAMES_OF: ReadonlyMap<string, ReadonlySet<string>> = build(SHORT_FORMS);

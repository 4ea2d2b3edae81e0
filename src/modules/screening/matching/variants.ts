/**
 * Spellings of one name, one class a line; every spelling is in the fold of canonical.ts.
 *
 * Written by us from general knowledge of transliteration practice (Arabic and its Hausa, Yoruba and
 * francophone West African forms, Russian and Ukrainian, English), guided by the rules in
 * notes/screening.md 5.4. Two spellings of one class are the same name; two names of different classes are
 * known to be different names, however close their letters are (Hasan is not Husayn, Mahmud not Muhammad).
 */
const SPELLING_CLASSES = `
muhammad mohammed mohamed mohammad mohamad muhammed muhamad muhamed muhammadu mohamadou mohamud muhd mohd mohamet mahomed mochammad mochamad muchamad mehmet mehmed maxamed mahammad
ahmad ahmed ahmadu ahmadou amadou ahmet achmad akhmed axmed
mahmud mahmoud mahmood mahmut mamoud maxamuud
mamadou mamadu
hamid hameed hamed hamidu
hasan hassan hasan hassane hassanu xasan
husayn hussein husain hussain hossein husein hussaini husayni huseyin houssein hussien hosein xuseen
umar omar umaru oumar omer umer cumar oumarou
usman uthman othman usmanu ousmane osman usmaan cusmaan ousman usmane
abubakar abubakr bubakar boubacar aboubacar abubaker aboubakar abubacar bubacar
aliyu aliu alihu
ali aly
yahaya yahya yahia yehia yahyah
yakubu yaqub yacoub yakub yaqoub yaqoob yacouba ya'qub jakub
dauda dawud dawood daud daoud daouda dawd davud
haruna harun haroun harouna haroon
isa issa isah essa eisa ciise iisa
musa moussa mousa moosa muusa muse
sulaiman suleiman sulayman suleman souleymane sulaimon soliman sulieman solomon-ar suleyman saleban
ibrahim ibrahima ebrahim ibraheem brahim ibrahimu ibraahim
ismail ismaila isma'ila esmail ismaeel smail ismael esmaeil ismaaciil
yusuf yusufu yousef youssef yousuf yosef yusif youssouf yusuff yuusuf usuf
abdullah abdallah abdulla abdalla abdoulaye cabdullaahi abdulahi
abdullahi abdulahi-ng abdillahi
aishat aisha aishatu ayisat aishah ayesha aicha caasha
hadiza khadija khadijat kadijat hadijat khadijah khadeeja kadija hatice
zainab zainabu zaynab zeinab zeynep sainabu zaineb zeinabou
fatima fatimah fatimat fatimatu fatimoh fatouma fatma fatoumata faatima
maryam mariam maryamu mariama meryem miriam-ar
saidu sa'idu said sa'id saeed sayeed saed sidu seid siad
sani sanni sanusi-x
shehu shekhu
sheikh shaikh shaykh sheik cheikh cheick shekh
nasir nasser naser nasiru nassir nacer
bashir bashar-x basheer bashiru bachir besir
bashar bachar bashaar
mustafa mustapha moustafa mostafa mustafah mostapha
khalid khaled khalidu halid kaled khaalid
salih saleh salah-x salihu saalih salihi
salim salem salimu saleem selim
rashid rasheed rachid rashidu raschid reshid
karim kareem karimu kerim abdulkarim-x
rahim raheem rahimi-x
rahman rehman rahmaan rahmane
aziz azeez azizu
jamal gamal djamal jamaal jamel djamel cemal
jafar gaffar-x jaafar jaffar ja'far djafar cafer
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
diallo jallow djallo jalloh diallow
toure turay touray
cisse ceesay sesay-x sissay
ndiaye njie ndiay njai
ouattara watara wattara
segun shegun
sola shola
sonekan shonekan
sina-x shina
sanni-x shanni
olusegun olushegun
olusola olushola
sanusi sanoussi sanussi senussi
njoku joku-x
adeshina adesina
shittu sittu
vladimir volodymyr wladimir uladzimir vladymyr
sergei sergey serhiy sergej serghei serhii siarhei sergii serhij
aleksandr alexander oleksandr aleksander alexandr aliaksandr alexandre aleksandar oleksander alessandro
nikolai nikolay mykola nikolaj nicolai mikalai
dmitry dmitri dmitriy dmytro dmitrii dimitri dzmitry dmitrij dimitry
yevgeny evgeny yevgeniy evgeniy yevhen evgenii yevgenii eugeny evgueni jewgeni
yuri yury yuriy iurii yurii juri iouri jurij yurij
andrei andrey andriy andrej andrii andreï andrij
mikhail mykhailo michail mihail mikhailo mykhaylo mikhael-x
aleksei alexei alexey oleksiy aleksey alexej oleksii
viktor victor
igor ihor
pavel pavlo
vasily vasiliy vasyl vasili vasilii vassili
petr pyotr petro piotr-x
grigory grigoriy hryhoriy grigori grigorii hryhorii
gennady gennadiy gennadi gennadii hennadiy
anatoly anatoliy anatoli anatolii
arkady arkadiy arkadi arkadii
georgy georgi georgiy heorhii georgii
konstantin kostyantyn constantin konstantyn
maxim maksim maksym maxime-x
oleg oleh
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
isabel isabelle isabella-x
sara sarah
teresa theresa therese
brian bryan
neil neal niall-x
elisabeth elizabeth elisabet
michel-x mitchell-x
lee li-x leigh
reza riza rida ridha
hamidreza hamid-reza-x
seyed seyyed sayed sayyid syed sayyed saied-x said-x
ayatollah ayatullah
moussaoui musawi moussawi mousavi
rafsanjani rafsandjani
chukwu chuku chukwu
ngozi ngozika-x
organization organisation organizasyon-x
labor labour
defense defence
center centre
company companies-x
technology technologies tech technol techn
service services srvces svcs srvcs serv
international intl internacional internationale int'l
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
investment investments invest-x
investments inv-x
association assoc assn
transport transportation trans-x
`;

/** Marks entries that are notes for the reader, not spellings (`solomon-ar`). */
const isSpelling = (word: string): boolean => word !== '' && !word.includes('-') && !word.includes("'");

const buildClasses = (text: string): ReadonlyMap<string, string> => {
  const classes = new Map<string, string>();
  for (const line of text.trim().split('\n')) {
    const spellings = line.trim().split(/\s+/).filter(isSpelling);
    const head = spellings[0];
    if (head === undefined || spellings.length < 2) continue;
    for (const spelling of spellings) if (!classes.has(spelling)) classes.set(spelling, head);
  }
  return classes;
};

/** Spelling to the head of its class. */
export const SPELLING_CLASS: ReadonlyMap<string, string> = buildClasses(SPELLING_CLASSES);

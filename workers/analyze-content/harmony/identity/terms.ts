/** Words for who people are, by group: our own lists, made for masking and exchanging, complete in nothing. */

export const identityGroups = [
  'gender',
  'ethnicity',
  'nationality',
  'religion',
  'orientation',
  'disability',
  'age',
  'class',
  'appearance',
] as const
export type IdentityGroup = (typeof identityGroups)[number]

/** What stands in a sentence in the same way; a term is exchanged for one of its group and kind. */
export type IdentityKind = 'adjective' | 'person' | 'people' | 'name' | 'place' | 'belief' | 'he' | 'his' | 'himself'

export type IdentityTerm = {
  phrase: string
  group: IdentityGroup
  kind: IdentityKind
  /** Means a person only beside a word for people: black paper, an old car. */
  isAmbiguous: boolean
}

function terms(group: IdentityGroup, kind: IdentityKind, list: string, { isAmbiguous = false } = {}): IdentityTerm[] {
  const phrases = list.split(',').map((each) => each.trim().replaceAll(/\s+/g, ' '))
  return phrases.map((phrase) => ({ phrase, group, kind, isAmbiguous }))
}

const ambiguous = { isAmbiguous: true }

const demonyms = `american, mexican, canadian, british, english, irish, scottish, welsh, french, german, italian, spanish,
  portuguese, greek, russian, ukrainian, romanian, hungarian, bulgarian, serbian, croatian, bosnian, albanian, turkish,
  swedish, norwegian, danish, finnish, dutch, belgian, swiss, austrian, czech, slovak, chinese, japanese, korean, vietnamese,
  thai, filipino, indonesian, malaysian, indian, pakistani, bangladeshi, nepalese, nepali, sri lankan, afghan, iranian, iraqi,
  syrian, lebanese, jordanian, israeli, palestinian, saudi, saudi arabian, yemeni, egyptian, moroccan, algerian, tunisian,
  libyan, ethiopian, somali, sudanese, kenyan, nigerian, ghanaian, ugandan, south african, congolese, cuban, jamaican, haitian,
  dominican, puerto rican, colombian, venezuelan, brazilian, argentinian, argentine, chilean, peruvian, bolivian, ecuadorian,
  guatemalan, honduran, salvadoran, australian, european, african, north american, south american, latin american, eritrean,
  armenian, georgian, kurdish, mongolian, taiwanese, cambodian, burmese, icelandic, estonian, latvian, lithuanian, crimean,
  foreign, immigrant, migrant, refugee, undocumented`

const plurals = `americans, mexicans, canadians, brits, italians, greeks, russians, ukrainians, romanians, hungarians,
  bulgarians, serbs, croats, albanians, turks, swedes, norwegians, danes, finns, belgians, austrians, czechs, slovaks, koreans,
  thais, filipinos, indonesians, malaysians, indians, pakistanis, bangladeshis, afghans, iranians, iraqis, syrians, jordanians,
  israelis, palestinians, saudis, yemenis, egyptians, moroccans, algerians, tunisians, libyans, ethiopians, somalis, kenyans,
  nigerians, ghanaians, ugandans, south africans, cubans, jamaicans, haitians, dominicans, puerto ricans, colombians,
  venezuelans, brazilians, argentinians, chileans, peruvians, bolivians, ecuadorians, guatemalans, hondurans, salvadorans,
  australians, europeans, africans, south americans, germans, poles, spaniards, frenchmen, englishmen, irishmen, scots,
  foreigners, immigrants, migrants, refugees, illegal immigrants, expats, eritreans, armenians, kurds, mongolians, natives`

const places = `america, mexico, canada, britain, england, ireland, scotland, wales, france, germany, italy, spain, portugal,
  greece, poland, russia, ukraine, romania, hungary, bulgaria, serbia, croatia, bosnia, albania, turkey, sweden, norway,
  denmark, finland, holland, the netherlands, belgium, switzerland, austria, china, japan, korea, north korea, south korea,
  vietnam, thailand, the philippines, indonesia, malaysia, india, pakistan, bangladesh, nepal, sri lanka, afghanistan, iran,
  iraq, syria, lebanon, jordan, israel, palestine, saudi arabia, yemen, egypt, morocco, algeria, tunisia, libya, ethiopia,
  somalia, sudan, kenya, nigeria, ghana, uganda, south africa, congo, cuba, jamaica, haiti, puerto rico, colombia, venezuela,
  brazil, argentina, chile, peru, bolivia, ecuador, guatemala, honduras, el salvador, australia, new zealand, africa, europe,
  asia, south america, latin america, the middle east, iceland, estonia, latvia, lithuania, the united states, the usa`

const womensNames = `maria, mary, anna, anne, jane, sarah, sara, emily, emma, olivia, sophia, linda, susan, karen, lisa, laura,
  jennifer, jessica, amanda, ashley, rachel, rebecca, elizabeth, margaret, alice, julia, katie, kate, kathy, nancy, betty, helen,
  sandra, donna, carol, ruth, sharon, michelle, patricia, barbara, deborah, fatima, aisha, latisha, keisha, ebony, lakisha,
  shanice, priya, mei, yuki, carmen, lucia, ana, sofia, isabella, amy, megan, hannah, abigail, grace, claire, diana, victoria,
  nicole, stephanie, melissa, angela, brenda, amelia, becky, molly, allison, kristen, heather, tiffany`

const mensNames = `john, james, robert, michael, mike, william, david, richard, joseph, thomas, charles, daniel, matthew,
  anthony, mark, paul, steven, andrew, kevin, brian, george, edward, peter, tom, bob, jim, joe, jack, bill, tim, ben, sam, adam,
  henry, frank, fred, eric, greg, brad, chad, connor, tyler, jake, ryan, josh, luke, jamal, tyrone, darnell, deshawn, jermaine,
  mohammed, muhammad, ahmed, ali, omar, hassan, abdul, ibrahim, jose, juan, carlos, luis, miguel, pedro, jorge, raj, ravi,
  sanjay, wei, hiroshi, kenji, ivan, vladimir, dmitri, hans, pierre, giovanni, patrick, sean, scott, stephen, gary, larry, jerry,
  dennis, harry, arthur, oliver, jacob, ethan, noah, liam, lamar, malik, terrence, jorge, pablo`

/** What a text is masked by: each is read as one and the same word before anything is scored. */
export const identityTerms: readonly IdentityTerm[] = [
  ...terms('gender', 'he', 'he, she'),
  ...terms('gender', 'his', 'his, her, hers, him'),
  ...terms('gender', 'himself', 'himself, herself'),
  ...terms(
    'gender',
    'person',
    `man, woman, boy, girl, guy, gal, lady, gentleman, male, female, mother, father, mom, mum, dad, mommy, daddy, husband, wife,
    son, daughter, brother, sister, uncle, aunt, nephew, niece, grandfather, grandmother, grandpa, grandma, boyfriend, girlfriend,
    bride, groom, widow, widower, actor, actress, waiter, waitress, king, queen, prince, princess, transwoman, transman,
    trans woman, trans man, transgender woman, transgender man, stepmother, stepfather, housewife, businesswoman, businessman`,
  ),
  ...terms(
    'gender',
    'people',
    `men, women, boys, girls, guys, ladies, gentlemen, males, females, mothers, fathers, moms, mums, dads, husbands, wives, sons,
    daughters, brothers, sisters, uncles, aunts, boyfriends, girlfriends, actors, actresses, waiters, waitresses, trans women,
    trans men, businesswomen, businessmen, housewives`,
  ),
  ...terms(
    'gender',
    'adjective',
    'transgender, trans, cisgender, nonbinary, non binary, genderqueer, feminine, masculine',
  ),
  ...terms('gender', 'name', womensNames),
  ...terms('gender', 'name', mensNames),
  ...terms(
    'ethnicity',
    'adjective',
    `african american, afro american, asian american, mexican american, native american, american indian, caucasian, hispanic,
    latino, latina, latinx, asian, arab, arabic, middle eastern, arab american, biracial, indigenous, aboriginal, european american`,
  ),
  ...terms('ethnicity', 'adjective', 'black, white, brown', ambiguous),
  ...terms(
    'ethnicity',
    'people',
    `african americans, asian americans, native americans, american indians, caucasians, hispanics, latinos, latinas, asians, arabs,
    blacks, whites, mexican americans, gypsies, roma`,
  ),
  ...terms('ethnicity', 'person', 'gypsy'),
  ...terms('nationality', 'adjective', demonyms),
  ...terms('nationality', 'adjective', 'polish', ambiguous),
  ...terms('nationality', 'people', plurals),
  ...terms('nationality', 'person', 'foreigner, expat, illegal immigrant'),
  ...terms('nationality', 'place', places),
  ...terms(
    'religion',
    'adjective',
    `muslim, christian, jewish, hindu, buddhist, sikh, catholic, protestant, mormon, atheist, agnostic, evangelical, baptist,
    lutheran, methodist, orthodox, islamic, secular, religious, pagan, taoist`,
  ),
  ...terms('religion', 'person', "jew, jehovah's witness, quaker, satanist"),
  ...terms(
    'religion',
    'people',
    `muslims, christians, jews, hindus, buddhists, sikhs, catholics, protestants, mormons, atheists, agnostics, evangelicals,
    baptists, lutherans, methodists, pagans, taoists, jehovah's witnesses, quakers, satanists`,
  ),
  ...terms(
    'religion',
    'belief',
    'islam, christianity, judaism, hinduism, buddhism, catholicism, atheism, mormonism, sikhism',
  ),
  ...terms(
    'orientation',
    'adjective',
    'gay, lesbian, homosexual, heterosexual, bisexual, queer, asexual, pansexual, lgbt, lgbtq, same sex, opposite sex',
  ),
  ...terms('orientation', 'adjective', 'straight', ambiguous),
  ...terms('orientation', 'people', 'gays, lesbians, homosexuals, heterosexuals, bisexuals, queers, straights'),
  ...terms('orientation', 'belief', 'homosexuality, heterosexuality, bisexuality'),
  ...terms(
    'disability',
    'adjective',
    `disabled, handicapped, able bodied, paraplegic, quadriplegic, autistic, schizophrenic, bipolar, epileptic, dyslexic, deaf,
    neurotypical, mentally ill, mentally disabled, wheelchair bound, hearing impaired, visually impaired, depressed`,
  ),
  ...terms('disability', 'adjective', 'blind, mute, ill, sick, healthy', ambiguous),
  ...terms('disability', 'people', 'wheelchair users, autistics, schizophrenics, the deaf, the blind, the disabled'),
  ...terms('disability', 'person', 'wheelchair user, amputee'),
  ...terms('disability', 'belief', 'autism, schizophrenia, down syndrome, dyslexia, epilepsy, adhd'),
  ...terms('age', 'adjective', 'elderly, teenage, middle aged, older, younger, aged, adolescent'),
  ...terms('age', 'adjective', 'old, young', ambiguous),
  ...terms('age', 'person', 'teenager, teen, senior citizen, pensioner, toddler, adult, retiree, youngster, old timer'),
  ...terms(
    'age',
    'people',
    'teenagers, teens, senior citizens, pensioners, toddlers, adults, retirees, youngsters, the elderly, elders, millennials, boomers, baby boomers',
  ),
  ...terms(
    'class',
    'adjective',
    'working class, middle class, upper class, homeless, wealthy, blue collar, white collar, low income, impoverished, unemployed',
  ),
  ...terms('class', 'adjective', 'poor, rich', ambiguous),
  ...terms('class', 'people', 'the poor, the rich, the homeless, rednecks, peasants, hillbillies'),
  ...terms('class', 'person', 'redneck, peasant, hillbilly, millionaire, billionaire'),
  ...terms(
    'appearance',
    'adjective',
    'overweight, obese, chubby, skinny, slim, slender, blonde, brunette, bald, ugly, attractive, unattractive, handsome, beautiful',
  ),
  ...terms('appearance', 'adjective', 'fat, thin, tall, short, large, big, small, little, pretty, heavy', ambiguous),
  ...terms('appearance', 'people', 'blondes, brunettes, redheads, skinheads'),
  ...terms('appearance', 'person', 'redhead'),
]

/** Left out of the mask on purpose: what a text is exchanged for so that the check of it can fail. */
export const unmaskedTerms: readonly IdentityTerm[] = [
  ...terms('gender', 'person', 'demigirl, granddad'),
  ...terms('gender', 'people', 'granddads, lasses'),
  ...terms('gender', 'adjective', 'bigender, agender'),
  ...terms('gender', 'name', 'Ottilie, Kwabena'),
  ...terms('ethnicity', 'adjective', 'Berber, Yoruba'),
  ...terms('ethnicity', 'people', 'Berbers, Yorubas'),
  ...terms('ethnicity', 'person', 'Berber, Yoruba'),
  ...terms('nationality', 'adjective', 'Bhutanese, Maltese'),
  ...terms('nationality', 'people', 'Botswanans, Samoans'),
  ...terms('nationality', 'person', 'Samoan, Botswanan'),
  ...terms('nationality', 'place', 'Bhutan, Malta'),
  ...terms('religion', 'adjective', 'Zoroastrian, Druze'),
  ...terms('religion', 'people', 'Zoroastrians, Jains'),
  ...terms('religion', 'person', 'Zoroastrian, Jain'),
  ...terms('religion', 'belief', 'Zoroastrianism, Jainism'),
  ...terms('orientation', 'adjective', 'demisexual, polyamorous'),
  ...terms('orientation', 'people', 'demisexuals'),
  ...terms('orientation', 'belief', 'asexuality'),
  ...terms('disability', 'adjective', 'dyspraxic, hemiplegic'),
  ...terms('disability', 'people', 'hemiplegics'),
  ...terms('disability', 'person', 'hemiplegic'),
  ...terms('disability', 'belief', 'dyspraxia'),
  ...terms('age', 'adjective', 'octogenarian, prepubescent'),
  ...terms('age', 'people', 'octogenarians'),
  ...terms('age', 'person', 'octogenarian'),
  ...terms('class', 'adjective', 'affluent, destitute'),
  ...terms('class', 'people', 'aristocrats, paupers'),
  ...terms('class', 'person', 'aristocrat, pauper'),
  ...terms('appearance', 'adjective', 'freckled, lanky'),
  ...terms('appearance', 'people', 'gingers'),
  ...terms('appearance', 'person', 'ginger'),
]

/** What an ambiguous adjective must stand before to be about people. */
export const peopleNouns = new Set(
  `people, person, man, men, woman, women, guy, guys, boy, boys, girl, girls, kid, kids, child, children, family, families, couple,
  couples, folk, folks, lady, ladies, male, males, female, females, student, students, worker, workers, neighbour, neighbor,
  neighbours, neighbors, community, communities, neighborhood, neighbourhood, friend, friends, teenager, teenagers, citizen,
  citizens, employee, employees, doctor, lawyer, teacher, nurse, patient, patients, immigrants, immigrant, driver, drivers, mother,
  father, mothers, fathers, husband, wife, americans, christians, muslims, trash, residents, resident, applicant, applicants, candidate,
  candidates, customer, customers, voter, voters, professor, actor, actress, baby, babies`
    .split(',')
    .map((each) => each.trim()),
)

/** What is said of groups of people: what pins something on them, keeps them out or names them badly; our own lists. */
import type { Phrase } from '#workers/analyze-content/harmony/phrases'

export type Wording = Phrase & { instead: string }

const wordings: Record<string, string> = {
  chairman: 'chair',
  chairmen: 'chairs',
  policeman: 'police officer',
  policemen: 'police officers',
  fireman: 'firefighter',
  firemen: 'firefighters',
  mailman: 'mail carrier',
  postman: 'postal worker',
  salesman: 'salesperson',
  salesmen: 'salespeople',
  saleswoman: 'salesperson',
  spokesman: 'spokesperson',
  spokesmen: 'spokespeople',
  foreman: 'supervisor',
  congressman: 'member of Congress',
  stewardess: 'flight attendant',
  workman: 'worker',
  workmen: 'workers',
  craftsman: 'artisan',
  craftsmen: 'artisans',
  cameraman: 'camera operator',
  anchorman: 'anchor',
  businessmen: 'business people',
  freshman: 'first-year student',
  freshmen: 'first-year students',
  manpower: 'staff',
  'man hours': 'working hours',
  'man made': 'artificial',
  mankind: 'humanity',
  manned: 'staffed',
  'cleaning lady': 'cleaner',
  'male nurse': 'nurse',
  'woman|female doctor': 'doctor',
  'maiden name': 'birth name',
  'wheelchair bound': 'who uses a wheelchair',
  'confined to a|his|her|their wheelchair': 'uses a wheelchair',
  'bound to a|his|her|their wheelchair': 'uses a wheelchair',
  'suffers|suffer|suffering from ~2 autism|deafness|blindness|dyslexia|being': 'has',
  'the disabled': 'disabled people',
  'the handicapped': 'disabled people',
  handicapped: 'disabled',
  'the blind': 'blind people',
  'the deaf': 'deaf people',
  'the mentally ill': 'people with a mental illness',
  'the elderly': 'older people',
  'the homeless': 'people without a home',
  'the poor': 'people with little money',
  'special needs': 'additional needs',
  'deaf and dumb': 'deaf',
  'mentally retarded': 'with a learning disability',
  crippled: 'disabled',
  cripple: 'disabled person',
  'illegal alien|immigrant': 'undocumented immigrant',
  'illegal aliens|immigrants': 'undocumented immigrants',
  'colored people': 'people of colour',
  'sexual preference|preferences': 'sexual orientation',
  transvestite: 'transgender person',
  transsexual: 'transgender',
  homosexuals: 'gay people',
  'third world': 'low-income',
  blacklist: 'blocklist',
  blacklisted: 'blocked',
  whitelist: 'allowlist',
  'master slave': 'primary and replica',
  'grandfathered in': 'exempt',
  'old wives tale': 'common belief',
  'old maid': 'unmarried woman',
}

export const wordingList: readonly Wording[] = Object.entries(wordings).map(([phrase, instead]) => ({
  phrase,
  instead,
}))

/** Names that are made to hurt. They are counted here, not as profanity. */
export const slurs: readonly Phrase[] =
  `nigger, niggers, nigga, niggas, negro, negroes, kike, kikes, chink, chinks, gook, gooks, spic, spics,
  wetback, wetbacks, beaner, beaners, raghead, ragheads, towelhead, towelheads, sandnigger, paki, pakis, wop, dago, kraut, fag, fags,
  faggot, faggots, dyke, dykes, tranny, trannies, shemale, retard, retards, retarded, spastic, spaz, mongoloid, redskin, redskins,
  injun, squaw, coon, coons, darkie, darkies, jigaboo, pickaninny, gyppo, pikey, abo, abos, heeb, chinaman, jap, japs, homo, homos,
  ching chong, white trash, cracker trash`
    .split(',')
    .map((each) => ({ phrase: each.trim() }))

/** Pins something bad on whoever is named before it. */
export const negativePredicates: readonly Phrase[] = [
  'are|is|were|was ~3 lazy|stupid|dumb|dirty|filthy|greedy|violent|dangerous|criminal|criminals|thieves|thief|terrorists|terrorist|inferior|weak|emotional|irrational|hysterical|disgusting|evil|sick|sinful|immoral|promiscuous|ignorant|uneducated|backward|primitive|savage|savages|animals|rats|vermin|parasites|cheap|stingy|liars|liar|cheats|untrustworthy|unreliable|incompetent|useless|worthless|burden|freaks|perverts|pervert|abnormal|unnatural|crazy|insane|slow|ugly|hateful|vile|nasty|horrible|awful|rude|arrogant|aggressive|loud|drunk|drunks|drunkards|addicts|scum|trash|idiots|fools|morons|losers|cowards|racist|fanatics|freeloaders|leeches|invaders|rapists|killers|murderers|gangsters|thugs|bitter|nagging',
  'are|is ~1 bad|terrible|poor|worse|worst|not|never|less ~2 at|drivers|driver|fathers|mothers|parents|leaders|workers|good|smart|capable|intelligent|fit|suited|able|mathematics|math|science|than',
  'can|could never be? trusted|lead|learn|drive|think|manage|handle|understand|control|work',
  "can't|cannot be? trusted|lead|learn|drive|think|manage|handle|understand|control|work|cook|count",
  'make|makes bad|terrible|poor|awful ~1',
  'do|does not work|pay|belong|deserve|care|wash|think|understand|tip',
  "don't|doesn't|never work|pay|belong|deserve|care|wash|think|understand|tip",
  'steal|steals|cheat|cheats|lie|lies|smell|smells|stink|stinks|ruin|ruins|destroy|destroys|leech|waste|wastes|breed|complain|nag',
  'control|controls|own|owns|run|runs ~2 all|the ~1 banks|media|world|money|government',
  'should|must|ought be|not|never|go|stay|keep|get|know ~3 sent|deported|locked|banned|killed|shot|vote|lead|work|hired|allowed|away|home|back|place|kitchen|hanged|punished|sterilised|sterilized|exterminated',
  'belong|belongs in the|a kitchen|jail|prison|zoo|hell|asylum',
  'are|is only? just? good for|only|after',
  'are|is a|an|the? ~1 burden|threat|problem|plague|disgrace|abomination|disease|cancer|shame|danger|mistake',
].map((phrase) => ({ phrase }))

/** `reach`: how many words may stand between it and those whom it is about. */
export type Excluding = Phrase & { reach: number }

const excludingWithin = (reach: number, ...phrases: string[]): Excluding[] =>
  phrases.map((phrase) => ({ phrase, reach }))

/** Keeps whoever is named after it out, or wishes them ill. */
export const excluding: readonly Excluding[] = [
  ...excludingWithin(
    4,
    "don't|never|won't|wouldn't|cannot|can't|refuse|refuses to? hire|rent|employ|promote|serve|sell|accept|admit|invite|trust|date|marry|want|like|let",
    'do|will|would not hire|rent|employ|promote|serve|sell|accept|admit|invite|trust|date|marry|want|like|let',
    'get rid of',
    'hate|hates|despise|despises|loathe|loathes|detest|detests|dislike|dislikes',
    "can't stand",
    'sick|tired of',
    'kill|murder|attack|deport|exterminate|hurt|beat',
    'keep out|away',
  ),
  ...excludingWithin(
    0,
    'no',
    'hire|hires|employ|want|wants only',
    'damn|stupid|moronic|idiotic|terrible|shitty|fucked|ignorant|dirty|filthy|lazy|disgusting|worthless|hateful|vile|ugly|gross|horrible|nasty|dumb|evil|sick|pathetic|fucking|bloody',
  ),
]

/** Says that it is not so, or that it is wrong to say. */
export const rejecting: readonly Phrase[] = [
  "is|it's|it|that|this ~1 wrong|false|untrue|nonsense|myth|prejudice|stereotype|racist|sexist|unfair|discrimination|offensive|harmful",
  'myth|prejudice|stereotype|stereotypes|prejudices|cliche|falsehood that|of|about',
  'not true|all|every|because',
  "shouldn't|mustn't|never|don't say|think|claim|believe|assume|discriminate",
  'should|must|do not say|think|claim|believe|assume|discriminate',
  'discriminate|discriminates|discriminated|discriminating|discrimination against',
  'he|she|they claim|claims|claimed that',
  'regardless|irrespective of',
  'welcome to apply',
  'equal|same rights|opportunity|opportunities|pay',
].map((phrase) => ({ phrase }))

/** How people are spoken to: our own lists of insults, blame, pressure and contempt. */
import type { Phrase } from '#workers/analyze-content/harmony/phrases'

const phrases = (...list: string[]): Phrase[] => list.map((phrase) => ({ phrase }))

/** Names that are only of people: an insult, whoever is meant. */
export const insults: readonly Phrase[] = phrases(
  'idiot|idiots|moron|morons|imbecile|imbeciles|cretin|cretins|dimwit|halfwit|dunce|dumbass|nitwit|simpleton',
  'loser|losers|scumbag|scumbags|lowlife|lowlifes|sleazebag|dirtbag|weirdo|weirdos|nutcase|psycho',
  'waste of space|skin|oxygen',
)

/** Insults where they stand beside somebody, harsh words of things otherwise. */
export const harshWords: readonly Phrase[] = phrases(
  'idiotic|moronic|stupid|stupidest|stupidity|dumb|dumber|dumbest|brainless|mindless|clueless|witless|pathetic|worthless|despicable|contemptible',
  'fool|fools|foolish|liar|liars|coward|cowards|scum|trash|garbage|vermin|pig|pigs|rat|rats|parasite|parasites|freak|freaks|creep|creeps|jerk|jerks|brat|brats',
  'laughable|lousy|crappy|lunatic|deranged|delusional',
)

const harsh =
  `ignorant|lazy|hateful|horrible|horrid|nasty|awful|hideous|rotten|evil|filthy|dirty|useless|incompetent|hopeless|disgusting|
  repulsive|revolting|vile|gross|ridiculous|terrible|sickening|abhorrent|inferior|ugly|annoying|insufferable|bad`.replaceAll(
    /\s/g,
    '',
  )

/**
 * Hard words that are insults where they are said to somebody: a house may be filthy. What is said of others is looked at by
 * fairness where they are a group; who they are must not matter here.
 */
export const harshAtYou: readonly Phrase[] = phrases(
  `you are|were ~2 ${harsh}`,
  `you're ~2 ${harsh}`,
  `your ~1 ${harsh}`,
)

/** Tells somebody off, away or down. */
export const contempt: readonly Phrase[] = phrases(
  'shut up|it|your',
  'get lost|stuffed',
  'go to hell',
  'drop dead',
  'screw you|him|her|them',
  'hate|hates|despise|despises|loathe|loathes|detest|detests ~2 you|them|everyone|everybody',
  'nobody asked|cares|likes|wants ~1 you?',
  'no one asked|cares|likes|wants ~1 you?',
  'wrong with you|his|them',
  'do what you are|were told',
  "do what you're told",
  'waste of|my|our my|our|time time?',
  'know your place',
  "i don't care what you",
  'who do you think you are',
  'are you stupid|dumb|kidding',
  'grow up',
  'you disgust|sicken me',
  'make|makes me sick',
  'only an? ~1 idiot|fool|moron',
  'even a child|monkey could|can',
  'spare me',
  'learn to read|write|code',
)

/** Puts it on somebody. */
export const blame: readonly Phrase[] = phrases(
  'your ~1 fault|mistake|mess|doing|failure',
  'you always|never',
  'because of you',
  'you ruin|ruined|broke|destroyed|failed|messed|screwed|wrecked',
  'you people',
  'typical of you',
  'as always you',
  'blame you|him|them',
  'you should have known',
  'you only have yourself',
  'your excuses|excuse|attitude|incompetence|laziness|nonsense',
  'you make|made ~1 excuses',
)

/** Drives somebody by fear or hurry. */
export const pressure: readonly Phrase[] = phrases(
  'or else',
  "or you'll|you ~1 lose|regret|pay|look|suffer",
  'or you can look|find|forget|pack|leave|go',
  'or i|we will|shall|am',
  "or i'll|we'll",
  'last|final warning|chance',
  'no excuses',
  "you'd better",
  'you had better',
  'do it now',
  'you have no choice',
  'act now',
  'you will regret|pay',
  'you are going to regret|pay',
  "you'll regret|pay",
  'i will|can make your|sure you',
  'life hell',
  "don't you? dare",
  'i demand|insist',
  'before it is|was too late',
)

/** What single words are to the rules of speech acts: verbs that can be asked for, openers, names, words for people and groups. */
import type { ReadText, TextToken } from '#shared/language/text'

/** One bit for each thing that a word can be; several may hold of one word. */
export const WordIs = {
  /** A verb in its base form that says something to be done. */
  action: 1,
  /** As well a noun: at the start of a clause it asks only where what follows shows that it is the verb. */
  nounToo: 2,
  /** A base form, of an action or not: what follows "will" and "to". */
  base: 4,
  /** May stand between a subject and its verb. */
  adverb: 8,
  /** May stand before a clause without being of it: "and", "also", "well". */
  opener: 16,
  name: 32,
  past: 64,
  /** May be part of a subject: articles, adjectives, nouns, numbers, "of". */
  nominal: 128,
  auxiliary: 256,
  group: 512,
  person: 1024,
  /** I, we, you, he …: starts a clause. */
  subject: 2048,
  /** Verbs of seeing and finding: "can't find" refuses nothing. */
  sense: 4096,
  title: 8192,
  wh: 16384,
  mark: 32768,
  gerund: 65536,
} as const

const split = (text: string): string[] => text.trim().split(/\s+/)

const actions = split(`
  accept acknowledge activate add address adjust advise agree allow amend analyse analyze announce answer apply approve arrange ask
  assign attach attend avoid bear begin book bring browse build buy calculate call cancel carry change charge check choose
  circulate clarify clean clear click close collect come commit compare compile complete confirm connect consider consult contact
  continue contribute convert coordinate copy correct cover create debug decide delete deliver deploy describe design determine develop
  dial disable discuss distribute document download draft drop edit email e-mail enable encourage ensure enter escalate evaluate
  examine execute expand explain explore export extend fax feed fetch file fill finalise finalize find finish fix follow forward
  gather get give go grab hand handle help hire hold identify ignore implement import improve include inform insert inspect install
  introduce investigate invite invoice involve issue join keep leave lend let limit link list listen load lock log look mail maintain
  make manage mark measure meet mention merge migrate monitor move name negotiate notify obtain open order organise organize outline
  oversee pass paste pay perform pick place plan post practice practise prepare present press print process produce propose provide
  publish pull purchase push put raise reach read rebase rebuild recheck recommend record recover redo reduce refer refrain refund
  register reinstall remember remind remove rename renew reopen repair repeat replace reply report reproduce request rerun resend
  reserve reset resolve respond restart restore retry return revert review revise revisit rewrite ring rotate run save say scan
  schedule search secure see select sell send serve set settle share ship shoot show sign simplify sort speak specify split squash
  start state stay stick stop store strike submit subscribe suggest summarise summarize supply support swap switch sync take talk
  tell test text think track transfer translate treat trigger try turn type unsubscribe update upgrade upload use validate verify
  view visit vote wait wake walk watch work wrap write
`)
const nounsToo = split(`
  access address advance answer approach ask book build call cause change charge check claim click close comment contact copy cover
  design document draft drop email e-mail end estimate exchange experience export fax feed file fill finish fix focus hand help hold
  import increase interest invoice issue join lead limit link list load lock log look mail mark market measure merge move name need
  note notice offer open order pass pay pick place plan point post practice present press print process produce profile program
  project pull purchase push question rate reach read record refund release repair repeat reply report request research reserve reset
  rest result retry return review ring rule run save scan schedule search set share ship shoot show sign sort split stand start state
  stay step stick stop store strike study supply support swap switch take talk target test text track trade transfer travel treat
  trigger try turn type update upgrade upload use value view visit vote wait walk watch work wrap
`)
const otherBases = split(`
  have need want like love know hope feel mean believe expect become seem miss deserve enjoy understand own receive hear lose win fall
  rise happen remain belong appear grow learn live die stand sit sleep eat drink do
`)
const adverbs = split(`
  also just then now really still gladly definitely probably certainly surely happily personally actually simply please kindly quickly
  always soon therefore currently fully hereby already finally all both gratefully greatly very much certainly respectfully formally
  unanimously jointly further ever next again likely maybe perhaps either only first even so
`)
const openers = split(`
  and but or so then also plus yes yeah yep yup ok okay no nope well sure right otherwise meanwhile again first firstly second secondly
  third finally next now anyway however therefore additionally furthermore moreover besides hence thus alternatively instead lastly
  further unfortunately regrettably sadly hopefully fyi btw hi hello hey alright great perfect thanks thx cool fine sorry oh ah hmm
  today tomorrow tonight still
`)
const groups = split(`
  board committee group team council meeting members panel jury parties management assembly commission government court company
  shareholders trustees directors everyone all attendees participants delegates union department
`)
const persons = split(`
  assistant colleague colleagues manager secretary boss lawyer accountant agent team partner wife husband brother sister son daughter
  mother father neighbour neighbor friend driver technician engineer engineers developer developers support staff treasurer chair
  chairman chairwoman chairperson president director supervisor landlord doctor nurse teacher office department crew courier contractor
  electrician plumber administrator admin reviewer maintainer maintainers intern student students
`)
const senses = split(`
  believe wait find see remember recall imagine help tell hear say figure understand think stand open access reproduce log connect read
  download load get recognise recognize feel know smell explain emphasise emphasize stress express thank
`)
const irregularPast = split(`
  was were had did said told wrote went gave took made sent met found got came saw knew thought brought bought began broke chose drew
  drove fell felt flew forgot grew heard held kept laid left lost meant paid put ran read rose sold set shook shut sat slept spoke spent
  stood swore taught threw understood woke won wore agreed
`)
const titles = split('mr mrs ms miss dr prof professor sir madam mr. mrs. ms. dr. prof.')
const whWords = split('what when where who whom whose which why how')
const subjects = split(
  'i we you he she they it this that these those someone somebody anyone anybody everyone there one',
)
const auxiliaries = split(`
  is are was were am be been being 's 're 'm 've 'd 'll has have had do does did can could will would shall should may might must ca wo
  sha ai
`)

const bitsOf = new Map<string, number>()
const mark = (words: readonly string[], bits: number): void => {
  for (const word of words) bitsOf.set(word, (bitsOf.get(word) ?? 0) | bits)
}
mark(actions, WordIs.action | WordIs.base)
mark(nounsToo, WordIs.nounToo)
mark(otherBases, WordIs.base)
mark(adverbs, WordIs.adverb)
mark(openers, WordIs.opener)
mark(groups, WordIs.group)
mark(persons, WordIs.person)
mark(senses, WordIs.sense)
mark(irregularPast, WordIs.past)
mark(titles, WordIs.title)
mark(whWords, WordIs.wh)
mark(subjects, WordIs.subject)
mark(auxiliaries, WordIs.auxiliary)
/** What never is a verb that is asked for, whatever the tagger says of it. */
const closed = new Set([
  ...subjects,
  ...auxiliaries,
  ...whWords,
  'me',
  'us',
  'him',
  'them',
  'not',
  "n't",
  'the',
  'a',
  'an',
  'to',
])

/** What each word of a text is to the rules, by the index of its token. */
export function wordBitsOf(text: ReadText, isPerson: (token: TextToken) => boolean): Uint32Array {
  const found = new Uint32Array(text.tokens.length)
  let index = 0
  for (const token of text.tokens) {
    found[index] = bitsOfToken(text, index, token, isPerson)
    index += 1
  }
  return found
}

function bitsOfToken(text: ReadText, index: number, token: TextToken, isPerson: (token: TextToken) => boolean): number {
  const { norm, pos } = token
  let bits = bitsOf.get(norm) ?? 0
  if (pos === 'PUNCT' || pos === 'SYM') return bits | WordIs.mark
  if (closed.has(norm)) return pos === 'DET' ? bits | WordIs.nominal : bits
  if (pos === 'VERB') {
    if (norm.endsWith('ed')) bits |= WordIs.past
    else if (norm.endsWith('ing')) bits |= WordIs.gerund
    else if (norm === token.lemma && (bits & WordIs.past) === 0) bits |= WordIs.base
  } else if (norm.endsWith('ed') && pos === 'ADJ') bits |= WordIs.past | WordIs.nominal
  else if (pos === 'NOUN' || pos === 'ADJ' || pos === 'DET' || pos === 'NUM' || pos === 'PROPN') bits |= WordIs.nominal
  if (norm.endsWith('ing') && pos !== 'PROPN') bits |= WordIs.gerund
  if (norm === 'of') bits |= WordIs.nominal
  if (isNamed(text, index, token, bits) || isPerson(token)) bits |= WordIs.name | WordIs.nominal
  return bits
}

/** "Maria", "@sam", "Mr": upper case, tagged as a name or behind a title, and no verb or opener that merely starts a sentence. */
function isNamed(text: ReadText, index: number, token: TextToken, bits: number): boolean {
  const first = text.plain.charCodeAt(token.start)
  if (first === 64) return token.end - token.start > 1
  if ((bits & WordIs.title) !== 0) return isUpper(first)
  if (!isUpper(first)) return false
  if ((bits & WordIs.action) !== 0) return token.pos === 'PROPN' && afterNames.has(text.tokens[index + 1]?.norm ?? '')
  const other = WordIs.opener | WordIs.adverb | WordIs.person | WordIs.group | WordIs.auxiliary
  if ((bits & other) !== 0) return false
  if (calendar.has(token.norm)) return false
  if (token.pos === 'PROPN') return !abstract.test(token.norm)
  const before = text.tokens[index - 1]
  return before !== undefined && ((bitsOf.get(before.norm) ?? 0) & WordIs.title) !== 0
}

/** "Mark will", "Bill has": a name though it could be a verb. */
const afterNames = new Set("will 'll is has was agreed offered promised volunteered said asked".split(' '))
/** Tagged as names, but nobody's. */
const calendar = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november
   december easter christmas lgtm sgtm fyi asap ok eod eta`.split(/\s+/),
)
/** "Registration closes": no name, though a capital at a sentence's start may be tagged as one. */
const abstract = /(?:tion|sion|ment|ness|ance|ence|ity|ship|ing|ware)s?$/

/** A capital of Latin, Greek or Cyrillic, near enough for names: a letter that lower case changes. */
function isUpper(unit: number): boolean {
  if (unit < 128) return unit >= 65 && unit <= 90
  const letter = String.fromCharCode(unit)
  return letter !== letter.toLowerCase()
}

/** What a scan leaves to a person, as questions: which rule asks what, and what each choice means. Pure. */
import type { ReportIssue, violationSeverities } from '#db/documents/scan-report'
import type { answerMeanings } from '#db/documents/states'
import { criterionOf } from '#shared/accessibility/criteria'

type Meaning = (typeof answerMeanings)[number]
export type Choice = {
  choice: string
  says: string
  means: Meaning
  /** Of a failure: what it counts as. */
  severity: (typeof violationSeverities)[number] | null
}

export type Question = {
  /** Kept with what it was asked about: answers are found by it, so it never changes. */
  id: string
  asks: string
  choices: readonly Choice[]
  /** Whether the markup alone decides, so that the answer holds wherever on the site it stands, or what is around it as well. */
  reach: 'place' | 'site'
  /** What decides beside markup: how it looks, or what scripts make of it. An answer is bound to the page's style sheets, and scripts. */
  hangsOn?: 'looks' | 'scripts'
}

const fine = (choice: string, says: string): Choice => ({ choice, says, means: 'fine', severity: null })
const failure = (choice: string, says: string, severity: NonNullable<Choice['severity']> = 'serious'): Choice => ({
  ...{ choice, says, means: 'failure', severity },
})
/** Nobody is made to guess: what nobody can tell stays a warning. */
const cannotTell: Choice = {
  ...{ choice: 'cannot-tell', says: 'It cannot be told from here.', means: 'unknown', severity: null },
}

type Entry = Omit<Question, 'choices'> & { rules: RegExp; choices: readonly Choice[] }

/** The first that fits a rule's name counts. */
const entries: readonly Entry[] = [
  {
    id: 'text-contrast',
    rules: /contrast/,
    asks: 'Is all of this text easy to read against whatever is behind it?',
    choices: [
      fine('readable', 'Yes: every letter stands out from what is behind it.'),
      failure('unreadable', 'No: some of it can hardly be told from what is behind it.'),
      fine('not-read', 'Nobody has to read it: it is a logo, decoration, or of a control that is switched off.'),
    ],
    reach: 'place',
    hangsOn: 'looks',
  },
  {
    id: 'image-of-text',
    rules: /image-of-text|text-in-image/,
    asks: 'Is this a picture of words that could be text?',
    choices: [
      failure('text', 'Yes: the words could be text of the page.', 'moderate'),
      fine('essential', 'No: it is a logo, or the looks of the words are what matters.'),
      fine('no-words', 'No: there are no words in it.'),
    ],
    reach: 'site',
  },
  {
    id: 'picture-left-out',
    rules: /image-hidden|(?:image|graphic|background|svg).*without-alternative|background-image|decorative/,
    asks: 'Does this picture tell something that the text around it does not?',
    choices: [
      failure('tells', 'Yes: who does not see it misses something.'),
      fine('decoration', 'No: it is decoration, or the text says the same.'),
    ],
    reach: 'place',
  },
  {
    id: 'picture-words',
    rules: /(?:^|[-_])alt(?:$|[-_])|image-(?:alt|name)|svg|role-img|figure/,
    asks: 'Do these words say what the picture is there for?',
    choices: [
      fine('fits', 'Yes: whoever hears them misses nothing.'),
      failure('misses', 'No: they say something else, too little, or nothing at all.'),
      failure('decoration', 'The picture is decoration and should have no words.', 'minor'),
    ],
    reach: 'site',
  },
  {
    id: 'link-look',
    rules: /link-in-text-block|link-(?:by|without)-colou?r/,
    asks: 'Can this link be told from the text around it by something else than its colour?',
    choices: [fine('told', 'Yes.'), failure('colour-alone', 'No: by its colour alone.')],
    reach: 'place',
    hangsOn: 'looks',
  },
  {
    id: 'link-words',
    rules: /(?<!b)link/,
    asks: 'Is it clear where this link leads, from its words and from the sentence, list item or table row that it stands in?',
    choices: [fine('clear', 'Yes.'), failure('unclear', 'No: one has to look further around, or to try it.')],
    reach: 'place',
  },
  {
    id: 'heading-words',
    rules: /heading|^h1/,
    asks: 'Does this heading say what comes below it, and does it stand on the level that it should?',
    choices: [
      fine('fits', 'Yes.'),
      failure('words', 'No: its words do not say what comes below.', 'moderate'),
      failure('no-heading', 'It is no heading, or one of another level.', 'moderate'),
    ],
    reach: 'place',
  },
  {
    id: 'page-title',
    rules: /title/,
    asks: 'Does this title say what it is the title of, among others of the same site?',
    choices: [fine('fits', 'Yes.'), failure('misses', 'No.')],
    reach: 'place',
  },
  {
    id: 'caption',
    rules: /caption|transcript|audio|video|media|description/,
    asks: 'Is everything that is said and shown in this recording there as text or captions, too?',
    choices: [
      fine('there', 'Yes: captions, or a text beside it, say all of it.'),
      failure('missing', 'No: something is told by sound or by picture alone.', 'critical'),
      fine('no-content', 'It says nothing: it is a background, or itself stands for a text of the page.'),
    ],
    reach: 'place',
  },
  {
    id: 'movement',
    rules: /moving|blink|marquee|animat|changes-by-itself|carousel|refresh|timeout|motion/,
    asks: 'Can whoever is distracted by this, or slower than it, stop it?',
    choices: [
      fine('can-stop', 'Yes: a control of the page stops, hides or slows it.'),
      fine('essential', 'It need not be stopped: it is over within five seconds, or it is what the page is about.'),
      failure('cannot-stop', 'No.'),
    ],
    reach: 'place',
    hangsOn: 'scripts',
  },
  {
    id: 'focus-look',
    rules: /focus[-_](?:not[-_])?visible|focus-(?:indicator|obscured|appearance)|focus.*hidden/,
    asks: 'When this is reached with the Tab key, can one see that it was?',
    choices: [fine('seen', 'Yes.'), failure('not-seen', 'No, or hardly.')],
    reach: 'place',
    hangsOn: 'looks',
  },
  {
    id: 'keys',
    rules: /mouse|keyboard|keys?(?:$|-)|trap|focus|dialog|tabindex|scrollable|shortcut|hover|nested/,
    asks: 'With the keyboard alone: can everything be done here that a mouse can do, and can one get away again?',
    choices: [fine('works', 'Yes, here or by another control of the page.'), failure('fails', 'No.', 'critical')],
    reach: 'place',
    hangsOn: 'scripts',
  },
  {
    id: 'size',
    rules: /reflow|zoom|resize|clip|spacing|target|orientation|viewport|text-size/,
    asks: 'Can all of it be read and used: enlarged, with wider spacing, on a narrow screen, with a finger?',
    choices: [fine('usable', 'Yes.'), failure('lost', 'No: something is cut off, covered, or too small to hit.')],
    reach: 'place',
    hangsOn: 'looks',
  },
  {
    id: 'language',
    rules: /lang|direction/,
    asks: 'Is this text in the language, and of the direction, that the page says of it?',
    choices: [
      fine('as-said', 'Yes, or it is a name or a word that is used in that language, too.'),
      failure('other', 'No: it is in another language or direction.', 'moderate'),
    ],
    reach: 'site',
  },
  {
    id: 'looks-as-instruction',
    rules: /instruction|colou?r|sensory|looks/,
    asks: 'Does one understand this without seeing colours, shapes or places?',
    choices: [fine('understood', 'Yes.'), failure('not-understood', 'No: only how it looks tells what is meant.')],
    reach: 'place',
  },
  {
    id: 'table-cells',
    rules: /table|header-cell|^t[dh]-|headers|scope/,
    asks: 'Does each cell of this table say, by its headers, what it is about?',
    choices: [
      fine('told', 'Yes, or it is no table of data at all.'),
      failure('not-told', 'No: one has to see where it stands.'),
    ],
    reach: 'place',
  },
  {
    id: 'field-words',
    rules: /label|field|hint|placeholder|autocomplete|form|input|select|error|required|fieldset|group/,
    asks: 'Does whoever hears this field alone know what to enter, and what was wrong with it?',
    choices: [fine('known', 'Yes.'), failure('not-known', 'No: what the label or the message says is not enough.')],
    reach: 'place',
  },
]

/** Of whatever else breaks a criterion: the criterion itself is what is asked about. */
const generalOf = (criterion: { id: string; name: string }): Question => ({
  id: `criterion-${criterion.id}`,
  asks: `Is ${criterion.id} ${criterion.name} met here?`,
  choices: [fine('met', 'Yes.'), failure('not-met', 'No.', 'moderate'), cannotTell],
  reach: 'place',
  hangsOn: 'scripts',
})

type Asked = Pick<ReportIssue, 'type' | 'criteria' | 'html'>

/**
 * What is asked of an element that a scan could not decide on. Undefined of what breaks no criterion of the standard: nobody's
 * answer would change anything; and of what is on no element.
 */
export function questionOf(issue: Asked, standard: ReadonlySet<string>): Question | undefined {
  const [broken] = issue.criteria.filter((id) => standard.has(id)).flatMap((id) => criterionOf(id) ?? [])
  if (!broken || issue.html === '') return undefined
  const entry = entries.find(({ rules }) => rules.test(issue.type))
  if (!entry) return generalOf(broken)
  const { rules: _, ...question } = entry
  return { ...question, choices: [...question.choices, cannotTell] }
}

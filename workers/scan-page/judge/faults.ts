/** What a model may say of a part of a page, rule by rule: it names the part and the fault, all words are ours. */
import type { CheckMeta } from '#workers/scan-page/checks/check'

export const partKinds = ['picture', 'title', 'heading', 'label', 'link', 'text'] as const
export type PartKind = (typeof partKinds)[number]

export type JudgedFault = CheckMeta & {
  of: PartKind
  /** As the model calls it. */
  fault: string
  /** What it means, to the model; and in the finding, after the part's name: "the picture shows something else". */
  words: string
}

const sure = { tier: 'warning', impact: 'moderate' } as const
const altText = {
  ...sure,
  of: 'picture',
  rule: 'judged-alt-text',
  criteria: ['1.1.1'],
  remedy: 'Write as the alternative what the picture tells its reader here, its words included.',
} as const

export const judgedFaults: readonly JudgedFault[] = [
  { ...altText, fault: 'other_thing', words: 'the picture shows something else than its alternative says' },
  { ...altText, fault: 'tells_nothing', words: 'the alternative does not tell what the picture shows' },
  { ...altText, fault: 'words_missing', words: 'the picture holds words that its alternative lacks' },
  {
    ...sure,
    of: 'title',
    rule: 'judged-page-title',
    criteria: ['2.4.2'],
    remedy: 'Name in the title what this page is about.',
    fault: 'other_matter',
    words: 'the page is about something else than its title says',
  },
  {
    ...sure,
    of: 'heading',
    rule: 'judged-heading',
    criteria: ['2.4.6'],
    remedy: 'Let the heading say what stands beneath it.',
    fault: 'other_matter',
    words: 'what stands beneath the heading is about something else',
  },
  {
    ...sure,
    of: 'label',
    rule: 'judged-label',
    criteria: ['2.4.6', '3.3.2'],
    remedy: 'Let the label say what is to be entered.',
    fault: 'unclear',
    words: 'the label does not tell what is to be entered',
  },
  {
    ...sure,
    of: 'link',
    rule: 'judged-link-text',
    criteria: ['2.4.4', '2.4.9'],
    remedy: 'Let the link’s words say where it leads.',
    fault: 'unclear',
    words: 'neither the link’s words nor those around it tell where it leads',
  },
  {
    ...sure,
    of: 'text',
    rule: 'judged-plain-words',
    criteria: ['3.1.5'],
    remedy: 'Say it in shorter sentences and common words, or add a version that does.',
    fault: 'hard_words',
    words: 'the text could be said in plainer words',
  },
]

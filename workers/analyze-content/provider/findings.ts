/** What a model may point to in a text, and what each place counts: our points and our words, never its own. */
import type { Dimension } from '#db/documents/alignment'

export type FindingKind = { dimension: Dimension; finding: string; points: number; words: string }

export const findingKinds: readonly FindingKind[] = [
  { dimension: 'clarity', finding: 'hard_to_follow', points: 5, words: 'a sentence that its readers must read twice' },
  {
    dimension: 'honesty',
    finding: 'without_ground',
    points: 10,
    words: 'a claim that goes beyond any ground it gives',
  },
  { dimension: 'honesty', finding: 'misleads', points: 30, words: 'somebody is misled, or is to be' },
  { dimension: 'safety', finding: 'harm_taught', points: 50, words: 'harm is taught, asked for or called for' },
  { dimension: 'safety', finding: 'threat', points: 50, words: 'somebody is threatened' },
  {
    dimension: 'fairness',
    finding: 'pinned_on_group',
    points: 40,
    words: 'something bad is said of people for the group they are of',
  },
  { dimension: 'fairness', finding: 'kept_out', points: 40, words: 'people of a group are kept out' },
  { dimension: 'privacy', finding: 'tells_who', points: 12, words: 'a fact that tells who a private person is' },
  { dimension: 'respect', finding: 'insult', points: 30, words: 'somebody is insulted or looked down on' },
  { dimension: 'respect', finding: 'pressure', points: 15, words: 'somebody is driven by fear or hurry' },
  {
    dimension: 'accountability',
    finding: 'nobody_does_it',
    points: 15,
    words: 'something is promised and nobody is to do it',
  },
]

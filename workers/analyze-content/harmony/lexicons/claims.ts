/** How texts overstate, hedge, leave out and mislead: our own lists of phrases. */
import type { Phrase } from '#workers/analyze-content/harmony/phrases'

export type Weighted = Phrase & { points: number; instead?: string }

const weighted = (points: number, ...phrases: string[]): Weighted[] => phrases.map((phrase) => ({ phrase, points }))

/** "Do not" in its three forms. */
export const forbidden = (deed: string): string[] => [`don't|never ${deed}`, `do not ${deed}`]

export const absolutes: readonly Weighted[] = [
  ...weighted(
    16,
    'guarantee|guaranteed|guarantees',
    'risk free',
    'no|zero risk ~1 at? all?',
    "cannot|can't fail|lose",
    'can|could never fail|lose',
    'there is|are no way|doubt|question',
    "cannot|can't be hacked|broken|beaten|wrong",
    'without exception',
    'one hundred percent|%',
    '100 %|percent',
    '100 per cent',
    'absolutely certain|sure|safe|no',
    'beyond ~1 doubt',
    'undeniable|undeniably|irrefutable|irrefutably|indisputable|indisputably|infallible|foolproof',
    'miracle|miraculous',
    'definitely|certainly|undoubtedly ~1 cure|cures|works|work|solves|solve|prove|proves',
    'cures|cure ~1 all|every|everything',
    'everyone|everybody knows|agrees',
    'nobody|noone can|could|would deny|doubt|dispute',
    'no one can|could|would deny|doubt|dispute',
    'never ever',
    'complete|total disaster|failure|fraud|success',
  ),
  ...weighted(
    5,
    'always',
    'never',
    'definitely',
    'certainly',
    'undoubtedly',
    'completely',
    'totally',
    'forever',
    'obviously',
    'proven',
  ),
]

export const hype: readonly Weighted[] = weighted(
  10,
  'best in the world',
  'world class|leading|beating',
  'revolutionary|unbeatable|unmatched|unrivalled|unrivaled|unprecedented|unparalleled|groundbreaking',
  'game changer|changing',
  'nothing|none comes|come close',
  'once in a lifetime',
  "you won't believe",
  'second to none',
  'number one ~2 world|country|market',
  'the only|best|greatest ~2 ever',
)

/** Authority without a name. */
export const vagueSources: readonly Weighted[] = weighted(
  16,
  'studies|research|science|data|surveys|tests show|shows|prove|proves|suggest|suggests|say|says|confirm|confirms',
  'experts|scientists|doctors|researchers|analysts agree|say|believe|recommend|know',
  'it is|has been? well? widely? scientifically? known|proven|said|believed|established that',
  'scientifically|clinically proven|tested',
  'many|most experts|scientists|doctors say|believe|agree|think',
  'sources say|tell|claim',
  'as we all know',
)

/** Asks for, or tells of, misleading somebody. */
export const misleading: readonly Weighted[] = weighted(
  30,
  ...forbidden(
    'mention|tell|disclose|reveal|admit ~5 customer|customers|client|clients|auditor|auditors|regulator|public|press|user|users|board|them|him|her|his',
  ),
  'tell them|him|her|customers|clients|people it was|is ~2 routine|nothing|fine',
  'backdate|backdated|backdating',
  'make it look|seem|appear ~1 as|like',
  'so that it looks|seems|appears as|like',
  'fake|false|invented|made review|reviews|testimonial|testimonials|invoice|invoices|receipt|receipts|numbers|figures|data|evidence|document|documents',
  'cover up ~4 mistake|error|loss|leak|problem|incident|breach',
  'hide|conceal|bury ~4 from ~2 customer|customers|client|clients|auditor|auditors|regulator|regulators|public|press|users|board|investors',
  'cook the books',
  'massage|fudge|doctor|falsify|fabricate ~2 numbers|figures|results|data|report|records',
  'pretend that|to|it|we|you|i',
  'lie|lying|lied to ~2 customer|customers|client|clients|public|them|him|her|his|auditors|investors|regulator',
  'leave out the|any bad|negative',
  'nobody needs|has to know',
  'no one needs|has to know',
  'keep|keeping ~3 in the dark',
)

export const hedges: readonly Weighted[] = weighted(
  1,
  'may|might|could|perhaps|maybe|possibly|probably|likely|apparently|seemingly|roughly|approximately',
  'seem|seems|seemed|appear|appears|suggests',
  'i|we think|believe|guess|suppose|expect|assume',
  'kind|sort of',
  'to some extent',
  'as far as ~1 know',
  'in my|our opinion|view|experience',
)

/** Says where something is known from. */
export const sources: readonly Phrase[] = [
  'according to',
  'source|sources ~1 of?',
  'reported|published|measured|surveyed|estimated|calculated|counted by|in',
  'in a|our|the|its|their ~2 survey|study|trial|test|poll|report|census|paper|audit|experiment|interviews',
  "agency's|bureau's|ministry's|office's|department's|university's|team's report|study|survey|data|figures",
  'we|i measured|counted|surveyed|tested|interviewed|asked|compared|found|ran',
  'see section|table|figure|appendix|annex|page|chapter',
  'section|table|figure|appendix|annex 1|2|3|4|5|6|7|8|9|10|11|12',
  'told us|me',
  'tested by',
].map((phrase) => ({ phrase }))

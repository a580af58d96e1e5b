/** What trees of traces and of systems say alike: reliability, shares of the risk, what was collated. Pure. */

import type { Static } from '@sinclair/typebox'
import {
  countWords,
  type Figure,
  figure,
  hundredth,
  type Scale,
  scales,
  shownScore,
  spoken,
} from '#api/traces/pictures/figures'
import {
  type Fact,
  type Group,
  type Lenient,
  type LenientSystemTree,
  pairOf,
  shownCategories,
} from '#api/traces/pictures/shown'
import type { People, Reliability } from '#db/documents/tree-parts'

type AnyRate = Lenient<{ k: number; n: number; rate: number | null; lo: number | null; hi: number | null }>
type Collation = NonNullable<NonNullable<LenientSystemTree['level_5']>['aggregated_measurements']>
type Flags = readonly Lenient<{
  flag: string
  n: number
  rate: number
  wilson: [number, number]
  interval: [number, number]
}>[]
type Ranked = NonNullable<NonNullable<NonNullable<LenientSystemTree['level_2']>['risks']>['ranked']>

/** What a tree comes to, with its grade. @param isBounds whether its interval is of missing evidence. */
export const validityFigure = (
  interpretation:
    | Lenient<{ validity_score: number | null; validity_interval: [number, number] | null; grade: string | null }>
    | null
    | undefined,
  isBounds: boolean,
): Figure =>
  figure('Validity', interpretation?.validity_score, scales.score, {
    interval: pairOf(interpretation?.validity_interval),
    isBounds,
    isDriver: true,
    note: interpretation?.grade ? `grade ${interpretation.grade}` : '',
  })

/** What a tree was made of and by. */
export const makingFacts = (
  summary: Lenient<{ tree_digest: string; profile_digest: string }> | null | undefined,
  about: Lenient<{ store_version: string; tree_spec_version: string }> | null | undefined,
): Fact[] => [
  ['Digest of the tree', summary?.tree_digest, true],
  ['Digest of the profile', summary?.profile_digest, true],
  ['Store', about?.store_version ? `version ${about.store_version}` : null],
  ['Specification of the tree', about?.tree_spec_version ? `version ${about.tree_spec_version}` : null],
]

export const rateFigure = (name: string, rate: AnyRate | null | undefined, scale: Scale, odd: Partial<Figure> = {}) =>
  figure(name, rate?.rate, scale, {
    interval: pairOf([rate?.lo, rate?.hi]),
    note: rate?.n ? `${rate.k ?? 0} of ${countWords(rate.n, 'trace')}` : 'no traces',
    ...odd,
  })

export function reliabilityGroup(reliability: Lenient<Static<typeof Reliability>>, isOwn: boolean): Group {
  const { agreement, interval, mean_validity, n, n_required_for_pm5: needed } = reliability
  return {
    title: isOwn ? 'Reliability' : 'Reliability of its system',
    about:
      'How far the figures of the system can be relied on. The mean of the traces’ own scores is over all of them and is not the score of this tree.',
    figures: [
      figure('Reliability', reliability.reliability_score, scales.score, {
        note: reliability.status === 'insufficient_data' ? 'insufficient data' : '',
      }),
      figure('Mean of the traces’ own scores', mean_validity, scales.score, {
        interval: interval ? pairOf([interval.lo, interval.hi]) : null,
        note: `${n ? countWords(n, 'trace') : 'no traces'}${needed ? `; ${countWords(needed, 'trace')} would give it to 5 points` : ''}`,
      }),
      rateFigure('Compliant with the constitution', reliability.compliance_rate, scales.good),
      rateFigure('Declared HIGH', reliability.high_rate, scales.bad),
      figure('Declared level fits the score', reliability.consistent_share, scales.good),
      figure('Agreement of the automated raters', agreement?.value, scales.agreement, {
        interval: pairOf(agreement?.ci),
        note: `Krippendorff’s alpha, ${spoken(agreement?.reading ?? 'insufficient_data')}`,
      }),
    ],
  }
}

export const shareGroup = (ranked: Ranked, driver: string | null | undefined): Group => ({
  title: 'What the risk is made of',
  about: 'The share of the risk that each category contributes.',
  figures: ranked.map(({ id, contribution, risk }) =>
    figure(spoken(id ?? ''), contribution, scales.bad, {
      isDriver: id === driver,
      note: typeof risk === 'number' ? `its own score ${hundredth(100 - 10 * risk)}` : 'nothing known',
    }),
  ),
})

const flagsShown = 10

export const flagGroup = (flags: Flags): Group => ({
  title: 'Most frequent flags',
  about: flags.length === 0 ? 'No trace carries a flag.' : 'Share of the traces that carry each.',
  figures: flags.slice(0, flagsShown).map(({ flag, n, rate, wilson, interval }) =>
    figure(flag ?? '', rate, scales.bad, {
      interval: pairOf(interval ?? wilson),
      note: countWords(n ?? 0, 'trace'),
      isTheirs: true,
    }),
  ),
})

export function collationGroups({ risk_score, confidence, risk_distribution: levels, item_table }: Collation): Group[] {
  const total = (levels?.LOW ?? 0) + (levels?.MEDIUM ?? 0) + (levels?.HIGH ?? 0)
  const share = (count: number | null | undefined) => (total > 0 ? (count ?? 0) / total : null)
  const items = item_table ?? []
  return [
    {
      title: 'As the senders declared it',
      figures: [
        figure('Risk score, mean', risk_score?.mean, scales.declaredRisk, {
          interval: pairOf(risk_score?.ci95),
          note: spreadNote(risk_score),
        }),
        figure('Confidence, mean', confidence?.mean, scales.confidence, {
          interval: pairOf(confidence?.ci95),
          note: spreadNote(confidence),
        }),
        figure('Declared LOW', share(levels?.LOW), scales.good, { note: countWords(levels?.LOW ?? 0, 'trace') }),
        figure('Declared MEDIUM', share(levels?.MEDIUM), scales.bad, {
          note: countWords(levels?.MEDIUM ?? 0, 'trace'),
        }),
        figure('Declared HIGH', share(levels?.HIGH), scales.bad, { note: countWords(levels?.HIGH ?? 0, 'trace') }),
      ],
    },
    {
      title: 'Each item over the traces',
      about: 'Items of the categories, with how many traces say something of each.',
      figures: items.map(({ item, mean, missing, n }) =>
        figure(itemName(item ?? ''), shownScore(mean), scales.score, {
          note:
            (n ?? 0) === 0
              ? 'no evidence in any trace'
              : `${countWords(n ?? 0, 'trace')}${missing ? `, ${missing} without` : ''}`,
        }),
      ),
    },
  ]
}

function spreadNote(spread: Collation['risk_score']): string {
  if (typeof spread?.min !== 'number' || typeof spread.max !== 'number') return ''
  const p90 = typeof spread.p90 === 'number' ? `, nine in ten up to ${spread.p90}` : ''
  return `${spread.min} to ${spread.max}${p90}`
}

/** What people said: beside what was measured, never in it. */
export function peopleGroups(people: Lenient<People>): Group[] {
  const alpha = (name: string, of: Lenient<People['agreement']['within']> | null | undefined) =>
    figure(name, of?.value, scales.agreement, {
      interval: pairOf(of?.ci),
      note: `Krippendorff’s alpha, ${spoken(of?.reading ?? 'insufficient_data')}${of?.reason ? `: ${spoken(of.reason)}` : ''}`,
    })
  return [
    {
      title: 'What people said',
      about: `${countWords(people.annotations ?? 0, 'annotation')} of ${countWords(people.traces ?? 0, 'trace')} by ${countWords(people.raters ?? 0, 'rater')}, beside the automated ones: they change no score.`,
      figures: [
        ...shownCategories.map((id) => {
          const said = people.by_category?.[id]
          const unable = said?.unable ? `, ${said.unable} unable to say` : ''
          return figure(spoken(id), shownScore(said?.mean), scales.score, {
            note: said?.n
              ? `${countWords(said.n, 'answer')}${unable}${typeof said.gap === 'number' ? `; ${gapText(said.gap)}` : ''}`
              : `no answer${unable}`,
          })
        }),
        alpha('Agreement among people', people.agreement?.within),
        alpha('Agreement with automation', people.agreement?.with_automation),
      ],
    },
  ]
}

/** Of risks: people minus automation. */
function gapText(gap: number): string {
  const points = hundredth(Math.abs(10 * gap))
  return gap === 0 ? 'as automation has it' : `${points} points ${gap > 0 ? 'worse' : 'better'} than automation`
}

/** safety.declared_risk is "safety: declared risk". */
export const itemName = (id: string): string => spoken(id).replace('.', ': ')

export function timeFigures(times: Lenient<{ cohort_p50: number; cohort_p95: number }> | null | undefined): Figure[] {
  return [
    figure('Median, ms', times?.cohort_p50, scales.time, { note: times?.cohort_p50 == null ? 'no trace says it' : '' }),
    figure('95th percentile, ms', times?.cohort_p95, scales.time, {
      note: times?.cohort_p95 == null ? 'no trace says it' : '',
    }),
  ]
}

export const trendFigure = (trend: Lenient<{ kendall_tau: number; p: number }> | null | undefined): Figure =>
  figure('Risk of the traces over time', trend?.kendall_tau, scales.trend, {
    note: typeof trend?.p === 'number' ? `Kendall’s tau, p = ${trend.p}` : 'too few traces',
  })

export const windowFact = ({ window }: Collation): Fact => [
  'Traces',
  window?.n
    ? `${countWords(window.n, 'trace')}${window.from ? `, ${dayOf(window.from)} to ${dayOf(window.to ?? window.from)}` : ''}`
    : 'none',
]

/** 2026-05-20T00:00:00.010Z is "20 May 2026, 00:00 UTC". */
export function momentOf(iso: string): string {
  const at = new Date(iso)
  if (Number.isNaN(at.getTime())) return iso
  return `${dayOf(iso)}, ${at.toISOString().slice(11, 16)} UTC`
}

export function dayOf(iso: string): string {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? iso : `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`
}
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

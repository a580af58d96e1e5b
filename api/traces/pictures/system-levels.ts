/** The six levels of a system's tree as they are shown. Pure. */
import {
  capital,
  countWords,
  type Figure,
  figure,
  scales,
  scoresOf,
  shownScore,
  spoken,
} from '#api/traces/pictures/figures'
import {
  collationGroups,
  flagGroup,
  makingFacts,
  peopleGroups,
  rateFigure,
  reliabilityGroup,
  shareGroup,
  timeFigures,
  trendFigure,
  validityFigure,
  windowFact,
} from '#api/traces/pictures/shared-levels'
import {
  aLevel,
  type Fact,
  type Group,
  type LenientSystemTree,
  type Level,
  pairOf,
  shownCategories,
} from '#api/traces/pictures/shown'

export const shownTestCategories = ['red_team', 'field', 'model'] as const

export function systemLevels(tree: LenientSystemTree): Level[] {
  return [level1(tree), level2(tree), level3(tree), level4(tree), level5(tree), level6(tree)]
}

function level1({ level_1 }: LenientSystemTree): Level {
  const { interpretation, summary } = level_1 ?? {}
  return aLevel(1, {
    groups: [
      {
        title: 'What the tree comes to',
        figures: [
          validityFigure(interpretation, false),
          figure('Evidence that was there', summary?.coverage, scales.good, {
            note: 'of what the items ask for, mean over the traces',
          }),
        ],
      },
    ],
    facts: [
      ['Traces', summary?.n],
      ['Profile', summary?.profile, true],
      ['Standard', summary?.standard],
    ],
  })
}

function level2({ level_1, level_2, level_3 }: LenientSystemTree): Level {
  const { validity, reliability, risks } = level_2 ?? {}
  const groups: Group[] = [
    {
      title: 'Validity',
      about: 'The score of the worst testing level. What caps a trace is counted here.',
      figures: [
        figure('Validity', validity?.validity_score, scales.score, {
          interval: pairOf(validity?.interval),
          isDriver: true,
          note: validity?.max_bias
            ? `a maximum understates the score, here by about ${Math.round(100 * validity.max_bias) / 10}`
            : '',
        }),
        ...(typeof level_1?.interpretation?.validity_at_least === 'number'
          ? [
              figure('Proven at least', level_1.interpretation.validity_at_least, scales.score, {
                note: 'whatever rare traces were not seen',
              }),
            ]
          : []),
        ...(validity?.unacceptable ? [rateFigure('Unacceptable traces', validity.unacceptable, scales.bad)] : []),
        ...(validity?.capped?.any ? [rateFigure('Capped traces', validity.capped.any, scales.bad)] : []),
        rateFigure('Traces declared non-compliant', validity?.capped?.constitutional_compliance, scales.bad),
        rateFigure('Traces with a critical flag', validity?.capped?.critical_flag, scales.bad),
      ],
    },
  ]
  if (risks?.ranked && risks.ranked.length > 0) groups.push(shareGroup(risks.ranked, risks.ranked[0]?.id))
  if (reliability) groups.push(reliabilityGroup(reliability, true))
  const gates = (validity?.gates ?? []).filter(({ triggered }) => triggered)
  return aLevel(2, {
    groups,
    driver: level_3?.driver ? `the worst testing level, ${spoken(level_3.driver)}` : null,
    notes: gates.map(
      ({ rationale, verdict_at_best: best }) => `${capital(spoken(rationale ?? ''))}: ${best ?? ''} at best.`,
    ),
  })
}

function level3({ level_3 }: LenientSystemTree): Level {
  const figures = shownTestCategories.flatMap((category): Figure[] => {
    const level = level_3?.[category]
    const name = spoken(category)
    if (!level) return [figure(name, null, scales.score, { note: 'no traces' })]
    const isDriver = level_3?.driver === category
    return [
      figure(name, shownScore(level.risk), scales.score, {
        interval: scoresOf(pairOf(level.interval)),
        isDriver,
        note: `${countWords(level.n ?? 0, 'trace')}${level.interval ? '' : `, no interval${level.interval_reason ? `: ${spoken(level.interval_reason)}` : ''}`}`,
      }),
      ...sideFigures('annotators', level.annotator_risk),
      ...sideFigures('users', level.perception_risk),
    ]
  })
  return aLevel(3, {
    driver: level_3?.driver ? `${spoken(level_3.driver)}, the lowest score` : null,
    groups: [{ title: 'How the traces came about', about: 'The mean over the traces of each testing level.', figures }],
  })
}

function sideFigures(
  name: string,
  side:
    | { mean?: number | null | undefined; n?: number | null | undefined; missing?: number | null | undefined }
    | null
    | undefined,
): Figure[] {
  return [figure(name, shownScore(side?.mean), scales.score, { depth: 1, note: meanNote(side) })]
}

function meanNote(
  of: { n?: number | null | undefined; missing?: number | null | undefined } | null | undefined,
): string {
  if (!of?.n) return 'nothing known'
  return `${countWords(of.n, 'trace')}${of.missing ? `, ${of.missing.toLocaleString('en-GB')} without a value` : ''}`
}

function level4({ level_2, level_3, level_4 }: LenientSystemTree): Level {
  const first = level_2?.risks?.ranked?.[0]?.id
  const order = [...shownTestCategories].sort((a, b) => Number(b === level_3?.driver) - Number(a === level_3?.driver))
  const groups = order.flatMap((category): Group[] => {
    const means = level_4?.[category]
    if (!means) return []
    const figures = shownCategories.map((id) =>
      figure(spoken(id), shownScore(means[id]?.mean), scales.score, {
        isDriver: category === level_3?.driver && id === first,
        note: meanNote(means[id]),
      }),
    )
    return [{ title: `In ${spoken(category)}`, figures }]
  })
  if (level_4?.people) groups.push(...peopleGroups(level_4.people))
  return aLevel(4, {
    driver:
      level_3?.driver && first ? `${spoken(first)}, the largest share of the risk of ${spoken(level_3.driver)}` : null,
    groups,
  })
}

function level5({ level_5 }: LenientSystemTree): Level {
  const { aggregated_measurements: collation, flag_summary: flags, temporal_metrics: times } = level_5 ?? {}
  const groups: Group[] = []
  if (flags?.cohort_top) groups.push(flagGroup(flags.cohort_top))
  if (collation) groups.push(...collationGroups(collation))
  groups.push({ title: 'Over time', figures: [trendFigure(times?.trend), ...timeFigures(times)] })
  return aLevel(5, { groups, facts: collation ? [windowFact(collation)] : [] })
}

function level6({ level_1, level_6 }: LenientSystemTree): Level {
  const { telemetry, system_telemetry: about } = level_6 ?? {}
  const facts: Fact[] = [
    ['Traces', telemetry?.traces],
    ['Digest of their ids', telemetry?.digest, true],
    ...makingFacts(level_1?.summary, about),
  ]
  return aLevel(6, { facts })
}

/** The six levels of a trace's tree as they are shown. Pure. */
import { countWords, type Figure, figure, scales, shownScore, spoken } from '#api/traces/pictures/figures'
import {
  collationGroups,
  flagGroup,
  makingFacts,
  momentOf,
  peopleGroups,
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
  type LenientTree,
  type Level,
  pairOf,
  shownCategories,
} from '#api/traces/pictures/shown'

export function traceLevels(tree: LenientTree): Level[] {
  return [level1(tree), level2(tree), level3(tree), level4(tree), level5(tree), level6(tree)]
}

/** Levels below the depth that was asked for are not there. */
const levelIf = (isThere: unknown, number: Level['number'], odd: () => Partial<Level>): Level =>
  isThere ? aLevel(number, odd()) : aLevel(number, { isLeftOut: true })

type Tree4 = NonNullable<LenientTree['level_4']>
type Annotation = NonNullable<NonNullable<Tree4['annotations']>['safety']>
type Item = NonNullable<Annotation['items']>[number]

const flagsShown = 50
const recordShown = 20_000

function level1({ level_1 }: LenientTree): Level {
  const { interpretation, summary } = level_1 ?? {}
  return levelIf(true, 1, () => ({
    groups: [
      {
        title: 'What the tree comes to',
        figures: [
          validityFigure(interpretation, true),
          figure('Evidence that was there', summary?.coverage, scales.good, { note: 'of what the items ask for' }),
          figure('Risk score, as declared', summary?.risk_score, scales.declaredRisk, {
            note: `declared ${summary?.risk_level ?? 'nothing'}`,
          }),
        ],
      },
    ],
    facts: [
      ['System', summary?.system_source],
      ['Traces of it beside this one', summary?.n_cohort],
      ['Profile', summary?.profile, true],
      ['Standard', summary?.standard],
    ],
  }))
}

function level2({ level_1, level_2 }: LenientTree): Level {
  return levelIf(level_2, 2, () => {
    const { validity, reliability, risks } = level_2 ?? {}
    const gates = validity?.gates ?? []
    const triggered = gates.filter((gate) => gate.triggered)
    const path = level_1?.interpretation?.driver_path ?? []
    const groups: Group[] = [
      {
        title: 'Validity',
        about: 'A cap that acts holds the score down and rules out a better verdict, whatever else is measured.',
        figures: [
          figure('Validity', validity?.validity_score, scales.score, {
            interval: pairOf(validity?.interval),
            isBounds: true,
            isDriver: true,
          }),
          figure('Without caps', validity?.uncapped, scales.score),
          figure('Worst category', validity?.worst_case_score, scales.score),
          ...triggered.map((gate) =>
            figure(`Cap: ${spoken(gate.id ?? '')}`, gate.cap, scales.score, {
              note: gate.rationale ?? '',
              isDriver: true,
            }),
          ),
        ],
      },
    ]
    if (risks?.ranked && risks.ranked.length > 0)
      groups.push(shareGroup(risks.ranked, risks.ranked.find(({ id }) => id && path.includes(id))?.id))
    if (reliability) groups.push(reliabilityGroup(reliability, false))
    return {
      groups,
      notes: gates.length > 0 && triggered.length === 0 ? ['No cap acts.'] : [],
      driver:
        triggered.length > 0 ? triggered.map((gate) => `the cap for ${spoken(gate.id ?? '')}`).join(' and ') : null,
    }
  })
}

function level3({ level_3 }: LenientTree): Level {
  return levelIf(level_3, 3, () => {
    const name = spoken(level_3?.test_category ?? '')
    const annotators = level_3?.annotator_risk ?? null
    const users = level_3?.perception_risk ?? null
    const areUsersWorse = users !== null && users > (annotators ?? 0)
    return {
      driver: areUsersWorse ? 'what users met' : 'what the annotators found',
      groups: [
        {
          title: 'How the trace came about',
          figures: [
            figure(name, shownScore(level_3?.risk), scales.score, { isDriver: true, note: basisNote(level_3?.basis) }),
            figure('annotators', shownScore(annotators), scales.score, { depth: 1, isDriver: !areUsersWorse }),
            figure('users', shownScore(users), scales.score, {
              depth: 1,
              isDriver: areUsersWorse,
              note: users === null ? 'no user said anything' : '',
            }),
          ],
        },
      ],
      notes: (level_3?.conflicts ?? []).map((conflict) => `Contradiction: ${spoken(conflict)}`),
    }
  })
}

const basisNote = (basis: string | null | undefined): string =>
  basis === 'default' ? 'by default: the trace does not say it' : basis ? `by ${spoken(basis)}` : ''

function level4({ level_1, level_4 }: LenientTree): Level {
  return levelIf(level_4, 4, () => {
    const path = level_1?.interpretation?.driver_path ?? []
    const groups = shownCategories.flatMap((id): Group[] => {
      const node = level_4?.annotations?.[id]
      if (!node) return []
      const isDriver = path.includes(id)
      return [
        {
          title: '',
          figures: [
            figure(spoken(id), node.score, scales.score, {
              interval: pairOf(node.interval),
              isBounds: true,
              isDriver,
              note: node.label === 'cantTell' ? 'cannot tell: no evidence' : labelNote(node),
            }),
            ...(node.items ?? []).map((item) => itemFigure(item, isDriver && path.at(-1) === item.id)),
          ],
        },
      ]
    })
    const driver = path.find((id) => shownCategories.some((category) => category === id))
    if (level_4?.people) groups.push(...peopleGroups(level_4.people))
    return {
      groups,
      driver: driver ? `${spoken(driver)}${path.at(-1) === driver ? '' : `, by ${spoken(path.at(-1) ?? '')}`}` : null,
    }
  })
}

const labelNote = ({ label, floor }: Annotation): string =>
  `${label ?? ''}${floor ? `, held down by a floor: ${floor}` : ''}`

function itemFigure({ id, value, weight, reason }: Item, isDriver: boolean): Figure {
  const known = typeof value === 'number'
  const why = reason === 'inapplicable' ? 'does not apply' : 'no evidence'
  return figure(spoken(id ?? ''), shownScore(value), scales.score, {
    depth: 1,
    isDriver,
    note: known
      ? weight === 0
        ? 'reported, weighs nothing'
        : `weight ${weight}`
      : `${why}${weight ? `, weight ${weight}` : ''}`,
  })
}

function level5({ level_5 }: LenientTree): Level {
  return levelIf(level_5, 5, () => {
    const { aggregated_measurements: collation, flag_summary: flags, temporal_metrics: times } = level_5 ?? {}
    const own = flags?.this_trace ?? []
    const groups: Group[] = [
      {
        title: 'Flags of this trace',
        about: own.length === 0 ? 'None.' : 'How grave each is.',
        figures: own.slice(0, flagsShown).map(({ flag, category, severity, mapped }) =>
          figure(flag ?? '', severity, scales.severity, {
            note: `${spoken(category ?? '')}${mapped === false ? ', not in the table of flags' : ''}`,
            isTheirs: true,
          }),
        ),
        more: Math.max(0, own.length - flagsShown),
      },
    ]
    if (flags?.cohort_top) groups.push({ ...flagGroup(flags.cohort_top), title: 'Most frequent flags of its system' })
    if (collation) groups.push(...collationGroups(collation))
    groups.push({
      title: 'Over time',
      figures: [
        figure('This trace, ms', times?.processing_time_ms, scales.time, {
          note: times?.processing_time_ms == null ? 'it does not say' : '',
        }),
        trendFigure(times?.trend),
        ...timeFigures(times),
      ],
    })
    return { groups, facts: collation ? [windowFact(collation)] : [] }
  })
}

function level6({ level_1, level_6 }: LenientTree): Level {
  return levelIf(level_6, 6, () => {
    const { telemetry, system_telemetry: about, constitutional_compliance: compliance } = level_6 ?? {}
    const record =
      telemetry && 'record' in telemetry && telemetry.record ? JSON.stringify(telemetry.record, null, 2) : ''
    const facts: Fact[] = [
      ['Stored', about?.created_at ? momentOf(about.created_at) : null],
      [
        'Compliant with the constitution',
        compliance
          ? `${compliance.value ? 'yes' : 'no'}, ${compliance.source === 'default' ? 'by default' : 'as declared'}`
          : null,
      ],
      ['Evidence node of the trace', compliance?.attribution_token, true],
      ['Digest of the record', telemetry?.digest, true],
      ...makingFacts(level_1?.summary, about),
    ]
    return {
      facts,
      record: record === '' ? undefined : record.slice(0, recordShown),
      notes:
        record.length > recordShown
          ? [`The record goes on for ${countWords(record.length - recordShown, 'character')}: see the tree as JSON.`]
          : record === ''
            ? ['The record was left out of this tree; its digest stands for it.']
            : [],
    }
  })
}

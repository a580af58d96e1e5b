/** What people said of traces, as level 4 of a tree shows it: who, how far they agree, how far automation is from them. Pure. */
import type { LevelRater, People } from '#db/documents/tree-parts'
import { mean, rounded } from '#workers/generate-tree/aggregate'
import { sha256 } from '#workers/generate-tree/digest'
import { tQuantile } from '#workers/generate-tree/distributions'
import { type Category, categories } from '#workers/generate-tree/flags'
import type { PeopleRules } from '#workers/generate-tree/profiles'
import type { Interval } from '#workers/generate-tree/statistics'

export type PersonAnswer = 'yes' | 'no' | 'unable' | 'n/a' | number

export type CountedAnnotation = {
  traceId: string
  raterId: string
  /** Its place among those of its trace: of one rater's the last is in force. */
  ord: number
  /** Its node's id, hex. */
  node: string
  answers: Partial<Record<Category, PersonAnswer>>
}

/** A trace as automation sees it. */
export type AutomatedTrace = {
  traceId: string
  /** Traces of one session are no independent witnesses. */
  session: string | null
  /** In the order of `categories`. */
  risks: readonly (number | null)[]
}

/** What level 4 says of people and of all raters. @param annotations of whatever traces: those of others do not count. */
export function peopleOf(
  annotations: readonly CountedAnnotation[],
  traces: readonly AutomatedTrace[],
  rules: PeopleRules,
): { people: People | null; raters: LevelRater[] } {
  const automation: LevelRater = { annotations: traces.length, id: 'svc-auto', kind: 'CODE', weighs: true }
  if (annotations.length === 0) return { people: null, raters: [automation] }
  const byId = new Map(traces.map((trace) => [trace.traceId, trace]))
  const own = annotations.filter(({ traceId }) => byId.has(traceId))
  const inForce = inForceOf(own)
  if (inForce.length === 0) return { people: null, raters: [automation] }

  const units = unitsOf(inForce, byId, rules)
  const gaps = units.flatMap(gapsOf)
  const persons = personsOf(inForce)
  return {
    people: {
      agreement: {
        with_automation: agreementOf(units.map(withAutomation), rules),
        within: agreementOf(units, rules),
      },
      annotations: inForce.length,
      by_category: byCategoryOf(inForce, units),
      digest: sha256(
        inForce
          .map(({ node }) => node)
          .sort()
          .join('\n'),
      ),
      gap: {
        absolute: gaps.length > 0 ? rounded(mean(gaps.map(Math.abs))) : null,
        mean: gaps.length > 0 ? rounded(mean(gaps)) : null,
        n: gaps.length,
      },
      raters: persons.length,
      superseded: own.length - inForce.length,
      traces: new Set(inForce.map(({ traceId }) => traceId)).size,
    },
    raters: [automation, ...persons.slice(0, ratersListed)],
  }
}

const ratersListed = 100

/** Each rater's last word on each trace. */
function inForceOf(annotations: readonly CountedAnnotation[]): CountedAnnotation[] {
  const last = new Map<string, CountedAnnotation>()
  for (const annotation of annotations) {
    const key = `${annotation.traceId} ${annotation.raterId}`
    const known = last.get(key)
    if (known === undefined || known.ord < annotation.ord) last.set(key, annotation)
  }
  return [...last.values()]
}

/** Most annotations first. */
function personsOf(inForce: readonly CountedAnnotation[]): LevelRater[] {
  const counts = new Map<string, number>()
  for (const { raterId } of inForce) counts.set(raterId, (counts.get(raterId) ?? 0) + 1)
  return [...counts]
    .map(([id, annotations]) => ({ annotations, id, kind: 'HUMAN' as const, weighs: false }))
    .sort((a, b) => b.annotations - a.annotations || (a.id < b.id ? -1 : 1))
}

/** One category of one trace: what was asked of everybody who looked at it. */
type Unit = {
  cluster: string
  category: Category
  /** Numbers alone: who was unable, or found that it does not apply, said none. */
  risks: number[]
  automated: number | null
}

function unitsOf(
  inForce: readonly CountedAnnotation[],
  traces: ReadonlyMap<string, AutomatedTrace>,
  rules: PeopleRules,
): Unit[] {
  const units: Unit[] = []
  for (const [traceId, own] of Map.groupBy(inForce, (annotation) => annotation.traceId)) {
    const trace = traces.get(traceId)
    const cluster = trace?.session === null || trace === undefined ? `t ${traceId}` : `s ${trace.session}`
    for (const [index, category] of categories.entries()) {
      const risks = own.flatMap(({ answers }) => riskOf(answers[category], rules) ?? [])
      if (risks.length > 0) units.push({ cluster, category, risks, automated: trace?.risks[index] ?? null })
    }
  }
  return units
}

function riskOf(answer: PersonAnswer | undefined, { answer_risk }: PeopleRules): number | undefined {
  if (answer === 'yes' || answer === 'no') return answer_risk[answer]
  return typeof answer === 'number' ? answer : undefined
}

const gapsOf = ({ risks, automated }: Unit): number[] =>
  automated === null ? [] : risks.map((risk) => risk - automated)

const withAutomation = (unit: Unit): Unit =>
  unit.automated === null ? unit : { ...unit, risks: [...unit.risks, unit.automated] }

function byCategoryOf(inForce: readonly CountedAnnotation[], units: readonly Unit[]): People['by_category'] {
  const of = (category: Category) => categoryOf(category, inForce, units)
  return {
    appropriateness: of('appropriateness'),
    factuality: of('factuality'),
    response_quality: of('response_quality'),
    safety: of('safety'),
    user_experience: of('user_experience'),
  }
}

function categoryOf(
  category: Category,
  inForce: readonly CountedAnnotation[],
  units: readonly Unit[],
): People['by_category'][Category] {
  const own = units.filter((unit) => unit.category === category)
  const risks = own.flatMap((unit) => unit.risks)
  const gaps = own.flatMap(gapsOf)
  const said = (answer: PersonAnswer) => inForce.filter(({ answers }) => answers[category] === answer).length
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const risk of risks) [min, max] = [Math.min(min, risk), Math.max(max, risk)]
  return {
    gap: gaps.length > 0 ? rounded(mean(gaps)) : null,
    max: risks.length > 0 ? rounded(max) : null,
    mean: risks.length > 0 ? rounded(mean(risks)) : null,
    min: risks.length > 0 ? rounded(min) : null,
    n: risks.length,
    not_applicable: said('n/a'),
    unable: said('unable'),
  }
}

/**
 * Sums over units from which alpha follows: of pairable ratings their number, their sum and the sum of their squares, and
 * `within`: over units of m ratings, m / (m - 1) times the squares around the unit's own mean.
 */
export type Sums = { n: number; sum: number; squares: number; within: number }

/** Adds a unit of ratings; one that nobody can be compared in adds nothing. */
function addUnit(sums: Sums, ratings: readonly number[]): void {
  const m = ratings.length
  if (m < 2) return
  let [sum, squares] = [0, 0]
  for (const rating of ratings) sum += rating
  let around = 0
  for (const rating of ratings) {
    squares += rating * rating
    around += (rating - sum / m) ** 2
  }
  sums.n += m
  sums.sum += sum
  sums.squares += squares
  sums.within += (m * around) / (m - 1)
}

/** The sums of each cluster that has any, in an order that follows from what they are. */
export function sumsOf(units: readonly { cluster: string; risks: readonly number[] }[]): Sums[] {
  const clusters = [...Map.groupBy(units, ({ cluster }) => cluster).values()].map((own) => {
    const sums = { n: 0, sum: 0, squares: 0, within: 0 }
    for (const ratings of own.map(({ risks }) => risks.toSorted((a, b) => a - b)).sort(inTurn)) addUnit(sums, ratings)
    return sums
  })
  return clusters
    .filter(({ n }) => n > 0)
    .sort((a, b) => a.n - b.n || a.sum - b.sum || a.squares - b.squares || a.within - b.within)
}

function inTurn(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return a.length - b.length || (at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0))
}

function total(clusters: readonly Sums[]): Sums {
  const sums = { n: 0, sum: 0, squares: 0, within: 0 }
  for (const { n, sum, squares, within } of clusters) {
    sums.n += n
    sums.sum += sum
    sums.squares += squares
    sums.within += within
  }
  return sums
}

const without = (all: Sums, one: Sums): Sums => ({
  n: all.n - one.n,
  sum: all.sum - one.sum,
  squares: all.squares - one.squares,
  within: all.within - one.within,
})

/** Smaller differences between answers of 0 to 10 are none. */
const least = 1e-9

/**
 * 1 - alpha of the interval metric in closed form: disagreement within units over that among all ratings. Null where all
 * ratings are equal, or there are none: what nobody could disagree in shows no agreement.
 */
function disagreement({ n, sum, squares, within }: Sums): number | null {
  const around = squares - (sum * sum) / n
  return n < 2 || around < least ? null : ((n - 1) / n) * (within / around)
}

/** Krippendorff's alpha, interval metric. */
export function alphaOfSums(clusters: readonly Sums[]): number | null {
  const ratio = disagreement(total(clusters))
  return ratio === null ? null : 1 - ratio
}

/**
 * 95 % interval of alpha: delete-one jackknife over clusters of log(1 - alpha), Student's t with Satterthwaite's degrees of
 * freedom, so that one that rests on few clusters is wide. No samples are drawn: the same answers give the same interval.
 * @returns why there is none, where there is none.
 */
export function alphaInterval(clusters: readonly Sums[], { agreement }: PeopleRules): Interval | string {
  const count = clusters.length
  if (count < agreement.interval_from)
    return `${count} traces or sessions answered by two or more, ${agreement.interval_from} are needed for an interval`
  const all = total(clusters)
  const ratio = disagreement(all)
  if (ratio === null) return 'all answers are equal'
  if (ratio < least) return 'nobody disagrees: no interval'
  const logs = clusters.map((one) => Math.log(disagreement(without(all, one)) ?? 0))
  if (!logs.every(Number.isFinite)) return tooFew
  const centre = mean(logs)
  const parts = logs.map((log) => (log - centre) ** 2)
  let [sum, squares] = [0, 0]
  for (const part of parts) {
    sum += part
    squares += part * part
  }
  // How many clusters, equal ones, would carry as much.
  const effective = squares > 0 ? (sum * sum) / squares : 0
  if (effective < agreement.effective_from) return tooFew
  const error = Math.sqrt(((count - 1) / count) * sum)
  const half = tQuantile(0.975, Math.min(count, effective) - 1) * error
  return { lo: Math.max(-1, 1 - ratio * Math.exp(half)), hi: 1 - ratio * Math.exp(-half) }
}

const tooFew = 'too few traces decide it: no interval'

function agreementOf(units: readonly Unit[], rules: PeopleRules): People['agreement']['within'] {
  const clusters = sumsOf(units)
  const alpha = alphaOfSums(clusters)
  const interval = alpha === null ? whyNot(clusters) : alphaInterval(clusters, rules)
  const isGiven = typeof interval !== 'string'
  return {
    ci: isGiven ? [rounded(interval.lo, 4), rounded(interval.hi, 4)] : null,
    ci_kind: 'jackknife_t',
    metric: 'interval',
    reading: readingOf(alpha, rules),
    reason: isGiven ? null : interval,
    statistic: 'krippendorff_alpha',
    units: units.filter(({ risks }) => risks.length > 1).length,
    value: alpha === null ? null : rounded(alpha, 4),
  }
}

const whyNot = (clusters: readonly Sums[]) =>
  clusters.length === 0 ? 'nothing was answered by two raters' : 'all answers are equal: nobody could disagree'

function readingOf(alpha: number | null, { agreement }: PeopleRules): People['agreement']['within']['reading'] {
  if (alpha === null) return 'insufficient_data'
  if (alpha >= agreement.reliable_from) return 'reliable'
  return alpha >= agreement.tentative_from ? 'tentative' : 'unreliable'
}

/**
 * How well texts are read: dates, acts, relations, privacy findings … on public sets and on own ones, the best npm libraries beside.
 * `script/bench language [--only dates,acts] [--data DIR]`: minutes. DIR (or LANGUAGE_SETS) holds clones of the public sets; what is
 * not there is fetched. Of halves that nobody tuned on, totals are printed and no item. Ends with 1 where a goal is missed.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Evaluation, type Evaluator, openSets } from '#bench/language/sets'
import { loadNow, markdownTable } from '#bench/report'

/** Read when they are asked for: each brings its libraries along. */
const evaluators: Record<string, () => Promise<Evaluator>> = {
  acts: async () => (await import('#bench/language/acts')).evaluateActs,
  dates: async () => (await import('#bench/language/dates')).evaluateDates,
  reading: async () => (await import('#bench/language/reading')).evaluateReading,
  speed: async () => (await import('#bench/language/speed')).evaluateSpeed,
  privacy: async () => (await import('#bench/language/privacy')).evaluatePrivacy,
  instructions: async () => (await import('#bench/language/instructions')).evaluateInstructions,
  relations: async () => (await import('#bench/language/relations')).evaluateRelations,
  keyphrases: async () => (await import('#bench/language/keyphrases')).evaluateKeyphrases,
  harmony: async () => (await import('#bench/language/harmony')).evaluateHarmony,
}

function described({ name, of, rows, notes }: Evaluation): string {
  const table = markdownTable(
    ['', 'half', 'metric', 'value', 'goal', ''],
    rows.map((row) => [row.who, row.half, row.metric, rounded(row.value), goalOf(row), verdictOf(row)]),
  )
  return [
    `## ${name}`,
    '',
    of,
    '',
    table,
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => `- ${note}`)]),
  ].join('\n')
}

function isMet({ value, goal, atMost }: Evaluation['rows'][number]): boolean {
  return (goal === undefined || value >= goal) && (atMost === undefined || value <= atMost)
}

function goalOf({ goal, atMost }: Evaluation['rows'][number]): string {
  return [
    ...(goal === undefined ? [] : [`≥ ${rounded(goal)}`]),
    ...(atMost === undefined ? [] : [`≤ ${rounded(atMost)}`]),
  ].join(', ')
}

const verdictOf = (row: Evaluation['rows'][number]) =>
  row.goal === undefined && row.atMost === undefined ? '' : isMet(row) ? 'met' : 'MISSED'

const rounded = (value: number): string =>
  Math.abs(value) >= 1000 ? value.toFixed(0) : String(Math.round(value * 1000) / 1000)

const { values: flags } = parseArgs({ options: { only: { type: 'string' }, data: { type: 'string' } } })
const asked = flags.only?.split(',') ?? Object.keys(evaluators)
const unknown = asked.filter((name) => !Object.hasOwn(evaluators, name))
if (unknown.length > 0) {
  console.error(`there is no evaluation of ${unknown.join(', ')}; there are ${Object.keys(evaluators).join(', ')}`)
  process.exit(2)
}

const root = join(import.meta.dir, '..')
const commit = Bun.spawnSync(['git', '-C', root, 'rev-parse', '--short', 'HEAD']).stdout.toString().trim()
console.log(`Commit ${commit}, Bun ${Bun.version}, ${new Date().toISOString()}, load average ${loadNow()}`)
const sets = openSets(flags.data ?? process.env['LANGUAGE_SETS'], join(root, '.data', 'language'))
let missed = 0
for (const name of asked) {
  const evaluate = await evaluators[name]?.()
  if (!evaluate) continue
  for (const evaluation of await evaluate(sets)) {
    console.log(`\n${described(evaluation)}`)
    missed += evaluation.rows.filter((row) => !isMet(row)).length
  }
}
console.log(`\n${missed === 0 ? 'All goals are met.' : `${missed} goals are missed.`} Load average ${loadNow()}.`)
process.exit(missed === 0 ? 0 : 1)

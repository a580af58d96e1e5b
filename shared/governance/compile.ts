/** Compiles a constitution: everything that can be wrong with it is found here, before it decides anything. */
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { Value } from '@sinclair/typebox/value'
import { parameterDefaults } from '#shared/calibration/parameters'
import { compileSpace } from '#shared/calibration/space'
import { type Action, actions, type InputType } from '#shared/contracts/actions'
import { type Article, Constitution, type Input } from '#shared/contracts/constitution'
import { blamedFor, scopes } from '#shared/contracts/scopes'
import { analysing } from '#shared/governance/analysis'
import type { Compiled, CompiledArticle, Fault } from '#shared/governance/compiled'
import { openRules, type ReadRule, type Rule } from '#shared/governance/rules'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { fitsWildcard } from '#shared/kernel/wildcard'

const check = TypeCompiler.Compile(Constitution)

type Reading = { compiled: Compiled; faults?: undefined } | { faults: Fault[]; compiled?: undefined }
type How = {
  /** One that is in force already needs no analysis: it changes nothing of what is decided. */
  isAnalysed?: boolean
  /** The hash of the one in force, if there is one: it needs none whoever reads it. */
  inForce?: string | undefined
  /** Whether it is in force, put there by a release that may know more than this one: of that, nothing is decided here. */
  isInForce?: boolean
  /** Parts of rules that the analysis may evaluate; absent, as many as it takes for any that is meant well. */
  partsAllowed?: number | undefined
}

/** The constitution, or why it is none. */
export function compileConstitution(source: string, how?: How): Reading {
  const steps = compiling(source, how)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same, a little at a time: one that a client sent may take seconds. */
export function* compiling(
  source: string,
  { isAnalysed = true, inForce, isInForce = false, partsAllowed }: How = {},
): Generator<void, Reading> {
  let value: unknown
  let text: string
  try {
    value = JSON.parse(source)
    text = canonicalJson(value)
    if (isInForce) value = Value.Clean(Constitution, value)
  } catch (error) {
    return { faults: [fault('', `is not JSON: ${error instanceof Error ? error.message : error}`)] }
  }
  if (!check.Check(value)) {
    return { faults: shapeFaults(value) }
  }
  const document = value
  const unknown = isInForce ? 'warning' : 'error'
  const faults = [...inputFaults(document, unknown), ...repeated(document.articles)]
  const types = Object.fromEntries(Object.entries(document.inputs).map(([name, { type }]) => [name, type]))
  const read = openRules(types)
  const articles: CompiledArticle[] = []
  for (const article of document.articles) {
    yield
    const compiled = compileArticle(article, document.inputs, { read, unknown })
    faults.push(...compiled.faults)
    if (compiled.article) articles.push(compiled.article)
  }
  if (document.signers.threshold > new Set(document.signers.keys).size)
    faults.push(fault('signers', `asks for ${document.signers.threshold} signatures but names fewer keys`))
  const { space, faults: ofParameters } = compileParameters(document, unknown)
  faults.push(...ofParameters)
  const hash = sha256Hex(text)
  if (faults.length === 0 && isAnalysed && hash !== inForce)
    faults.push(...(yield* analysing(articles, document.inputs, partsAllowed)))
  if (faults.some(({ level }) => level === 'error')) return { faults }
  faults.push(...articles.flatMap(idleBlocks), ...idleParameters(document))
  const articlesOf = new Map(
    Object.keys(actions).map((name) => [
      name,
      articles.filter((article) => (article.actions as readonly string[]).includes(name)),
    ]),
  )
  return { compiled: { hash, text, document, articles, articlesOf, space, warnings: faults } }
}

const fault = (
  place: string,
  message: string,
  article: string | null = null,
  level: Fault['level'] = 'error',
): Fault => ({
  level,
  article,
  place,
  message,
})

const shapeFaultsTold = 50

function shapeFaults(value: unknown): Fault[] {
  const faults: Fault[] = []
  for (const { path, message } of check.Errors(value)) {
    faults.push(shapeFault(value, path, message))
    if (faults.length === shapeFaultsTold) break
  }
  return faults
}

/** Says which article a JSON pointer leads into. */
function shapeFault(value: unknown, path: string, message: string): Fault {
  const [, at] = /^\/articles\/(\d+)(?:\/|$)/.exec(path) ?? []
  const articles: unknown = typeof value === 'object' && value !== null && 'articles' in value ? value.articles : []
  const article: unknown = Array.isArray(articles) && at !== undefined ? articles[Number(at)] : undefined
  const id = typeof article === 'object' && article !== null && 'id' in article ? String(article.id) : null
  return fault(path, message, at === undefined ? null : (id ?? `#${at}`))
}

/** Inputs that nothing supplies, or of another type than what supplies them. @param unknown how grave the former is. */
function inputFaults({ inputs }: Constitution, unknown: Fault['level']): Fault[] {
  const supplied = new Map<string, InputType>(Object.values(actions).flatMap((action) => Object.entries(action.inputs)))
  return Object.entries(inputs).flatMap(([name, input]) => {
    const type = supplied.get(name)
    if (!type) return [fault(`inputs/${name}`, 'is supplied by no action', null, unknown)]
    if (type !== input.type) return [fault(`inputs/${name}`, `is a ${type}, not a ${input.type}`)]
    return input.type === 'number' && input.minimum > input.maximum
      ? [fault(`inputs/${name}`, 'has a minimum above its maximum')]
      : []
  })
}

const repeated = (articles: readonly Article[]): Fault[] =>
  articles
    .filter(({ id }, at) => articles.findIndex((each) => each.id === id) !== at)
    .map(({ id }) => fault('id', 'is used twice', id))

function compileArticle(
  article: Article,
  inputs: Constitution['inputs'],
  { read, unknown }: { read: ReadRule; unknown: Fault['level'] },
): { article?: CompiledArticle; faults: Fault[] } {
  const { id, phase } = article
  const faults: Fault[] = []
  const say = (place: string, message: string, level?: Fault['level']) => faults.push(fault(place, message, id, level))
  const known = Object.keys(actions).filter((name): name is Action =>
    article.applies_to.some((glob) => fitsWildcard(glob, name)),
  )
  const mine = known.filter((name) => actions[name].phase === phase)
  for (const glob of article.applies_to)
    if (!mine.some((name) => fitsWildcard(glob, name)))
      say('applies_to', `"${glob}" is no action of phase ${phase}`, unknown)
  const held = mine.find((name) => article.effect === 'hold' && !name.startsWith('task.'))
  if (held) say('effect', `nothing is held by ${held}: only tasks are`)
  const rank = enforcementFault(article)
  if (rank) say('enforcement', rank)
  const rule = read(article.rule, 'bool')
  const message = read(article.message, 'string')
  if (rule.fault) say('rule', rule.fault)
  if (message.fault) say('message', message.fault)
  if (!rule.rule || !message.rule) return { faults }
  for (const name of new Set([...rule.rule.uses, ...message.rule.uses]))
    for (const action of mine)
      if (!Object.hasOwn(actions[action].inputs, name))
        say(rule.rule.uses.includes(name) ? 'rule' : 'message', `uses ${name}, which ${action} does not supply`)
  for (const kind of ['pass', 'fail'] as const)
    for (const [at, example] of article.examples[kind].entries()) {
      const why = exampleFault(rule.rule, message.rule, example, inputs, kind)
      if (why) say(`examples/${kind}/${at}`, why)
    }
  return { article: { ...article, rule: rule.rule, message: message.rule, actions: mine }, faults }
}

/** What may be calibrated: every bound, grid and constraint is kept by the values that hold first. */
function compileParameters({ parameters, constraints = [], articles }: Constitution, unknown: Fault['level']) {
  const articleIds = new Set(articles.map(({ id }) => id))
  const declared = [
    ...Object.entries(parameters ?? {}).map(([name, { principle }]) => ({ place: `parameters/${name}`, principle })),
    ...constraints.map(({ id, principle }) => ({ place: `constraints/${id}`, principle })),
  ]
  const unfounded = declared
    .filter(({ principle }) => !articleIds.has(principle))
    .map(({ place, principle }) => fault(place, `stands under ${principle}, which is no article`, null, unknown))
  if (declared.length === 0) return { space: undefined, faults: unfounded }
  const { space, faults = [] } = compileSpace({ parameters: parameters ?? {}, constraints })
  return { space, faults: [...unfounded, ...faults.map(({ place, message }) => fault(place, message, null, unknown))] }
}

/** Parameters that nothing of this release goes by. */
const idleParameters = ({ parameters = {} }: Constitution): Fault[] =>
  Object.keys(parameters)
    .filter((name) => !Object.hasOwn(parameterDefaults, name))
    .map((name) => ({ ...fault(`parameters/${name}`, 'is read by nothing of this release'), level: 'warning' }))

/** What an article blocks of subjects that are not held to it: its violations block nothing. */
function idleBlocks({ id, blocks, actions: mine, rule }: CompiledArticle): Fault[] {
  const subjects = [...new Set(mine.map((action) => blamedFor(action, rule.uses)))]
  return blocks
    .filter((scope) => !subjects.includes(scopes[scope].of))
    .map((scope) => ({
      ...fault(
        `blocks/${scope}`,
        `keeps nobody from anything: it is held to a violation of a${scopes[scope].of === 'agent' ? 'n' : ''} ${scopes[scope].of}, not of a ${subjects.join(' or ')}`,
        id,
      ),
      level: 'warning' as const,
    }))
}

/** An article's tier, enforcement and effect say the same. */
function enforcementFault({ tier, enforcement, effect }: Article): string | undefined {
  if (enforcement === 'advisory')
    return tier <= 'T2' && effect === 'allow' ? undefined : 'advisory goes with T1 or T2 and effect allow'
  if (enforcement === 'soft') return tier === 'T2' || tier === 'T3' ? undefined : 'soft goes with T2 or T3'
  return tier >= 'T4' && effect === 'deny' ? undefined : 'hard goes with T4 or T5 and effect deny'
}

function exampleFault(
  rule: Rule,
  message: Rule,
  example: Record<string, unknown>,
  inputs: Record<string, Input>,
  kind: 'pass' | 'fail',
): string | undefined {
  for (const [name, value] of Object.entries(example)) {
    const input = inputs[name]
    if (!input) return `names what is no input: ${name}`
    if (!isWithin(input, value)) return `has a ${name} outside its range`
  }
  const missing = rule.uses.filter((name) => !Object.hasOwn(example, name))
  if (missing.length > 0) return `lacks ${missing.join(', ')}`
  try {
    const kept = rule.evaluate(example)
    if (kept !== (kind === 'pass')) return kind === 'pass' ? 'does not pass' : 'does not fail'
    if (kind === 'fail' && message.uses.every((name) => Object.hasOwn(example, name))) message.evaluate(example)
  } catch (error) {
    return `cannot be decided: ${error instanceof Error ? error.message.split('\n')[0] : error}`
  }
  return undefined
}

function isWithin(input: Input, value: unknown): boolean {
  if (typeof value !== input.type) return false
  if (input.type === 'number') return Number(value) >= input.minimum && Number(value) <= input.maximum
  return input.type !== 'string' || !input.values || input.values.includes(String(value))
}

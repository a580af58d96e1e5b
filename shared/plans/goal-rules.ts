/** Goals that are understood without a model, and the steps that they come to. What is understood is all of a goal or nothing. Pure. */
import { planLimits, type StepRequest } from '#shared/contracts/tasks'
import { type Clause, clausesOf } from '#shared/plans/goal-parser'

/** Pages of one goal at most. */
const pagesAtMost = 40

/** Why there are no steps, in words that go on after the goal's place. */
export type Misunderstood = { message: string; expected: string }

/** The steps that a goal has come to so far. */
type Draft = {
  steps: StepRequest[]
  /** What the next clause's steps wait for. */
  last: string[]
  /** Scans that no summary covers yet. */
  scans: string[]
  summary: string | undefined
  /** The trace that is spoken of: its id, or where it will come from. */
  trace: unknown
  /** Steps whose evidence nodes are spoken of. */
  made: string[]
}

/** @returns why it cannot be done, where it cannot. */
type Recipe = { says: string; pattern: RegExp; take: (clause: Clause, draft: Draft) => string | undefined }

const ref = ($ref: string) => ({ $ref })

/** A first of its name is called by it, further ones by their number too. */
function nameOf({ steps }: Draft, name: string): string {
  const taken = steps.filter(({ id }) => id === name || id.startsWith(`${name}-`)).length
  return taken === 0 ? name : `${name}-${taken + 1}`
}

/** Adds one step behind all that the clauses before came to. */
function add(draft: Draft, name: string, type: string, payload: StepRequest['payload'], needs = draft.last): string {
  const id = nameOf(draft, name)
  draft.steps.push({ id, type, payload: payload ?? {}, ...(needs.length > 0 ? { needs: [...needs] } : {}) })
  return id
}

function scanPages({ address }: Clause, draft: Draft): string | undefined {
  if (draft.steps.filter(({ type }) => type === 'accessibility.scan').length + address.length > pagesAtMost)
    return `names more than ${pagesAtMost} pages`
  const needs = draft.last
  const ids = address.map((url) => add(draft, 'scan', 'accessibility.scan', { url }, needs))
  draft.scans.push(...ids)
  draft.summary = undefined
  draft.made = ids
  draft.last = ids
  return undefined
}

/** More addresses belong to the scans that the clause before them asked for. */
function scanMore(clause: Clause, draft: Draft): string | undefined {
  const first = draft.steps.find(({ id }) => id === draft.last[0])
  if (first?.type !== 'accessibility.scan') return 'does not say what to do with them'
  const before = draft.last
  draft.last = first.needs ?? []
  const fault = scanPages(clause, draft)
  draft.made = [...before, ...draft.made]
  draft.last = draft.made
  return fault
}

function summarizeScans(draft: Draft): string | undefined {
  if (draft.scans.length === 0) return draft.summary === undefined ? 'comes before any scan' : undefined
  draft.summary = add(draft, 'summary', 'accessibility.summarize', {
    scans: draft.scans.map((id) => ref(`steps.${id}.result`)),
  })
  draft.last = [draft.summary]
  draft.scans = []
  return undefined
}

function storeTrace(draft: Draft): string | undefined {
  const fault = summarizeScans(draft)
  if (fault !== undefined) return fault
  made(draft, add(draft, 'trace', 'trace.record', ref(`steps.${draft.summary}.result#/trace`)))
  draft.trace = ref(`steps.${draft.last[0]}.result#/trace_id`)
  return undefined
}

function made(draft: Draft, id: string): void {
  draft.last = [id]
  draft.made = [id]
}

/** What is done with a trace: the one that the clause names, else the one that was spoken of. */
const ofTrace = (name: string, type: string) => (clause: Clause, draft: Draft) => {
  const [named = draft.trace] = clause.trace
  if (named === undefined) return 'names no trace, and no step before it stores one'
  draft.trace = named
  made(draft, add(draft, name, type, { trace_id: named }))
  return undefined
}

/** What is done with evidence: of the node that the clause names, else of what was made last. */
const ofEvidence = (name: string, type: string, more: object) => (clause: Clause, draft: Draft) => {
  const nodes: unknown[] = clause.node.length > 0 ? [...clause.node] : draft.made.map((id) => ref(`steps.${id}.node`))
  if (nodes.length === 0) return 'names no node, and no step before it makes one'
  const needs = draft.last
  draft.last = nodes.map((hash) => add(draft, name, type, { hash, ...more }, needs))
  return undefined
}

const lead = '^(?:(?:please|first|next|finally|now|also) )*'
const clause = (words: string) => new RegExp(`${lead}${words}$`)
const pages = '(?:<address> ?)+(?<! )'
const theTrace = '(?:(?:the )?trace <trace>|<trace>|(?:the|that) trace)'
const evidence = '(?:evidence|chain|evidence chain|chain of evidence)'
const evidenceOf = `(?:(?:the|its|their) ${evidence}|(?:the )?(?:${evidence} (?:of|for) )?(?:the )?node <node>)`

const recipes: readonly Recipe[] = [
  {
    says: 'scan these pages https://… https://…',
    pattern: clause(
      `(?:scan|audit|examine|check) (?:(?:these|this|the|all) )?(?:(?:web )?(?:pages?|sites?|address(?:es)?) )?${pages}(?: for accessibility)?`,
    ),
    take: scanPages,
  },
  { says: 'https://… (more pages to scan)', pattern: clause(`${pages}(?: for accessibility)?`), take: scanMore },
  {
    says: 'summarize the scans',
    pattern: clause('(?:summari[sz]e|sum up) (?:the|these|all) (?:scans|pages|results|outcome)'),
    take: (_, draft) => summarizeScans(draft),
  },
  {
    says: 'store a trace of the outcome',
    pattern: clause('(?:store|record|save) (?:a|the) trace of (?:(?:the|their|its) )?(?:outcome|results?|scans?)'),
    take: (_, draft) => storeTrace(draft),
  },
  {
    says: 'generate its tree, generate the tree of trace SVC-…',
    pattern: clause(
      `(?:generate|make|build) (?:(?:its|the|a) (?:measurement )?tree|(?:the|a) (?:measurement )?tree (?:of|for) ${theTrace})`,
    ),
    take: ofTrace('tree', 'tree.generate'),
  },
  {
    says: 'assess its risk, assess the risk of trace SVC-…',
    pattern: clause(`assess (?:its risk|the risk|the risk of ${theTrace})`),
    take: ofTrace('risk', 'risk.assess'),
  },
  {
    says: 'verify its evidence, verify the chain of node <hash>',
    pattern: clause(`verify ${evidenceOf}`),
    take: ofEvidence('proof', 'evidence.verify', { mode: 'chain' }),
  },
  {
    says: 'export its evidence, export the evidence of node <hash>',
    pattern: clause(`export ${evidenceOf}`),
    take: ofEvidence('bundle', 'evidence.export', {}),
  },
  {
    says: 'summarize the statistics',
    pattern: clause('(?:summari[sz]e|show) (?:the )?statistics'),
    take(_, draft) {
      draft.last = [add(draft, 'statistics', 'stats.summarize', {})]
      return undefined
    },
  },
  {
    says: 'ask a person "…", ask a person "…" with choices "…" or "…"',
    pattern: clause(
      'ask (?:a person|a human|somebody|someone) <quotation>(?: with (?:the )?choices <quotation>(?: or <quotation>)+)?',
    ),
    take({ quotation: [question = '', ...choices] }, draft) {
      const payload = { question, ...(choices.length > 0 ? { choices } : {}) }
      draft.last = [add(draft, 'question', 'person.ask', payload)]
      return undefined
    },
  },
]

const understood = `one or several of: ${recipes.map(({ says }) => says).join('; ')}`
const shownAtMost = 200

/** The steps of a goal of which every clause is understood. @param traceId the trace that is spoken of before any is stored. */
export function stepsOf(goal: string, traceId: string | undefined): StepRequest[] | Misunderstood {
  const draft: Draft = { steps: [], last: [], scans: [], summary: undefined, trace: traceId, made: [] }
  const clauses = clausesOf(goal)
  if (clauses.length === 0) return { message: 'does not say what to do', expected: understood }
  for (const each of clauses) {
    const shown = `"${each.text.slice(0, shownAtMost).toWellFormed()}"`
    const recipe = recipes.find(({ pattern }) => pattern.test(each.words))
    if (!recipe) return { message: `says ${shown}, which is not understood`, expected: understood }
    const fault = recipe.take(each, draft)
    if (fault !== undefined) return { message: `says ${shown}, which ${fault}`, expected: understood }
    if (draft.steps.length > planLimits.plannedSteps)
      return { message: `comes to more than ${planLimits.plannedSteps} steps`, expected: 'a goal of fewer steps' }
  }
  return draft.steps
}

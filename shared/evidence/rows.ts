/** Whether rows of state say what the nodes say that stand behind them. */
import type { StateRow, StepStateRow } from '#db/queries/integrity'

/** What is wrong with a row beside the newest node of its stream. */
export function stateFault({
  stream,
  status,
  version,
  head,
  newest,
  newest_pos,
  newest_body,
}: StateRow): string | undefined {
  if (status === null) return `there is no row of state for ${stream}`
  if (newest === null || newest_body === null) return `the row of ${stream} has no node`
  if (head !== newest || version !== newest_pos) return `the row of ${stream} names ${head} as its newest node`
  const state = stateIn(newest_body)
  return state === undefined || state === status
    ? undefined
    : `the row of ${stream} says ${status}, its newest node ${state}`
}

/** A step's own state is not its task's, which stands beside it. */
function stateIn(text: string): unknown {
  const said = saidBy(text)
  return said?.kind === 'step.state' ? said.result?.task_state : said?.result?.state
}

type Said = { kind: string; result: { state?: unknown; step?: unknown; task_state?: unknown } | null }
function saidBy(text: string): Said | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type StepFault = { stream: string; step: StepStateRow | undefined; fault: string }

/** What is wrong with the steps of plans: each is what its node says, and the plan's counts are theirs. */
export function stepFaults(rows: readonly StepStateRow[]): StepFault[] {
  return [...Map.groupBy(rows, ({ task_id }) => task_id)].flatMap(([taskId, steps]) => {
    const stream = `task:${taskId}`
    const [{ steps_open, steps_held } = { steps_open: 0, steps_held: 0 }] = steps
    const open = steps.filter(({ state }) => !endedSteps.has(state)).length
    const held = steps.filter(({ state }) => state === 'input-required').length
    const miscounted: StepFault[] =
      steps_open === open && steps_held === held
        ? []
        : [
            {
              stream,
              step: undefined,
              fault: `the row of ${stream} counts ${steps_open} open steps, there are ${open}`,
            },
          ]
    const astray = steps.flatMap((step): StepFault[] => {
      const fault = stepFault(step, stream)
      return fault === undefined ? [] : [{ stream, step, fault }]
    })
    return [...miscounted, ...astray]
  })
}

const endedSteps = new Set(['completed', 'failed', 'canceled', 'skipped'])

function stepFault({ id, state, stream, body }: StepStateRow, own: string): string | undefined {
  if (stream !== own || body === null) return `step ${id} of ${own} has no node of that stream`
  // What follows from the nodes of others has none of its own.
  if (state === 'blocked' || state === 'ready') return undefined
  const said = saidBy(body)
  const isSaid =
    said?.kind === 'step.state'
      ? said.result?.step === id && said.result.state === state
      : state === 'canceled' && (said?.result?.state === 'canceled' || said?.result?.state === 'failed')
  return isSaid ? undefined : `step ${id} of ${own} is ${state}, its node says otherwise`
}

/** Many traces in one request: each with an outcome of its own, or all or none. */
import { decodeUtf8, depthLimit, parseJsonText, unstorable } from '#api/http/body'
import type { AppContext } from '#api/http/context'
import { type AnswerTo, bind, type Call, type Endpoint, json } from '#api/http/endpoint'
import { asServiceError } from '#api/http/errors'
import { complianceOfStored } from '#api/traces/compliance'
import { traceOrigin } from '#api/traces/origin'
import { batchMaxItems, type TraceBatchResult, TraceInput } from '#shared/contracts/traces'
import { type Issue, issueLimit, ServiceError, type StoredError, storedError } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { type Made, outcomeUnknown, overloaded, storeUnavailable } from '#shared/kernel/errors/service'
import { openPace } from '#shared/kernel/pace'
import { faultsOf } from '#shared/kernel/schema/faults'
import { sizeOf } from '#shared/kernel/writing'
import { traceRoutes } from '#shared/routes/traces'
import { type PreparedTrace, prepareOrRefuse, prepareTrace } from '#shared/traces/record'

const ndjson = 'application/x-ndjson'
/** Traces signed and stored in one go, so that other requests get their turn in between. */
const sliceItems = 250
/** So that 10,000 hopeless items do not make an answer of a gigabyte. */
const issuesPerItem = 10
/** An array's items may be too deep one by one; beyond this the array is not even parsed. */
const arrayDepthLimit = 4 * depthLimit

export function batchEndpoints(room: Store): Endpoint[] {
  return [
    bind(traceRoutes.createTraces, async (call) => {
      const items = readItems(call.body, call.request.headers.get('content-type') ?? '')
      return call.query.atomic ? storeAll(items, call, room) : storeEach(items, call, room)
    }),
  ]
}

type Store = Pick<AppContext, 'signer' | 'governance' | 'recorder' | 'log' | 'config' | 'read'>
/** An item that was read, or why it could not be. */
type Item = { value: unknown } | { issues: Issue[] }
type Checked = { input: TraceInput } | { issues: Issue[] }
type Outcome = TraceBatchResult['results'][number]
type BatchAnswer = AnswerTo<typeof traceRoutes.createTraces>

/** @throws INVALID_REQUEST for a body that is no batch at all. */
function readItems(bytes: Uint8Array, contentType: string): Item[] {
  const text = decodeUtf8(bytes)
  // The door has let one of the two types pass.
  const items = contentType.toLowerCase().startsWith(ndjson) ? readLines(text) : readArray(text)
  if (items.length === 0) throw notABatch('is an empty batch')
  if (items.length > batchMaxItems) throw notABatch(`has more than ${batchMaxItems} items`)
  return items
}

const notABatch = (message: string) =>
  invalidRequest([{ path: '', message, expected: `1 to ${batchMaxItems} traces, as NDJSON or a JSON array` }])

function readArray(text: string): Item[] {
  const value = parseJsonText(text, { maxDepth: arrayDepthLimit })
  if (!Array.isArray(value)) throw notABatch('is not an array')
  return value.map((item: unknown) =>
    isDeeperThan(item, depthLimit)
      ? { issues: [{ path: '', message: `is nested more than ${depthLimit} deep`, expected: 'JSON' }] }
      : { value: item },
  )
}

/** Stops one item after the limit. */
function readLines(text: string): Item[] {
  const items: Item[] = []
  const nextText = /\S/g
  while (items.length <= batchMaxItems) {
    const start = nextText.exec(text)?.index
    if (start === undefined) break
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    items.push(readLine(text.slice(start, end)))
    nextText.lastIndex = end
  }
  if (items.length > 0 && items.every((item) => 'issues' in item)) throw notABatch('is not NDJSON')
  return items
}

function readLine(line: string): Item {
  try {
    return { value: parseJsonText(line) }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { issues: [{ path: '', message: error.message.replace(/^the body /, ''), expected: 'JSON' }] }
  }
}

/** Safe on any value: looks no deeper than the limit. */
function isDeeperThan(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return limit === 0 || Object.values(value).some((member) => isDeeperThan(member, limit - 1))
}

/** The checks of POST /traces. */
function check(item: Item): Checked {
  if ('issues' in item) return item
  const faults = unstorable(item.value)
  const issues = faults.length > 0 ? faults : faultsOf(TraceInput, item.value)
  // Sound: the schema has just found no fault.
  return issues.length > 0 ? { issues } : { input: item.value as TraceInput }
}

function refusal(issues: Issue[]): ServiceError {
  const [first] = issues
  const message = `${first?.path || 'the item'} ${first?.message}`
  return invalidRequest(issues, issues.length === 1 ? message : `${issues.length} faults, the first: ${message}`)
}

const purposeOf = (index: number) => `batch:${index}`

/** Stores what can be stored, slice by slice. */
async function storeEach(items: Item[], call: Call, room: Store): Promise<BatchAnswer> {
  const { recorder, log } = room
  const base = room.config.basePaths.A
  const origin = traceOrigin(call)
  const outcomes: Outcome[] = []
  const stored: PreparedTrace[] = []
  let failure: StoredError | undefined
  const pace = openPace(undefined)

  for (let start = 0; start < items.length; start += sliceItems) {
    const slice: ({ index: number } & Checked)[] = []
    for (const [at, item] of items.slice(start, start + sliceItems).entries()) {
      slice.push({ index: start + at, ...check(item) })
      await pace()
    }
    const accepted = slice.flatMap((item) => ('input' in item ? [item] : []))
    const ids = new Map<number, string>()
    const refusals = new Map<number, StoredError>()
    if (accepted.length > 0 && !failure) {
      const passed: { index: number; prepared: PreparedTrace }[] = []
      for (const { input, index } of accepted) {
        const { prepared, refusal } = prepareOrRefuse(input, origin, purposeOf(index), room, new Date())
        if (prepared) passed.push({ index, prepared })
        else refusals.set(index, storedError(refusal))
        await pace()
      }
      const prepared = passed.map((each) => each.prepared)
      try {
        const recorded = await recorder.recordAll(prepared, call.writing(writtenAs(prepared, base)))
        for (const [at, { index }] of passed.entries()) ids.set(index, recorded[at]?.trace_id ?? '')
        stored.push(...prepared)
      } catch (error) {
        if (stored.length === 0) throw error
        log.error({ request_id: call.requestId, err: error, stored: stored.length }, 'batch broken off')
        const { code } = asServiceError(error)
        if (code === 'OUTCOME_UNKNOWN')
          for (const [at, { index }] of passed.entries()) refusals.set(index, unknownOf(prepared[at], call, base))
        failure = storedError(code === 'OVERLOADED' ? overloaded(1) : storeUnavailable(error))
      }
    }
    outcomes.push(...slice.map((item) => outcomeOf(item, ids.get(item.index), refusals.get(item.index) ?? failure)))
  }
  return answerOf(outcomes, stored, room)
}

/** What is told of traces of which it is not known whether they are stored. */
export const writtenAs = (prepared: readonly PreparedTrace[], base: string): Made => {
  const ids = prepared.map(({ trace }) => trace.trace_id)
  return { ids: { trace_ids: ids }, lookAt: `${base}/traces/${ids[0] ?? ''}` }
}

function unknownOf(prepared: PreparedTrace | undefined, { idempotency }: Call, base: string): StoredError {
  const made = writtenAs(prepared ? [prepared] : [], base)
  return storedError(outcomeUnknown(made, { outcome: 'unknown', isRepeatable: idempotency !== undefined }))
}

function outcomeOf(
  item: { index: number } & Checked,
  traceId: string | undefined,
  failure: StoredError | undefined,
): Outcome {
  const { index } = item
  if ('issues' in item) return { index, error: storedError(refusal(item.issues.slice(0, issuesPerItem))) }
  if (traceId !== undefined) return { index, trace_id: traceId }
  if (!failure) throw new Error(`item ${index} was neither stored nor refused`)
  return { index, error: failure }
}

/** Stores all in one statement. @throws INVALID_REQUEST naming the faults of all items. */
async function storeAll(items: Item[], call: Call, room: Store): Promise<BatchAnswer> {
  const inputs: TraceInput[] = []
  const issues: Issue[] = []
  const pace = openPace(undefined)
  for (const [index, item] of items.entries()) {
    const checked = check(item)
    if ('input' in checked) inputs.push(checked.input)
    else issues.push(...checked.issues.map((issue) => ({ ...issue, path: `/${index}${issue.path}` })))
    if (issues.length >= issueLimit) break
    await pace()
  }
  if (issues.length > 0) throw refusal(issues.slice(0, issueLimit))

  const origin = traceOrigin(call)
  const prepared: PreparedTrace[] = []
  for (const [index, input] of inputs.entries()) {
    prepared.push(prepareTrace(input, origin, purposeOf(index), room, new Date()))
    await pace()
  }
  // One statement stores them: about a second for 10,000 traces, and longer on a busy store.
  const writing = call.writing(writtenAs(prepared, room.config.basePaths.A), sizeOf(prepared.length))
  const recorded = await room.recorder.recordAll(prepared, writing)
  return answerOf(
    recorded.map(({ trace_id }, index) => ({ index, trace_id })),
    prepared,
    room,
  )
}

async function answerOf(results: Outcome[], stored: readonly PreparedTrace[], room: Store): Promise<BatchAnswer> {
  const refused = results.length - stored.length
  const isAnyDenied = results.some((each) => 'error' in each && each.error.code === 'GOVERNANCE_DENIED')
  return {
    ...json(refused === 0 ? 201 : 200, { results, stored: stored.length, refused }),
    compliance: await complianceOfStored(
      stored.map(({ trace }) => trace),
      room,
      isAnyDenied,
    ),
  }
}

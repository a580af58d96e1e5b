/** Asks an agent elsewhere: sends it the task over A2A 1.0 and looks until it has ended, trusting nothing it answers. */
import { type AgentCard, type Message, type Part, Role, type Task, TaskState } from '@a2a-js/sdk'
import { type Client, ClientFactory, JsonRpcTransportFactory, RestTransportFactory } from '@a2a-js/sdk/client'
import { failureOf } from '#shared/agents/cards'
import { guardedFetch } from '#shared/egress/fetch'
import type { EgressPolicy } from '#shared/egress/resolve'
import { ServiceError } from '#shared/kernel/errors'
import { agentFailed } from '#shared/kernel/errors/agents'
import { withoutSecrets } from '#shared/kernel/secrets'
import { uuidOfUrl } from '#shared/kernel/seeded-uuid'

type Asked = {
  name: string
  card: AgentCard
  taskId: string
  /** The skill that is asked for. */
  type: string
  payload: unknown
}

const answerBytes = 1_048_576
const callMs = 30_000
const looks = { firstMs: 200, longestMs: 5000 }

/** What it answered: its words and data, and its artifacts. @throws AGENT_FAILED */
export async function askElsewhere(asked: Asked, policy: EgressPolicy, signal: AbortSignal): Promise<unknown> {
  const { name, card, taskId, type, payload } = asked
  const client = await speaking(name, card, policy)
  const part: Part = {
    content: { $case: 'data', value: { type, payload } },
    metadata: undefined,
    filename: '',
    mediaType: 'application/json',
  }
  const sent = await politely(name, () =>
    client.sendMessage(
      {
        tenant: '',
        message: {
          // Sent again after a crash, it is the same message.
          messageId: messageIdOf(taskId),
          contextId: '',
          taskId: '',
          role: Role.ROLE_USER,
          parts: [part],
          metadata: undefined,
          extensions: [],
          referenceTaskIds: [],
        },
        configuration: {
          acceptedOutputModes: ['application/json', 'text/plain'],
          taskPushNotificationConfig: undefined,
          returnImmediately: true,
        },
        metadata: undefined,
      },
      { signal },
    ),
  )
  if (!('status' in sent)) return { message: contentOf(sent), artifacts: [] }
  let answer: Task = sent
  for (let pauseMs = looks.firstMs; !isEnded(answer); pauseMs = Math.min(pauseMs * 2, looks.longestMs)) {
    const { id }: Task = answer
    try {
      await pause(pauseMs, signal)
      signal.throwIfAborted()
      answer = await politely(name, () => client.getTask({ tenant: '', id }, { signal }))
    } catch (error) {
      if (signal.aborted) await client.cancelTask({ tenant: '', id, metadata: undefined }).catch(() => undefined)
      throw error
    }
  }
  return resultOf(name, answer)
}

const speaking = (name: string, card: AgentCard, policy: EgressPolicy): Promise<Client> => {
  const fetchImpl = guarded(name, policy)
  const transports = [new JsonRpcTransportFactory({ fetchImpl }), new RestTransportFactory({ fetchImpl })]
  return politely(name, () => new ClientFactory({ transports }).createFromAgentCard(card))
}

/** The SDK's way out, through our guard: addresses judged, size and time bounded, no redirect followed. */
function guarded(name: string, policy: EgressPolicy): typeof fetch {
  const ask = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = input instanceof Request ? input.url : String(input)
    const fetched = await guardedFetch(url, {
      policy,
      maxBytes: answerBytes,
      timeoutMs: callMs,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { body: init.body } : {}),
      ...(init.signal ? { signal: init.signal } : {}),
    })
    if (!fetched.ok) throw agentFailed(name, failureOf(fetched.reason), `could not be asked: ${fetched.reason}`)
    if (fetched.isTruncated) throw agentFailed(name, 'too_large', `answered more than ${answerBytes} bytes`)
    const { status } = fetched
    if (status >= 300 && status < 400) throw agentFailed(name, 'redirect', `answered with a redirect, HTTP ${status}`)
    if (status >= 500) throw agentFailed(name, 'http_status', `answered HTTP ${status}`, { status })
    return new Response(new Uint8Array(fetched.body), {
      status,
      headers: { 'content-type': fetched.headers.get('content-type') ?? '' },
    })
  }
  // Bun's fetch has a `preconnect` beside what the SDK calls.
  return Object.assign(ask, { preconnect: () => undefined })
}

/** Whatever the SDK makes of an answer that does not fit is the other side's failure. */
async function politely<T>(name: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw agentFailed(
      name,
      'malformed',
      `answered what is no A2A: ${withoutSecrets(error instanceof Error ? error.message : String(error)).value.slice(0, 200)}`,
    )
  }
}

const isEnded = ({ status }: Task): boolean =>
  status !== undefined &&
  status.state !== TaskState.TASK_STATE_SUBMITTED &&
  status.state !== TaskState.TASK_STATE_WORKING

const failures = new Map<TaskState, { reason: 'refused' | 'needs_input'; message: string }>([
  [TaskState.TASK_STATE_FAILED, { reason: 'refused', message: 'says it has failed' }],
  [TaskState.TASK_STATE_REJECTED, { reason: 'refused', message: 'has rejected the task' }],
  [TaskState.TASK_STATE_CANCELED, { reason: 'refused', message: 'has canceled the task' }],
  [TaskState.TASK_STATE_INPUT_REQUIRED, { reason: 'needs_input', message: 'asks for more' }],
  [TaskState.TASK_STATE_AUTH_REQUIRED, { reason: 'needs_input', message: 'asks for other credentials' }],
])

function resultOf(name: string, task: Task): unknown {
  const { state, message } = task.status ?? {}
  if (state !== TaskState.TASK_STATE_COMPLETED) {
    const failure = failures.get(state ?? TaskState.UNRECOGNIZED)
    if (failure) throw agentFailed(name, failure.reason, failure.message)
    throw agentFailed(name, 'malformed', 'is in a state that there is not')
  }
  return {
    message: message ? contentOf(message) : [],
    artifacts: task.artifacts.map((artifact) => ({ name: artifact.name, parts: contentOf(artifact) })),
  }
}

const contentOf = ({ parts }: Pick<Message, 'parts'>) =>
  parts.map(({ content }) => {
    if (content?.$case === 'data') return { data: content.value }
    if (content?.$case === 'text') return { text: content.value }
    if (content?.$case === 'url') return { url: content.value }
    return { raw: content ? Buffer.from(content.value).toString('base64') : '' }
  })

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** A task's message has the id of the task's URN. */
export const messageIdOf = (taskId: string): string => uuidOfUrl(`urn:uuid:${taskId}`)

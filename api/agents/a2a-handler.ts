/** One of our agents as A2A's request handler has it: messages are tasks, given, looked at and called off by the same verbs. */
import { randomUUID } from 'node:crypto'
import type { AgentCard, Artifact, Message, SendMessageRequest, Task } from '@a2a-js/sdk'
import { Role, TaskState } from '@a2a-js/sdk'
import {
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { AppContext } from '#api/http/context'
import type { Call } from '#api/http/endpoint'
import { asServiceError } from '#api/http/errors'
import { verbContext } from '#api/http/verb-context'
import { withPlanResult } from '#api/tasks/find-task'
import { isAtRest } from '#api/tasks/watch'
import { isStoreAway } from '#db/client'
import type { TaskRow } from '#db/queries/tasks'
import type { BuiltInAgent } from '#shared/agents/catalogue'
import type { TaskContext } from '#shared/agents/submit'
import { evidenceExtension, priorities } from '#shared/contracts/agents'
import { readTier } from '#shared/contracts/decision'
import type { TaskStatus } from '#shared/contracts/task-states'
import { waitMsOf } from '#shared/jobs/contract'
import { runTask } from '#shared/jobs/run-task'
import { ServiceError } from '#shared/kernel/errors'
import { cancelTask } from '#shared/tasks/cancel-task'
import { requireTask, taskNow } from '#shared/tasks/find-task'
import { resultOf } from '#shared/tasks/read-task'
import { submitTask } from '#shared/tasks/submit-task'

const lookMs = 100

const states: Record<TaskStatus, TaskState> = {
  submitted: TaskState.TASK_STATE_SUBMITTED,
  working: TaskState.TASK_STATE_WORKING,
  'input-required': TaskState.TASK_STATE_INPUT_REQUIRED,
  'auth-required': TaskState.TASK_STATE_AUTH_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
  canceled: TaskState.TASK_STATE_CANCELED,
  rejected: TaskState.TASK_STATE_REJECTED,
}

/** @param card of the agent, as it is told where the call has come in. */
export function a2aHandler(
  room: AppContext,
  { agent, call, card }: { agent: BuiltInAgent; call: Call; card: () => AgentCard },
): A2ARequestHandler {
  const ctx = verbContext(room, call, 'B')
  const named = (taskId: string) => ({ agent: agent.name, taskId })

  /** What a verb comes to, its refusals as A2A has them. */
  async function told(row: Promise<TaskRow>, messageId?: string): Promise<Task> {
    try {
      return presentTask(await withPlanResult(room, await row), messageId)
    } catch (error) {
      const isOurs = error instanceof ServiceError || isStoreAway(error)
      throw isOurs ? asA2AError(call.told(asServiceError(error))) : error
    }
  }

  async function submit({ type, payload }: Asked, isAwaited: boolean): Promise<TaskRow> {
    const row = await submitTask(ctx, {
      agent: agent.name,
      type,
      payload,
      at: '/payload',
      priority: priorities.normal,
      deadline: null,
      timeoutSeconds: null,
      parents: [],
      override: null,
    })
    return isAwaited ? settled(room, ctx, row, call.request.signal) : row
  }

  return {
    getAgentCard: async () => card(),
    getAuthenticatedExtendedAgentCard: async () => card(),
    async sendMessage(request) {
      const asked = askedIn(request)
      return told(submit(asked, !request.configuration?.returnImmediately), asked.messageId)
    },
    getTask: ({ id }) => told(requireTask(ctx, named(id))),
    cancelTask: ({ id }) => told(cancelTask(ctx, named(id))),
    sendMessageStream: () => refuseStream(),
    resubscribe: () => refuseStream(),
    listTasks: async () => {
      throw new UnsupportedOperationError('tasks are not listed')
    },
    createTaskPushNotificationConfig: refusePush,
    getTaskPushNotificationConfig: refusePush,
    listTaskPushNotificationConfigs: refusePush,
    deleteTaskPushNotificationConfig: refusePush,
  }
}

/** The task as it is once it has ended, or as it is when the wait is over. */
async function settled(
  { config }: Pick<AppContext, 'config'>,
  ctx: TaskContext,
  row: TaskRow,
  signal: AbortSignal,
): Promise<TaskRow> {
  const deadline = performance.now() + waitMsOf(config, runTask)
  let now = row
  while (!isAtRest(now.status) && performance.now() < deadline && !signal.aborted) {
    await Bun.sleep(lookMs)
    now = await taskNow(ctx, row)
  }
  return now
}

type Asked = { type: string; payload: unknown; messageId: string }

/** What a message asks for: the one data part that names a task. @throws RequestMalformedError */
function askedIn({ message }: SendMessageRequest): Asked {
  if (message?.taskId) throw new UnsupportedOperationError('a task of ours is not talked to once it was given')
  for (const { content } of message?.parts ?? []) {
    if (content?.$case !== 'data') continue
    const asked: unknown = content.value
    if (typeof asked !== 'object' || asked === null || !('type' in asked) || typeof asked.type !== 'string') continue
    const payload = 'payload' in asked ? asked.payload : {}
    return { type: asked.type, payload, messageId: message?.messageId ?? '' }
  }
  throw new RequestMalformedError('a message has a data part {type, payload}')
}

function presentTask(row: TaskRow, messageId?: string): Task {
  const artifact: Artifact = {
    artifactId: 'result',
    name: row.type,
    description: '',
    parts: [dataPart(resultOf(row))],
    metadata: undefined,
    extensions: [],
  }
  return {
    id: row.id,
    contextId: row.id,
    status: {
      state: states[row.status],
      timestamp: row.updated_at.toISOString(),
      message: row.error === null ? undefined : messageOf(row),
    },
    artifacts: row.status === 'completed' && !row.is_erased ? [artifact] : [],
    history: [],
    metadata: {
      [evidenceExtension]: { edg_node: row.head, task_id: row.id, governance_tier: readTier(row.tier) },
      ...(messageId ? { message_id: messageId } : {}),
    },
  }
}

const messageOf = (row: TaskRow): Message => ({
  messageId: randomUUID(),
  contextId: row.id,
  taskId: row.id,
  role: Role.ROLE_AGENT,
  parts: [dataPart(row.error)],
  metadata: undefined,
  extensions: [],
  referenceTaskIds: [],
})

const dataPart = (value: unknown): Artifact['parts'][number] => ({
  content: { $case: 'data', value },
  metadata: undefined,
  filename: '',
  mediaType: 'application/json',
})

/** Our refusals as A2A has them; the code goes along, and what to look at where it is not known what came of it. */
function asA2AError({ code, message, details }: ServiceError): Error {
  const node = details['node']
  const about = code === 'OUTCOME_UNKNOWN' ? details : {}
  const metadata = { code, ...about, ...(typeof node === 'string' ? { edg_node: node } : {}) }
  const options = { message, metadata }
  if (code === 'TASK_NOT_FOUND') return new TaskNotFoundError(options)
  if (code === 'STATE_CONFLICT') return new TaskNotCancelableError(options)
  if (code === 'INVALID_REQUEST' || code === 'ADDRESS_REFUSED') return new RequestMalformedError(options)
  return new UnsupportedOperationError(options)
}

function refuseStream(): never {
  throw new UnsupportedOperationError('nothing is streamed here')
}
const refusePush = async (): Promise<never> => {
  throw new PushNotificationNotSupportedError()
}

/** Our agents as others call them: their A2A 1.0 cards, and JSON-RPC that any A2A client speaks. */

import { randomUUID } from 'node:crypto'
import type { Artifact, Message, SendMessageRequest, Task } from '@a2a-js/sdk'
import { A2A_VERSION_HEADER, Role, TaskState } from '@a2a-js/sdk'
import {
  PushNotificationNotSupportedError,
  RequestMalformedError,
  TaskNotCancelableError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from '@a2a-js/sdk/errors'
import { type A2ARequestHandler, JsonRpcTransportHandler, ServerCallContext, validateVersion } from '@a2a-js/sdk/server'
import { Type as t } from '@sinclair/typebox'
import { cardExample } from '#api/agents/agent-example'
import { addressOf } from '#api/http/address'
import type { AppContext } from '#api/http/context'
import { type Answer, type Call, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { asServiceError } from '#api/http/errors'
import { openTaskWork } from '#api/tasks/task-work'
import { isAtRest } from '#api/tasks/watch'
import { isStoreAway } from '#db/client'
import type { TaskRow } from '#db/queries/tasks'
import { cardJson, cardOf, evidenceExtension } from '#shared/agents/card'
import { type BuiltInAgent, findBuiltIn } from '#shared/agents/catalogue'
import { priorities } from '#shared/contracts/agents'
import { readTier } from '#shared/contracts/decision'
import type { TaskStatus } from '#shared/contracts/task-states'
import { ServiceError } from '#shared/kernel/errors'
import { agentNotFound } from '#shared/kernel/errors/agents'

const params = { name: 'One of our agents.' }
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

export function a2aEndpoints(room: AppContext): Endpoint[] {
  const { config } = room
  const work = openTaskWork(room, 'B')

  /** @throws AGENT_NOT_FOUND also for agents elsewhere: they are called where they are. */
  function agentOf(call: Call): BuiltInAgent {
    const { name = '' } = call.params
    const agent = findBuiltIn(name)
    if (!agent) throw agentNotFound(name)
    return agent
  }
  const cardFor = (agent: BuiltInAgent, call: Call) =>
    cardOf(agent, `${addressOf(call.request).origin}${config.basePaths.B}/agents/${agent.name}/a2a`)

  /** The task as it is once it has ended, or as it is when the wait is over. */
  async function settled(row: TaskRow, signal: AbortSignal): Promise<TaskRow> {
    const deadline = performance.now() + config.waitMs['run-task']
    let now = row
    while (!isAtRest(now.status) && performance.now() < deadline && !signal.aborted) {
      await Bun.sleep(lookMs)
      now = await work.again(row)
    }
    return now
  }

  function handlerFor(agent: BuiltInAgent, call: Call): A2ARequestHandler {
    const telling = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        const isOurs = error instanceof ServiceError || isStoreAway(error)
        throw isOurs ? asA2AError(call.told(asServiceError(error))) : error
      })
    const find = (taskId: string) => telling(work.find({ ...call, params: { name: agent.name, task_id: taskId } }))
    return {
      getAgentCard: async () => cardFor(agent, call),
      getAuthenticatedExtendedAgentCard: async () => cardFor(agent, call),
      async sendMessage(request) {
        const { type, payload, messageId } = askedIn(request)
        const row = await telling(
          work.submit(callerOf(call), call, {
            agent: agent.name,
            type,
            payload,
            at: '/payload',
            priority: priorities.normal,
            deadline: null,
            timeoutSeconds: null,
            parents: [],
            override: null,
          }),
        )
        if (request.configuration?.returnImmediately) return presentTask(row, messageId)
        return presentTask(await telling(settled(row, call.request.signal)), messageId)
      },
      getTask: async ({ id }) => presentTask(await find(id)),
      async cancelTask({ id }) {
        const row = await find(id)
        return presentTask(await telling(work.cancel(row, call)))
      },
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

  return [
    endpoint({
      method: 'GET',
      path: '/agents/:name/.well-known/agent-card.json',
      operationId: 'getAgentCard',
      summary: 'The A2A 1.0 card of one of our agents',
      description: 'Where and how it is spoken to, and its skills: the task types that it does.',
      auth: 'key',
      params,
      responses: {
        200: { description: 'The card.', schema: t.Record(t.String(), t.Unknown()), example: cardExample },
      },
      errors: ['AGENT_NOT_FOUND'],
      handler: (call): Answer => json(200, cardJson(cardFor(agentOf(call), call))),
    }),
    endpoint({
      method: 'POST',
      path: '/agents/:name/a2a',
      operationId: 'callAgent',
      summary: 'Speak A2A 1.0 (JSON-RPC) to one of our agents',
      description:
        'SendMessage with a data part {type, payload}, GetTask, CancelTask. Task.metadata carries the evidence under ' +
        `${evidenceExtension}. A failure of the task or the call is told in JSON-RPC, with HTTP 200.`,
      auth: 'key',
      params,
      body: {
        kind: 'json',
        schema: t.Record(t.String(), t.Unknown()),
        example: { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: '4b0f3f5e-2c64-4f0e-9a51-5f8a3c1e7b20' } },
      },
      responses: {
        200: {
          description: 'A JSON-RPC response.',
          schema: t.Record(t.String(), t.Unknown()),
          example: { jsonrpc: '2.0', id: 1, error: { code: -32001, message: 'no task' } },
        },
      },
      errors: ['AGENT_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const agent = agentOf(call)
        const requestedVersion = call.request.headers.get(A2A_VERSION_HEADER) ?? '1.0'
        const context = new ServerCallContext({ requestedVersion })
        try {
          validateVersion(requestedVersion, cardFor(agent, call))
        } catch (error) {
          const id = call.body['id'] ?? null
          return json(200, { jsonrpc: '2.0', id, error: JsonRpcTransportHandler.mapToJSONRPCError(error) })
        }
        const answer = await new JsonRpcTransportHandler(handlerFor(agent, call)).handle(call.body, context)
        return json(200, answer)
      },
    }),
  ]
}

/** What a message asks for: the one data part that names a task. @throws RequestMalformedError */
function askedIn({ message }: SendMessageRequest): { type: string; payload: unknown; messageId: string } {
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
    parts: [dataPart(row.result)],
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

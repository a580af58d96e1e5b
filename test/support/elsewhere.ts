/** Agents elsewhere, for tests: a real HTTP server that speaks A2A by the official SDK's own server side, and can misbehave. */
import { AgentCard, type Message, type Task, TaskState } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from '@a2a-js/sdk/server'

export type Elsewhere = {
  /** `http://127.0.0.1:<port>` */
  url: string
  cardUrl: string
  /** What a service is to be started with, so that it may ask. */
  env: { EGRESS_ALLOW: string }
  /** Ids of the messages that came in. */
  messages: string[]
  /** Tasks that were called off. */
  canceled: string[]
  /** What of the card is told otherwise from now on. */
  card: Record<string, unknown>
  /** Answers instead of the agent, where it gives something. */
  instead: ((request: Request) => Response | undefined | Promise<Response | undefined>) | undefined
  /** What the agent does with what it is sent: it answers, or never comes to an end. */
  does: 'echo' | 'hang' | 'fail' | 'ask'
  stop: () => void
}

const ends = {
  echo: TaskState.TASK_STATE_COMPLETED,
  hang: TaskState.TASK_STATE_WORKING,
  fail: TaskState.TASK_STATE_FAILED,
  ask: TaskState.TASK_STATE_INPUT_REQUIRED,
}

export function serveAgent(name = 'Echo'): Elsewhere {
  const store = new InMemoryTaskStore()
  const taskOf = (id: string, contextId: string, state: TaskState, heard: Message): Task => ({
    id,
    contextId,
    status: { state, message: undefined, timestamp: new Date().toISOString() },
    artifacts:
      state === TaskState.TASK_STATE_COMPLETED
        ? [{ artifactId: 'a', name: 'echo', description: '', parts: heard.parts, metadata: undefined, extensions: [] }]
        : [],
    history: [],
    metadata: undefined,
  })
  const executor: AgentExecutor = {
    async execute({ taskId, contextId, userMessage }, bus) {
      elsewhere.messages.push(userMessage.messageId)
      bus.publish(AgentEvent.task(taskOf(taskId, contextId, TaskState.TASK_STATE_WORKING, userMessage)))
      if (elsewhere.does !== 'hang') {
        await Bun.sleep(50)
        bus.publish(AgentEvent.task(taskOf(taskId, contextId, ends[elsewhere.does], userMessage)))
      }
      bus.finished()
    },
    cancelTask: async () => undefined,
  }
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const instead = await elsewhere.instead?.(request)
      if (instead) return instead
      if (new URL(request.url).pathname === '/.well-known/agent-card.json') return Response.json(elsewhere.card)
      const rpc = new JsonRpcTransportHandler(
        new DefaultRequestHandler(AgentCard.fromJSON(elsewhere.card), store, executor),
      )
      const asked: { method: string; params: { id: string } } = await request.json()
      if (asked.method === 'CancelTask') elsewhere.canceled.push(asked.params.id)
      const answer = await rpc.handle(asked, new ServerCallContext({ requestedVersion: '1.0' }))
      return Response.json(answer)
    },
  })
  const url = `http://127.0.0.1:${server.port}`
  const elsewhere: Elsewhere = {
    url,
    cardUrl: `${url}/.well-known/agent-card.json`,
    env: { EGRESS_ALLOW: `127.0.0.1/32:${server.port}` },
    messages: [],
    canceled: [],
    card: {
      name,
      description: 'Says again what it hears.',
      version: '1.0.0',
      supportedInterfaces: [{ url: `${url}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
      capabilities: { streaming: false },
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json'],
      skills: [{ id: 'echo', name: 'Echo', description: 'Says it again.', tags: [] }],
    },
    instead: undefined,
    does: 'echo',
    stop: () => server.stop(true),
  }
  return elsewhere
}

/** The next call to an agent waits there, until it is let go. */
export function holdNextCall(elsewhere: Elsewhere): { arrived: Promise<void>; release: () => void } {
  const [arrived, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  elsewhere.instead = async () => {
    elsewhere.instead = undefined
    arrived.resolve()
    await released.promise
    return undefined
  }
  return { arrived: arrived.promise, release: released.resolve }
}

/** Follows a run to its end: by its events, and by asking now and then where those do not come through. */
import type { Client } from '#cli/commands/client'
import { isUnreachable } from '#cli/terminal/exit'
import type { Run } from '#shared/contracts/scans'

const askEveryMs = 2000
// A proxy that holds events back is found out by the silence: the service speaks every 15 s.
const silenceMs = 40_000
const failuresBorne = 5

/** Every state of the run that is heard of; the last one is its end. @throws Unreachable when the service stays away. */
export async function* followRun(client: Client, runId: string): AsyncGenerator<Run> {
  let failures = 0
  for (;;) {
    try {
      for await (const run of eventsOf(client, runId)) {
        failures = 0
        yield run
        if (run.finishedAt !== null) return
      }
    } catch (error) {
      if (isUnreachable(error) && error.code.endsWith('_NOT_FOUND')) throw error
    }
    try {
      const run = await askRun(client, runId)
      failures = 0
      yield run
      if (run.finishedAt !== null) return
    } catch (error) {
      failures += 1
      if (failures > failuresBorne) throw error
    }
    await Bun.sleep(askEveryMs)
  }
}

export async function askRun(client: Client, runId: string): Promise<Run> {
  return (await client.call(`GET /api/scan-runs/${runId}`)).body as Run
}

/** Ends when the stream does, and throws when it falls silent. */
async function* eventsOf(client: Client, runId: string): AsyncGenerator<Run> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  try {
    const pieces = await client.open(`GET /api/scan-runs/${runId}/events`, {
      headers: { accept: 'text/event-stream' },
      signal: silence.signal,
    })
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of pieces) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      text += decoder.decode(chunk, { stream: true })
      const events = text.split('\n\n')
      text = events.pop() ?? ''
      for (const event of events) {
        const line = event.split('\n').find((each) => each.startsWith('data: '))
        if (line) yield JSON.parse(line.slice('data: '.length))
      }
    }
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

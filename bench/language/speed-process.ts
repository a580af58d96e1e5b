/** One decoding in a process of its own: what it takes of time and memory, as one line of JSON. */
import { hostileKinds } from '#bench/language/hostile-texts'
import { ownProse } from '#bench/language/own-prose'
import { decode } from '#workers/analyze-content/decode'

const [what = '', size = ''] = process.argv.slice(2)
const at = new Date('2026-03-02T09:00:00Z')

const seconds = (of: () => void) => {
  const cpu = process.cpuUsage()
  const started = performance.now()
  of()
  const { user, system } = process.cpuUsage(cpu)
  return { cpuSeconds: (user + system) / 1e6, wallSeconds: (performance.now() - started) / 1000 }
}

decode({ content: ownProse(20_000, 7) }, at)
Bun.gc(true)
const idleBytes = process.memoryUsage().rss
if (what === 'prose') {
  // The first document is read cold; a worker that has read some is what the others wait for.
  const content = ownProse(Number(size))
  const cold = seconds(() => decode({ content }, at))
  const peakBytes = process.resourceUsage().maxRSS * 1024
  const warm = [1, 2, 3].map(() => seconds(() => decode({ content }, at)).cpuSeconds).sort((one, other) => one - other)
  const later = process.resourceUsage().maxRSS * 1024
  console.log(
    JSON.stringify({ cold: cold.cpuSeconds, wall: cold.wallSeconds, warm: warm[1], idleBytes, peakBytes, later }),
  )
} else {
  const text = hostileKinds.find(({ name }) => name === what)
  if (text === undefined) throw new Error(`no hostile text "${what}"`)
  const length = Number(size)
  const once = seconds(() => decode({ content: text.make(length), content_type: text.format, language: 'en' }, at))
  const twice = seconds(() => decode({ content: text.make(2 * length), content_type: text.format, language: 'en' }, at))
  // The most that a process ever had is had while the models are loaded: of short texts it says nothing.
  const later = process.memoryUsage().rss
  console.log(JSON.stringify({ once: once.cpuSeconds, twice: twice.cpuSeconds, idleBytes, later }))
}

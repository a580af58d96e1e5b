/**
 * A thousand tasks and a thousand traces, 300 in flight, while Postgres is slowed, stopped for 20 s, killed, or the API is:
 * what each answer said against what there is. `script/bench effects [--requests 2000] [--in-flight 300] [--seconds 20]`.
 * Prints Markdown.
 */
import { loadNow, markdownTable, numberOptions } from '#bench/report'
import { type Fault, faults, reckon } from '#test/support/effects'

const options = numberOptions(process.argv.slice(2), { requests: 2000, 'in-flight': 300, seconds: 20 })
const { requests, seconds } = options
const inFlight = options['in-flight']
console.log(
  `## Answers and effects\n\n- Date: ${new Date().toISOString()}; command: \`script/bench effects --requests ${requests} --in-flight ${inFlight} --seconds ${seconds}\`; load average ${loadNow()}\n`,
)
const rows: string[][] = []
for (const fault of Object.keys(faults) as Fault[]) {
  const { answers, found, foundAgain, differences, p50, p99 } = await reckon(fault, {
    requests,
    inFlight,
    forMs: seconds * 1000,
  })
  for (const difference of differences.slice(0, 20)) console.error(difference)
  const told = Object.entries(answers)
    .toSorted()
    .map(([answer, times]) => `${times} × ${answer}`)
  rows.push([fault, told.join(', '), String(found), String(foundAgain), String(differences.length), `${p50}`, `${p99}`])
}
console.log(markdownTable(['fault', 'answers', 'found', 'after repeats', 'differences', 'p50 ms', 'p99 ms'], rows))

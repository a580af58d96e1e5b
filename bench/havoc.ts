/**
 * Everything is killed in turn under load, Postgres restarted every five to ten seconds: what was acknowledged is there.
 * `bun bench/havoc.ts [--seconds 120]`. Prints Markdown.
 */
import { loadNow, numberOptions } from '#bench/report'
import { wreakHavoc } from '#test/support/chaos'

const { seconds } = numberOptions(process.argv.slice(2), { seconds: 120 })
const { kills, ...havoc } = await wreakHavoc(seconds)
console.log(
  `## Everything killed in turn for ${seconds} s\n\n- Date: ${new Date().toISOString()}; command: \`bun bench/havoc.ts --seconds ${seconds}\`; load average ${loadNow()}`,
)
for (const [what, times] of Object.entries(kills)) console.log(`- killed: ${what}, ${times} times`)
console.log(
  `- acknowledged nodes: ${havoc.acknowledged}, lost: ${havoc.lost}; calls refused meanwhile: ${havoc.refused}`,
)
console.log(`- nodes: ${havoc.nodes}, checkpoints: ${havoc.checkpoints}; forks, orphans, gaps: none`)
console.log(`- every node in the log ${Math.round(havoc.settledMs)} ms after the last client ended`)

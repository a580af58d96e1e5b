/** What an operator sees of the browser and of what pages were kept from. */
import { Counter, Gauge, type Registry } from 'prom-client'
import type { BrowserStats } from '#workers/page/browser-pool'
import type { EgressRecord } from '#workers/page/egress'

/** @returns counts what one visit was refused. */
export function openScanMetrics(registry: Registry, stats: () => BrowserStats): (egress: EgressRecord) => void {
  const figures = [
    ['assay_browser_contexts', 'Browser contexts that are open.', 'contexts'],
    ['assay_browser_restarts', 'Browsers started after the first.', 'restarts'],
    ['assay_browser_crashes', 'Browsers that died by themselves.', 'crashes'],
    ['assay_page_crashes', 'Pages that made their renderer die.', 'pageCrashes'],
  ] as const
  for (const [name, help, figure] of figures) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(stats()[figure])
      },
    })
  }
  const denied = new Counter({
    name: 'assay_egress_denied_total',
    help: 'Connections of pages that were refused, by reason.',
    labelNames: ['reason'] as const,
    registers: [registry],
  })
  return (egress) => {
    for (const { reason, count } of egress.denied) denied.inc({ reason }, count)
  }
}

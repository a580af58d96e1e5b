/** How a report of scans looks. */
import { findingsStyle, paper } from '#api/pages/paper'

export const style = `${paper}${findingsStyle}
.score { margin: 0; flex: none; min-width: 8.5rem; }
.score strong { font-size: 3.5rem; line-height: 1; font-weight: 680; letter-spacing: -0.03em; font-variant-numeric: tabular-nums; }
.score > .of { color: var(--soft); }
.bar { display: block; height: 6px; border-radius: 3px; background: var(--wash); margin-top: 0.75rem; overflow: hidden; }
.bar > i { display: block; height: 100%; background: currentColor; }
.good { color: var(--good); } .fair { color: var(--moderate); } .poor { color: var(--critical); }
.crop { display: block; position: relative; width: 16rem; max-width: 100%; border: 1px solid var(--line); border-radius: 8px; background-color: var(--wash); background-repeat: no-repeat; overflow: hidden; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.crop > i { position: absolute; border: 2px solid var(--mark); border-radius: 2px; box-shadow: 0 0 0 2px #ffffffcc; }
@media (min-width: 46rem) { .issues > li.seen { grid-template-columns: minmax(0, 1fr) 16rem; } }
.whole { position: relative; display: block; width: 100%; background-size: 100% auto; background-repeat: no-repeat; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.whole > i { position: absolute; border: 2px solid var(--mark); border-radius: 2px; box-shadow: 0 0 0 1px #ffffffb3; scroll-margin: 6rem; }
.whole > i.maybe { border-style: dashed; } .whole > i.minded { border-style: dotted; }
.whole > i:target { border-width: 4px; box-shadow: 0 0 0 4px #ffffffe6, 0 0 0 7px var(--mark); }
.page { border-top: 2px solid var(--line); margin-top: 3.5rem; }
.page > h2 { margin-top: 2rem; }
@media (forced-colors: active) { .bar > i { forced-color-adjust: none; } }
`

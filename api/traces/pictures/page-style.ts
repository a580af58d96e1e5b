/** How the page of a tree looks: light and dark, on paper, at 320 pixels, for eyes that tell few colours apart. */
import { paper } from '#api/pages/paper'

export const treeStyle = `${paper}
:root {
  --acceptable: #0b5560; --conditional: #6b4700; --unacceptable: #8b1147; --unknown: #4b4a57;
  --acceptable-mark: #1d8494; --conditional-mark: #b07c10; --unacceptable-mark: #c23a72; --plain-mark: #6d6a86;
  --acceptable-wash: #d9eef0; --conditional-wash: #f6ead0; --unacceptable-wash: #f8dfe8; --unknown-wash: #ecebf1;
  --rail: #e4e0d8; --tick: #96907f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --acceptable: #8fdce6; --conditional: #f0cc7a; --unacceptable: #ffa3c4; --unknown: #cfcde0;
    --acceptable-mark: #4fb6c4; --conditional-mark: #d2a23c; --unacceptable-mark: #ee6f9e; --plain-mark: #a5a1c8;
    --acceptable-wash: #143a40; --conditional-wash: #3f3114; --unacceptable-wash: #47182c; --unknown-wash: #2c2b36;
    --rail: #3a3d44; --tick: #7d8089;
  }
}
.eyebrow { margin: 2.25rem 0 0; color: var(--soft); font-size: 0.9rem; font-weight: 600; }
.eyebrow + h1 { margin-top: 0.1rem; }
h1.long { font-size: 1.2rem; line-height: 1.4; letter-spacing: 0; }
.meta { color: var(--soft); font-size: 0.94rem; margin-top: 0.25rem; }
.meta span:not(:last-child)::after { content: " · "; }
.theirs { unicode-bidi: isolate; }

.hero { background: var(--card); border: 1px solid var(--line); border-radius: 14px; margin: 1.5rem 0 0; overflow: clip; }
.call { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.75rem 2rem; padding: 1.4rem 1.75rem 1.2rem; }
.hero.acceptable .call { background: var(--acceptable-wash); } .hero.conditional .call { background: var(--conditional-wash); }
.hero.unacceptable .call { background: var(--unacceptable-wash); } .hero.not_assessable .call { background: var(--unknown-wash); }
.call h2 { display: flex; align-items: center; gap: 0.9rem; margin: 0; font-size: clamp(1.6rem, 1.2rem + 2vw, 2.3rem); font-weight: 680; letter-spacing: -0.02em; }
.acceptable h2 { color: var(--acceptable); } .conditional h2 { color: var(--conditional); }
.unacceptable h2 { color: var(--unacceptable); } .not_assessable h2 { color: var(--unknown); }
.call svg { flex: none; width: 2.6rem; height: 2.6rem; }
.call .icon path, .call .icon .open { fill: none; stroke: var(--card); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
.call .icon .solid { fill: currentColor; stroke: none; } .call .icon .open { stroke: currentColor; }
.call p { margin: 0; }
.score-now { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.6rem; font-variant-numeric: tabular-nums; }
.score-now strong { font-size: clamp(2.2rem, 1.6rem + 2.4vw, 3.2rem); line-height: 1; font-weight: 680; letter-spacing: -0.03em; }
.score-now span { color: var(--ink); }
.scale-now { padding: 1.25rem 1.75rem 0.5rem; }
.scale-now p { margin: 0 0 0.5rem; max-width: none; }
.gauge { display: block; overflow: visible; }
.zones { display: grid; grid-template-columns: 2fr 1fr 1fr; margin: 0; padding: 0; list-style: none; font-size: 0.82rem; line-height: 1.3; color: var(--soft); }
.zones li { text-align: center; } .zones b { display: block; font-weight: 400; color: var(--ink); }
.zone.acceptable { fill: var(--acceptable-wash); } .zone.conditional { fill: var(--conditional-wash); } .zone.unacceptable { fill: var(--unacceptable-wash); }
.edge, .tick { stroke: var(--tick); stroke-width: 1; }
.needle { stroke: var(--ink); stroke-width: 2; }
.proven { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 3 3; }
.gauge .span { fill: var(--ink); fill-opacity: 0.45; } .gauge .point { fill: var(--ink); }
.gauge .span.bounds, .track .span.bounds { fill: var(--ink); fill-opacity: 0.08; stroke: var(--ink); stroke-width: 1.25; stroke-dasharray: 4 3; }
.answers { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); gap: 0; margin: 0.75rem 0 0; border-top: 1px solid var(--line); font-size: 1rem; }
.answers > div { padding: 1.1rem 1.75rem 1.25rem; border-right: 1px solid var(--line); margin-right: -1px; }
.answers dt { color: var(--soft); font-size: 0.9rem; font-weight: 600; }
.answers dd { margin: 0.2rem 0 0; } .answers dd + dd { margin-top: 0.5rem; }
.answers .path { font-size: 1.1rem; font-weight: 650; line-height: 1.35; }
.path { list-style: none; display: flex; flex-wrap: wrap; gap: 0 0.45rem; padding: 0; margin: 0; }
.path li:not(:last-child)::after { content: "›"; margin-left: 0.45rem; color: var(--soft); font-weight: 400; }
.way { color: var(--soft); font-size: 0.85rem; font-weight: 400; }
.delta { font-weight: 650; font-variant-numeric: tabular-nums; }
ul.plain { padding-left: 1.2rem; margin: 0.5rem 0; max-width: 46rem; } ul.plain li { margin: 0.3rem 0; }
ul.columns { columns: 17rem; column-gap: 2rem; max-width: none; } ul.columns li { break-inside: avoid; margin: 0 0 0.4rem; }
p + .figures, .figures + p { margin-top: 0.75rem; }

.levels { list-style: none; padding: 0; margin: 1.5rem 0 0; }
.level { padding: 0 0 2.25rem 2.4rem; margin-left: 1.1rem; border-left: 2px solid var(--line); }
.level:last-child { border-left-color: transparent; }
.level > header { position: relative; }
.level > header > .at { position: absolute; left: calc(-3.5rem - 1px); top: -0.15rem; width: 2.2rem; height: 2.2rem; border-radius: 50%; background: var(--card); border: 2px solid var(--tick); display: grid; place-items: center; font-weight: 650; font-variant-numeric: tabular-nums; }
.level > header h3 { font-size: 1.2rem; }
.level > header p { margin: 0.15rem 0 0; }
.level h4 { margin: 1.5rem 0 0; }
.level h4 + p { margin-top: 0.1rem; }
.figures { list-style: none; padding: 0; margin: 0.5rem 0 0; }
.figure { display: grid; grid-template-columns: minmax(0, 15rem) minmax(6rem, 1fr) 9.5rem minmax(0, 14rem); gap: 0 1.25rem; align-items: center; padding: 0.45rem 0; border-bottom: 1px solid var(--line); line-height: 1.35; break-inside: avoid; }
.figure .name:not(.exact)::first-letter { text-transform: uppercase; }
.figure .value { font-variant-numeric: tabular-nums; } .figure .value b { font-weight: 600; }
.figure .value .way { white-space: nowrap; }
.figure .note { color: var(--soft); font-size: 0.9rem; }
.figure.deep .name { padding-left: 1.25rem; color: var(--soft); }
.figure.driver .name { font-weight: 650; color: var(--ink); }
.drives { font-size: 0.8rem; font-weight: 600; margin-left: 0.5em; padding: 0.05em 0.5em; border-radius: 1em; background: var(--wash); white-space: nowrap; }
.track { display: block; overflow: visible; }
.rail { fill: var(--rail); }
.track .span:not(.bounds) { fill-opacity: 0.5; } .track .fill { fill: var(--plain-mark); }
.track.acceptable .span:not(.bounds), .track.acceptable .point { fill: var(--acceptable-mark); }
.track.conditional .span:not(.bounds), .track.conditional .point { fill: var(--conditional-mark); }
.track.unacceptable .span:not(.bounds), .track.unacceptable .point { fill: var(--unacceptable-mark); }
.track.plain .span:not(.bounds) { fill: var(--ink); fill-opacity: 0.35; } .track.plain .point { fill: var(--plain-mark); }
.moved { fill: var(--plain-mark); fill-opacity: 0.6; } .was { fill: var(--card); stroke: var(--plain-mark); stroke-width: 2; }
.track .point { stroke: var(--card); stroke-width: 1.5; }
.worse { color: var(--unacceptable); } .finer { color: var(--acceptable); }
@media (max-width: 58rem) {
  .figure { grid-template-columns: minmax(0, 1fr) minmax(0, auto); gap: 0 1rem; }
  .figure .value .way { white-space: normal; }
  .figure .name { grid-row: 1; } .figure .value { grid-row: 1; grid-column: 2; text-align: right; }
  .figure .track { grid-column: 1 / -1; } .figure .note { grid-column: 1 / -1; }
}
@media (max-width: 34rem) {
  .call, .scale-now, .answers > div { padding-left: 1rem; padding-right: 1rem; }
  .level { padding-left: 0; margin-left: 0; border: 0; }
  .level > header { padding-left: 2.9rem; } .level > header > .at { left: 0; }
  .zones { font-size: 0.72rem; }
}
@media print {
  .hero, .zone, .level > header > .at { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .hero { break-inside: avoid; } .level > header { break-after: avoid; } h4 { break-after: avoid; }
  .figure { padding: 0.2rem 0; }
}
@media (forced-colors: active) { .track, .gauge { forced-color-adjust: none; } }
`

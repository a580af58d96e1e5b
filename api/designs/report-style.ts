/** How a report of a design verification looks: light and dark, on paper, at 320 pixels. */
import { findingsStyle, paper } from '#api/pages/paper'

export const designStyle = `${paper}${findingsStyle}
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.seal { flex: none; width: 3.25rem; height: 3.25rem; color: var(--good); }
.seal.no { color: var(--critical); }
.seal path { fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.eyebrow { margin: 2.25rem 0 0; color: var(--soft); font-size: 0.9rem; font-weight: 600; }
.eyebrow + h1 { margin-top: 0.1rem; }
.meta { color: var(--soft); font-size: 0.94rem; margin-top: 0.25rem; max-width: none; }
.meta > span:not(:last-child)::after { content: " · "; }

.number-of { display: inline-grid; place-items: center; min-width: 1.7rem; height: 1.7rem; padding: 0 0.4rem; border-radius: 0.45rem; background: var(--ink); color: var(--paper); font-size: 0.9rem; font-variant-numeric: tabular-nums; }
.issues > li:first-child { border-top: 0; }
.issues > li { scroll-margin: 1rem; }
.issues pre { display: inline-block; max-width: 100%; }
.change { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.6rem; max-width: none; }
.change > :is(span, del) { display: inline-flex; align-items: center; gap: 0.4rem; min-width: 0; }
.became::before { content: "→"; content: "→" / ""; }
.was { text-decoration: none; }
.was code { text-decoration: line-through; text-decoration-color: var(--critical); }
.swatch { flex: none; width: 1.15rem; height: 1.15rem; border: 1px solid var(--soft); border-radius: 4px; }
.pieces { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), max-content)); gap: 0.75rem 1rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figcaption { color: var(--soft); font-size: 0.85rem; font-weight: 600; padding-bottom: 0.3rem; }
.piece { display: block; max-width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--wash); }

.store { position: absolute; font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif; }
.whole { display: block; width: 100%; height: auto; }
.dim { opacity: 0.28; }
.shown { container-type: inline-size; overflow: hidden; }
.frame, .halo { fill: none; stroke: var(--mark); stroke-width: 2; vector-effect: non-scaling-stroke; }
.halo { stroke: #ffffff; stroke-width: 5; stroke-opacity: 0.8; }
@container (max-width: 46rem) { .flag { transform: scale(1.5); } }
@container (max-width: 34rem) { .flag { transform: scale(2.1); } }
@container (max-width: 22rem) { .flag { transform: scale(3.2); } }
.mark { scroll-margin: 6rem; }
.mark:target .frame { stroke-width: 5; } .mark:target .halo { stroke-width: 11; stroke-opacity: 0.9; }

.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1rem; padding: 1rem; align-items: start; }
.pair figcaption { color: var(--ink); }
.pair .whole { border: 1px solid var(--line); }
.slide { container-type: inline-size; overscroll-behavior-x: contain; }
.track { position: relative; width: 200cqw; }
.under { position: sticky; left: 0; width: 100cqw; }
.curtain { position: absolute; inset: 0 auto 0 0; width: 100cqw; overflow: clip; border-right: 3px solid var(--mark); background: var(--wash); }
.held { position: sticky; left: 0; width: 0; }
.held .whole { width: 100cqw; max-width: none; }
table + h3 { margin-top: 2rem; }
@media print {
  .screen { display: none; }
  .pair { grid-template-columns: 1fr 1fr; padding: 0; }
  .pair .whole, .single .whole { width: auto; max-width: 100%; max-height: 20cm; margin: 0 auto; }
  h2, h2 + p, figcaption { break-after: avoid; }
  .scroll { break-inside: avoid; border: 0; }
  .piece, .whole, .swatch, .number-of { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
@media (forced-colors: active) { .swatch, .whole, .piece { forced-color-adjust: none; } }
`

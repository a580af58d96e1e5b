/** How pages look: light and dark, on paper, at 320 pixels, with any text spacing. */

/** What every page of the product has: colours, text, tables, the frame. */
export const paper = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf8; --card: #ffffff; --ink: #1d1c1a; --soft: #55514a; --line: #e2ded6; --wash: #f3f0ea;
  --link: #0a4f7a; --focus: #0a4f7a;
  --critical: #99103a; --serious: #8f3806; --moderate: #664c00; --minor: #3d5369; --practice: #12585c; --warning: #52438a; --good: #165836;
  --mark: #d6005c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16171a; --card: #1e2024; --ink: #eceae6; --soft: #b5b1a8; --line: #34373d; --wash: #26292e;
    --link: #8cc8f0; --focus: #8cc8f0;
    --critical: #ff93ab; --serious: #ffab7a; --moderate: #e6c65c; --minor: #a9c3de; --practice: #86d5d8; --warning: #c3b4f5; --good: #85d6a8;
    --mark: #ff5c9e;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans", sans-serif;
  overflow-wrap: anywhere;
}
a { color: var(--link); text-decoration: underline; text-underline-offset: 0.15em; }
a:hover { text-decoration-thickness: 0.14em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 3px; border-radius: 2px; }
.skip { position: absolute; left: 1rem; top: -10rem; background: var(--card); padding: 0.5rem 1rem; z-index: 2; }
.skip:focus { top: 1rem; }
.wide { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
.top { border-bottom: 1px solid var(--line); }
.top p { margin-block: 0; padding-block: 0.9rem; max-width: 62rem; display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; justify-content: space-between; color: var(--soft); font-size: 0.9rem; }
.brand { font-weight: 650; color: var(--ink); letter-spacing: 0.01em; }
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2vw, 2.25rem); font-weight: 650; letter-spacing: -0.015em; margin: 2.5rem 0 0.4rem; }
h2 { font-size: 1.4rem; font-weight: 650; letter-spacing: -0.01em; margin: 3.5rem 0 0.75rem; }
h3 { font-size: 1.1rem; font-weight: 650; margin: 0; }
h4 { font-size: 1rem; font-weight: 650; margin: 0; }
p { margin: 0.5rem 0; max-width: 46rem; }
.soft { color: var(--soft); }
.small { font-size: 0.9rem; }
code, pre, .mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", monospace; font-size: 0.86em; }
pre { margin: 0; white-space: pre-wrap; background: var(--wash); border-radius: 6px; padding: 0.6rem 0.8rem; line-height: 1.5; }

.contents ul { list-style: none; padding: 0; margin: 1.25rem 0 0; display: flex; flex-wrap: wrap; gap: 0.4rem 1.5rem; }
.contents a { display: inline-block; padding: 0.25rem 0; }

table { border-collapse: collapse; width: 100%; font-size: 0.94rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); padding: 0 0 0.6rem; font-size: 0.94rem; }
th, td { text-align: left; vertical-align: top; padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--line); }
thead th { font-size: 0.85rem; color: var(--soft); font-weight: 600; }
tbody th { font-weight: 500; }
td.number, th.number { text-align: right; padding-right: 1rem; }
dl { display: grid; grid-template-columns: minmax(7rem, 13rem) minmax(0, 1fr); gap: 0.35rem 1.25rem; margin: 0.75rem 0; font-size: 0.94rem; }
dt { color: var(--soft); } dd { margin: 0; }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: 0.5rem; } }
.bottom p { max-width: 62rem; }
.bottom { border-top: 1px solid var(--line); margin-top: 4rem; padding: 1.25rem 0 2.5rem; color: var(--soft); font-size: 0.9rem; }
@media print {
  :root { color-scheme: light; }
  body { background: none; font-size: 10pt; }
  .skip, .contents, .back { display: none; }
  tr { break-inside: avoid; }
}
`

/** What pages that tell what was found have besides: a verdict, findings with their pieces of a picture, the picture. */
export const findingsStyle = `
.verdict { display: flex; flex-wrap: wrap; align-items: center; gap: 1.25rem 2.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.5rem 1.75rem; margin: 1.75rem 0 0; }
.words { flex: 1 1 20rem; }
.words > h2 { font-size: 1.2rem; font-weight: 600; line-height: 1.4; margin: 0 0 0.35rem; letter-spacing: 0; }
.counts { list-style: none; display: flex; flex-wrap: wrap; gap: 0.4rem 1.5rem; padding: 0; margin: 1rem 0 0; }
.counts li { font-variant-numeric: tabular-nums; }

.tag { display: inline-flex; align-items: center; gap: 0.45em; font-weight: 600; font-size: 0.9rem; }
.tag::before { content: ""; width: 0.62em; height: 0.62em; border-radius: 50%; background: currentColor; flex: none; }
.critical { color: var(--critical); } .serious { color: var(--serious); } .moderate { color: var(--moderate); }
.minor { color: var(--minor); } .practice { color: var(--practice); } .warning { color: var(--warning); }
.serious::before { border-radius: 2px; } .moderate::before { border-radius: 2px; transform: rotate(45deg); }
.minor::before { background: none; border: 2px solid currentColor; } .practice::before { border-radius: 0.31em 0.31em 0 0; } .warning::before { background: none; border: 2px solid currentColor; border-radius: 2px; }

.rule { background: var(--card); border: 1px solid var(--line); border-radius: 12px; margin: 1rem 0; overflow: clip; }
.rule > header { padding: 1.15rem 1.5rem; }
.rule > header > p { margin: 0.4rem 0 0; }
.line { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.3rem 1rem; }
.issues { list-style: none; margin: 0; padding: 0; }
.issues > li { border-top: 1px solid var(--line); padding: 1.15rem 1.5rem; display: grid; gap: 0.75rem 1.5rem; grid-template-columns: minmax(0, 1fr); }
.issues > li > div > :first-child { margin-top: 0; }
.facts { margin: 0.35rem 0; font-size: 0.9rem; color: var(--soft); }
.facts > * { margin-right: 1.25rem; }
.facts > span, .facts > a { display: inline-block; }
.facts + pre { margin-top: 0.75rem; }

.scroll { max-height: 42rem; overflow: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--wash); }
@media (max-width: 30rem) { .verdict, .rule > header, .issues > li { padding-left: 1rem; padding-right: 1rem; } }
@media print {
  .rule, .verdict { border-color: #999; }
  .issues > li, .rule > header { break-inside: avoid; }
  .scroll { max-height: none; overflow: visible; }
}
@media (forced-colors: active) { .tag::before { forced-color-adjust: none; } }
`

/** How a briefing looks: on a screen of any width, light and dark, and on paper. */
import { paper } from '#api/pages/paper'

export const briefingStyle = `${paper}
.lead { font-size: 1.2rem; line-height: 1.5; max-width: 46rem; margin: 1rem 0 0; }
.alert { background: var(--card); border: 1px solid var(--critical); border-left-width: 6px; border-radius: 8px; padding: 1rem 1.25rem; margin: 1.5rem 0; }
.alert h2 { font-size: 1.1rem; margin: 0 0 0.35rem; color: var(--critical); }
.alert ul { margin: 0; padding-left: 1.2rem; }
.fine { color: var(--good); }
.count { color: var(--soft); font-weight: 500; font-size: 0.85em; }
.cards { list-style: none; margin: 0; padding: 0; }
.cards > li { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem 1.25rem; margin: 0.75rem 0; }
.cards h3 { margin: 0; }
.cards p { margin: 0.35rem 0 0; }
.act_now > li { border-left: 6px solid var(--critical); }
.today > li { border-left: 6px solid var(--moderate); }
.rank { display: inline-block; min-width: 2.6em; font-variant-numeric: tabular-nums; font-weight: 680; }
.facts { font-size: 0.9rem; color: var(--soft); }
.facts > span { display: inline-block; margin-right: 1.25rem; }
.flag { color: var(--warning); font-weight: 600; }
blockquote { margin: 0.5rem 0 0; padding: 0.1rem 0 0.1rem 0.9rem; border-left: 3px solid var(--line); max-width: 46rem; white-space: pre-wrap; }
details { margin-top: 0.5rem; font-size: 0.94rem; }
summary { cursor: pointer; color: var(--link); padding: 0.3rem 0; width: fit-content; }
.why { max-width: 46rem; }
.why caption { padding: 0; }
.why th, .why td { padding-block: 0.2rem; border: 0; }
.why .number { width: 4.5rem; }
.adapters td:nth-of-type(1), .adapters .number { overflow-wrap: normal; white-space: nowrap; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines > li { padding: 0.6rem 0; border-bottom: 1px solid var(--line); }
.lines p { margin: 0.2rem 0 0; }
.conflict { color: var(--serious); font-weight: 600; }
.overdue { color: var(--critical); font-weight: 600; }
.slots-title { margin-top: 1.5rem; }
.slots { display: flex; flex-wrap: wrap; gap: 0.5rem; list-style: none; margin: 0.75rem 0; padding: 0; }
.slots li { border: 1px solid var(--line); border-radius: 999px; padding: 0.25rem 0.9rem; background: var(--card); font-variant-numeric: tabular-nums; font-size: 0.94rem; }
@media (max-width: 30rem) {
  .cards > li, .alert { padding: 0.85rem 0.9rem; }
  .adapters thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .adapters tr { display: block; padding: 0.5rem 0; border-bottom: 1px solid var(--line); }
  .adapters th, .adapters td, .adapters td.number { display: block; border: 0; padding: 0.1rem 0; text-align: left; }
  .adapters td.number::after { content: " items"; }
}
@media print {
  h2 { margin-top: 1.5rem; break-after: avoid; }
  .cards > li, .lines > li, .alert { break-inside: avoid; border-color: #999; }
  details::details-content { content-visibility: visible; block-size: auto; }
  summary { list-style: none; color: var(--soft); }
  summary::marker { content: ""; }
  .cards > li { padding: 0.6rem 0.8rem; margin: 0.4rem 0; }
  .why thead { display: none; }
  .why th, .why td { padding-block: 0; }
  details, summary { margin: 0; padding: 0; }
}
`

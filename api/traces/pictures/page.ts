/** A measurement tree as one page to read and to print: no script, nothing fetched from anywhere. Pure. */
import { pageBottom, pageTop, write } from '#api/pages/frame'
import { html, type Markup } from '#api/pages/markup'
import { type Change, doOverlap, type Earlier } from '#api/traces/pictures/changes'
import {
  capital,
  countWords,
  type Figure,
  intervalText,
  numberText,
  placeOnScale,
  type Scale,
  scales,
  spoken,
} from '#api/traces/pictures/figures'
import type { Lift, Way } from '#api/traces/pictures/lift'
import { treeStyle } from '#api/traces/pictures/page-style'
import { gauge, scaleBar } from '#api/traces/pictures/scale-bar'
import { momentOf } from '#api/traces/pictures/shared-levels'
import type { Fact, Group, Level, ShownVerdict } from '#api/traces/pictures/shown'
import { type Story, verdictWords } from '#api/traces/pictures/story'

export function treePage(story: Story): string {
  const { name, top } = story
  const frame = {
    title: `${name}: ${verdictWords[top.verdict].toLowerCase()}`,
    style: treeStyle,
    skip: 'Skip to the verdict',
    slogan: 'Measurement tree, aligned with NIST ARIA 0.1',
  }
  return write(html`${pageTop(frame)}
${heading(story)}
${hero(story)}
${contents(story)}
${liftSection(story)}
${missingSection(story)}
${story.of === 'system' && worstSection(story)}
${changeSection(story)}
${levelsSection(story)}
${pageBottom('Made by Assay. It characterises what was measured, and is no certificate. Every figure stands in the tree as JSON, whose digest is signed evidence.')}`)
}

function heading({ of, name, systemSource, top, generatedAt }: Story): Markup {
  const isLong = name.length > 48
  return html`<p class="eyebrow">${of === 'system' ? 'System' : 'Trace'}</p>
<h1${isLong && html` class="long"`}><bdi>${name}</bdi></h1>
<p class="meta">${of === 'trace' && html`<span>of the system <bdi>${systemSource}</bdi></span>`}${top.n !== null && of === 'system' && html`<span>${countWords(top.n, 'trace')}</span>`}<span>made ${momentOf(generatedAt)}</span><span>profile ${top.profile}</span></p>`
}

function hero(story: Story): Markup {
  const { top, thresholds, of } = story
  const isBounds = of === 'trace'
  return html`<section class="hero ${top.verdict}" aria-labelledby="verdict">
<div class="call">
<h2 id="verdict">${verdictIcon(top.verdict)}<span>${verdictWords[top.verdict]}</span></h2>
<p class="score-now">${top.score === null ? html`<span>no score</span>` : html`<strong>${numberText(top.score)}</strong> <span>of 100, higher is better${top.grade !== null && `; grade ${top.grade}`}</span>`}</p>
</div>
<div class="scale-now">
<p>${intervalSentence(story)}</p>
${thresholds && gauge(top, isBounds, thresholds)}
</div>
<dl class="answers">
<div><dt>Driven by</dt><dd>${drivenBy(story)}</dd></div>
<div><dt>${liftTitle(story)}</dt>${liftBrief(story.lift)}</div>
<div><dt>${of === 'system' ? 'Since the last tree' : 'Beside its system'}</dt>${changeBrief(story)}</div>
</dl>
</section>`
}

function intervalSentence({ of, top }: Story): string {
  if (top.score === null) return 'Nothing is known that a score could be made of.'
  if (top.interval === null)
    return `No interval is given${top.intervalReason === '' ? '' : `: ${spoken(top.intervalReason)}`}.${top.atLeast === null ? '' : ` Whatever rare traces were not seen, at least ${numberText(top.atLeast)} is proven (dotted).`}`
  const text = intervalText(top.interval)
  return of === 'trace'
    ? `${text} with missing evidence at its worst and at its best. This is no statement of probability.`
    : `95 % interval ${text}: how far other traces of the same kind could have moved the score.${top.atLeast === null ? '' : ` Whatever rare traces were not seen, at least ${numberText(top.atLeast)} is proven (dotted).`}`
}

/** Told apart by form as well as by colour. */
function verdictIcon(verdict: ShownVerdict): Markup {
  const forms: Record<ShownVerdict, Markup> = {
    acceptable: html`<circle cx="16" cy="16" r="14" fill="currentColor"/><path d="M9 16.5l5 5 9-10"/>`,
    conditional: html`<path class="solid" d="M16 1.5L30.5 16 16 30.5 1.5 16z" fill="currentColor"/><path d="M16 9v9M16 22.5v.5"/>`,
    unacceptable: html`<path class="solid" d="M10 2h12l8 8v12l-8 8H10l-8-8V10z" fill="currentColor"/><path d="M11 11l10 10M21 11L11 21"/>`,
    not_assessable: html`<circle class="open" cx="16" cy="16" r="13.5"/><path class="open" d="M12 12.5a4 4 0 1 1 5.5 3.7c-1 .5-1.5 1-1.5 2.3M16 22.5v.5"/>`,
  }
  return html`<svg class="icon" viewBox="0 0 32 32" aria-hidden="true" focusable="false">${forms[verdict]}</svg>`
}

function drivenBy({ top }: Story): Markup {
  if (top.driverPath.length === 0) return html`Nothing that was measured.`
  return html`<ol class="path">${top.driverPath.map((step) => html`<li>${spoken(step)}</li>`)}</ol>`
}

/** The best verdict has nothing above it. */
const liftTitle = ({ top }: Story): string =>
  top.verdict === 'acceptable' ? 'How safely it passes' : 'What would lift it'

function liftBrief(lift: Lift): Markup {
  const [first] = lift.ways
  if (first)
    return html`<dd><strong>${wayText(first)}</strong></dd><dd class="small">would make it ${first.outcome}. <a href="#lift">How this is computed</a></dd>`
  if (lift.together.length > 0)
    return html`<dd><strong>${countWords(lift.together.length, 'change')} together</strong></dd><dd class="small">${lift.next !== null && `would make it ${lift.next}: `}${lift.together.map(({ name }) => name).join('; ')}. <a href="#lift">How far each</a></dd>`
  return html`<dd>${lift.decides.at(-1) ?? ''}</dd>${lift.doubts[0] && html`<dd class="small">${lift.doubts[0]}</dd>`}`
}

function wayText({ name, from, to, limit, scale }: Way): Markup {
  const said = capital(name)
  if (to === null) return html`${said}`
  if (from === null) return html`${said}: ${numberText(to, scale)}`
  return html`${said}: from ${numberText(from, scale)} to ${limit} ${numberText(to, scale)}`
}

function changeBrief({ of, earlier, changes }: Story): Markup {
  const [score] = changes
  if (!earlier || !score)
    return html`<dd>${of === 'system' ? 'There is none: this is the first that is kept.' : 'No tree of its system is kept.'}</dd>`
  return html`<dd><strong>${deltaText(score)}</strong></dd><dd class="small">${numberText(score.before ?? 0)} ${of === 'system' ? 'then' : 'of the system'}, ${score.now === null ? 'no score' : numberText(score.now)} ${of === 'system' ? 'now' : 'of this trace'}. <a href="#changes">${of === 'system' ? 'What changed' : 'The tree of its system'}</a></dd>`
}

/** With a word for the direction: a sign alone says nothing to whoever does not know which way is up. */
function deltaText({ difference, scale }: Change): Markup {
  if (difference === null) return html`not comparable`
  if (difference === 0) return html`no change`
  const isUp = difference > 0
  const isFiner = scale.words === 'higher is better' ? isUp : scale.words === 'higher is worse' ? !isUp : undefined
  const size = numberText(Math.abs(difference) * (scale.isShare ? 100 : 1))
  return html`<span class="delta${isFiner === true && ' finer'}${isFiner === false && ' worse'}">${isUp ? '+' : '−'}${size} points${isFiner !== undefined && `, ${isFiner ? 'better' : 'worse'}`}</span>`
}

const contents = (story: Story): Markup => html`<nav class="contents" aria-label="Contents"><ul>
<li><a href="#lift">${liftTitle(story)}</a></li>
<li><a href="#missing">What is missing</a></li>
${story.of === 'system' && html`<li><a href="#worst">Worst traces</a></li>`}
<li><a href="#changes">${story.of === 'system' ? 'Since the last tree' : 'Beside its system'}</a></li>
<li><a href="#levels">The six levels</a></li>
</ul></nav>`

function liftSection(story: Story): Markup {
  const { lift, thresholds } = story
  const { decides, ways, together, doubts, next } = lift
  return html`<h2 id="lift">${liftTitle(story)}</h2>
${decides.map((sentence) => html`<p>${sentence}</p>`)}
${ways.length > 0 && html`<p>${ways.length === 1 ? 'This would make it' : 'Any one of these would make it'} ${next !== null && spoken(next)}:</p>${wayList(ways)}`}
${together.length > 0 && html`<p>No single change would do. All of these together would make it ${next !== null && spoken(next)}:</p>${wayList(together)}`}
${doubts.map((sentence) => html`<p>${sentence}</p>`)}
${thresholds && html`<p class="soft small">Computed from the figures of this tree: everything else stays as it is. Conditional begins at ${thresholds.conditional_from}, acceptable at ${thresholds.acceptable_from} of 100.</p>`}`
}

const wayList = (ways: readonly Way[]): Markup =>
  html`<ul class="figures">${ways.map(
    ({ name, from, to, limit, scale, outcome }) =>
      html`<li class="figure"><span class="name">${name}</span>${moveBar(from, to, scale) ?? html`<span></span>`}<span class="value">${from !== null && html`${numberText(from, scale)} to ${limit} `}${to !== null && html`<b>${numberText(to, scale)}</b>`} <span class="way">${scale.words}</span></span><span class="note">then ${spoken(outcome)}</span></li>`,
  )}</ul>`

/** From where to where on a scale: a ring where it was, a point where it comes to. */
function moveBar(from: number | null, to: number | null, scale: Scale): Markup | undefined {
  const was = from === null ? undefined : placeOnScale(from, scale)
  const is = to === null ? undefined : placeOnScale(to, scale)
  if (is === undefined) return undefined
  return html`<svg class="track plain" aria-hidden="true" focusable="false" width="100%" height="20"><rect class="rail" y="8" width="100%" height="4" rx="2"/>${
    was !== undefined &&
    html`<rect class="moved" x="${Math.min(was, is)}%" y="8" width="${Math.abs(is - was)}%" height="4"/><circle class="was" cx="${was}%" cy="10" r="4.5"/>`
  }<circle class="point" cx="${is}%" cy="10" r="5"/></svg>`
}

function missingSection({ of, top, missing: { wholly, partly } }: Story): Markup {
  return html`<h2 id="missing">What is missing</h2>
${top.contradictions.length > 0 && html`<p>What the trace says of itself in two ways; the graver has counted:</p>${plainList(top.contradictions)}`}
${top.limitations.length > 0 ? html`<p>What weakens what this tree says:</p>${plainList(top.limitations)}` : html`<p>The tree names no limitation.</p>`}
${wholly.length > 0 && html`<p>${of === 'system' ? 'No trace says anything of' : 'There is no evidence of'}:</p>${plainList(wholly, 'columns')}`}
${partly.length > 0 && html`<p>A part of the traces says nothing of:</p>${figureList(partly, undefined)}`}`
}

const plainList = (texts: readonly string[], more = ''): Markup =>
  html`<ul class="plain ${more}">${texts.map((text) => html`<li>${capital(spoken(text))}</li>`)}</ul>`

function worstSection({ worst, base, thresholds }: Story): Markup {
  if (worst === undefined)
    return html`<h2 id="worst">Worst traces</h2><p>This tree was made by a version that did not keep them. Ask for the system’s tree anew.</p>`
  return html`<h2 id="worst">Worst traces</h2>
<p>The lowest scores among the traces of this tree, caps included.</p>
<ol class="figures">${worst.map(({ traceId, score, note }) => {
    const bar = scaleBar({ value: score, interval: null, scale: scales.score, isBounds: false }, thresholds)
    return html`<li class="figure"><span class="name exact"><a href="${base}/traces/${encodeURIComponent(traceId)}">${traceId}</a></span>${bar ?? html`<span></span>`}<span class="value"><b>${score === null ? 'none' : numberText(score)}</b> <span class="way">higher is better</span></span><span class="note">${note}</span></li>`
  })}</ol>`
}

function changeSection(story: Story): Markup {
  const { of, earlier, changes } = story
  const title = of === 'system' ? 'Since the last tree' : 'Beside its system'
  if (!earlier)
    return html`<h2 id="changes">${title}</h2><p>${of === 'system' ? 'No earlier tree of this system is kept: there is nothing to compare with.' : 'No tree of its system is kept: there is nothing to hold this trace against.'}</p>`
  return html`<h2 id="changes">${title}</h2>
<p>${earlierSentence(story, earlier)}</p>
${of === 'system' && changes.length <= 1 && html`<p>Nothing else moved.</p>`}
<ul class="figures">${changes.map((change) => changeItem(change, of))}</ul>`
}

function earlierSentence({ of, top, base, earlierInterval }: Story, earlier: Earlier): Markup {
  const link = html`<a href="${base}/trees/${earlier.jobId}?format=html">${of === 'system' ? 'The tree before' : 'The newest tree of its system'}</a>`
  const traces = earlier.tree.level_1?.summary?.n
  const overlap = of === 'system' ? doOverlap(earlierInterval, top.interval) : undefined
  return html`${link} was made ${momentOf(earlier.generatedAt)}${typeof traces === 'number' && ` of ${countWords(traces, 'trace')}`}.${
    earlier.profile !== top.profile &&
    ` It was made by ${earlier.profile}, this one by ${top.profile}: a part of the difference may be the measure’s, not the system’s.`
  }${overlap === true && ' The intervals of the two scores overlap.'}${overlap === false && ' The intervals of the two scores do not overlap.'}`
}

function changeItem(change: Change, of: Story['of']): Markup {
  const { name, before, now, scale } = change
  const told = (value: number | null) => (value === null ? 'none' : numberText(value, scale))
  const bar = moveBar(before, now, scale)
  return html`<li class="figure"><span class="name">${name}</span>${bar ?? html`<span></span>`}<span class="value">${told(before)} ${of === 'system' ? 'to' : 'and'} <b>${told(now)}</b> <span class="way">${scale.words}</span></span><span class="note">${deltaText(change)}</span></li>`
}

function levelsSection({ levels, thresholds, json, nodeId, base }: Story): Markup {
  return html`<h2 id="levels">The six levels</h2>
<p class="soft">From what the tree comes to down to what it was made of. Scores run from 0, the worst, to 100, the best; what is a rate or a risk says beside its number which way is worse. A solid bar is a 95 % interval; a dashed one says how far missing evidence could move the score.</p>
<ol class="levels">${levels.map((level) => levelItem(level, thresholds))}</ol>
<p class="small soft">This tree as it was answered: <a href="${base}${json}">JSON</a>. Its evidence node: <code>${nodeId}</code>.</p>`
}

function levelItem(level: Level, thresholds: Story['thresholds']): Markup {
  const { number, name, driver, groups, facts, notes, record, isLeftOut } = level
  return html`<li class="level" id="level-${number}">
<header><span class="at" aria-hidden="true">${number}</span><h3>Level ${number}: ${name}</h3>${driver !== null && html`<p class="soft">Driver: ${driver}</p>`}</header>
${isLeftOut && html`<p class="soft">Left out: the tree was asked for without this level.</p>`}
${groups.map((group) => groupPart(group, thresholds))}
${facts.some(isTold) && html`<dl>${facts.filter(isTold).map(([term, value, isCode]) => html`<dt>${term}</dt><dd>${isCode ? html`<code>${value}</code>` : html`<bdi>${value}</bdi>`}</dd>`)}</dl>`}
${notes.map((note) => html`<p class="soft">${note}</p>`)}
${record !== undefined && html`<pre><code>${record}</code></pre>`}
</li>`
}

const isTold = ([, value]: Fact): boolean => value !== null && value !== undefined && value !== ''

const groupPart = ({ title, about, figures, more }: Group, thresholds: Story['thresholds']): Markup =>
  html`${title !== '' && html`<h4>${title}</h4>`}${about !== undefined && html`<p class="soft small">${about}</p>`}${figures.length > 0 && figureList(figures, thresholds)}${more !== undefined && more > 0 && html`<p class="soft small">and ${more} more, in the tree as JSON.</p>`}`

const figureList = (figures: readonly Figure[], thresholds: Story['thresholds']): Markup =>
  html`<ul class="figures">${figures.map((figure) => figureItem(figure, thresholds))}</ul>`

function figureItem(figure: Figure, thresholds: Story['thresholds']): Markup {
  const { name, value, interval, scale, note, depth, isDriver, isTheirs } = figure
  const words = [interval && intervalText(interval, scale), note].filter(Boolean).join('; ')
  return html`<li class="figure${depth > 0 && ' deep'}${isDriver && ' driver'}"><span class="name${isTheirs && ' exact'}">${isTheirs ? html`<bdi>${name}</bdi>` : name}${isDriver && html` <span class="drives">drives</span>`}</span>${scaleBar(figure, thresholds) ?? html`<span></span>`}<span class="value">${value === null ? html`<b>none</b>` : html`<b>${numberText(value, scale)}</b> <span class="way">${scale.words}</span>`}</span><span class="note">${words}</span></li>`
}

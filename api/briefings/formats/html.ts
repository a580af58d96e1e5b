/** A briefing as one page to read and to print: no script, nothing fetched from anywhere. Pure. */
import { createHash } from 'node:crypto'
import { briefingStyle } from '#api/briefings/formats/html-style'
import { pageBottom, pageTop, write } from '#api/pages/frame'
import { html, type Markup } from '#api/pages/markup'
import type { Briefing, BriefingSection, Commitment } from '#db/documents/briefing'
import type { Signal } from '#db/documents/signal'
import { personName } from '#shared/briefing/guests'
import { dateText } from '#shared/briefing/moments'
import {
  adapterText,
  conflictTexts,
  dayText,
  dueText,
  eventTime,
  linkOf,
  pointsText,
  qualityTexts,
  titleText,
  unreadOf,
  whenText,
} from '#shared/briefing/wording'

const filePolicy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(briefingStyle).digest('base64')}'; base-uri 'none'; form-action 'none'`

/** For the header that it is answered with: only the style that is in it. */
export const briefingPagePolicy = `${filePolicy}; frame-ancestors 'none'`

/** Whatever a mail, an invitation or a repository says in it is escaped, and its direction kept to itself. */
export function briefingHtml(briefing: Briefing): string {
  const day = dayText(dateText(Date.parse(briefing.window.from), briefing.timezone))
  const places: ReadonlyMap<string, string> = new Map(
    placedSections(briefing).flatMap(({ title, items }) => items.map(({ id }) => [id, title])),
  )
  return [
    pageTop({
      title: `Briefing for ${day}`,
      style: briefingStyle,
      skip: 'Skip to the briefing',
      slogan: 'Briefing: what, why, and from where',
      policy: filePolicy,
    }),
    heading(briefing, day),
    unreadAlert(briefing),
    html`<p class="lead">${briefing.headline}</p>`,
    contents(briefing),
    scheduleSection(briefing),
    ...briefing.sections.map((section) =>
      isReference(section) ? referenceSection(section, briefing, places) : cardSection(section, briefing),
    ),
    commitmentSection('Promises of mine', 'mine', briefing.commitments.mine, briefing),
    commitmentSection('Promises of others', 'theirs', briefing.commitments.theirs, briefing),
    makingSection(briefing),
    pageBottom('Made by Assay out of what connections brought. Every line names where it comes from.'),
  ]
    .map(write)
    .join('')
}

const isReference = ({ key }: BriefingSection): boolean => key === 'meetings' || key === 'changed_since_last'
const placedSections = ({ sections }: Briefing) => sections.filter((section) => !isReference(section))

/** Somebody else's words: which way they run is theirs alone. */
const said = (text: string): Markup => html`<bdi>${text}</bdi>`

function linked(title: string, url: string | null): Markup {
  const link = linkOf(url)
  const text = titleText(title)
  return link === undefined ? said(text) : html`<a href="${link}" rel="noopener noreferrer">${said(text)}</a>`
}

const heading = (briefing: Briefing, day: string): Markup => html`<h1>${day}</h1>
<p class="soft">${briefing.timezone}, as of <time datetime="${briefing.generated_at}">${whenText(briefing.generated_at, briefing)}</time></p>`

/** What could not be read comes before everything that could. */
function unreadAlert(briefing: Briefing): Markup {
  const unread = unreadOf(briefing)
  if (briefing.adapters.length === 0)
    return html`<section class="alert" aria-labelledby="unread"><h2 id="unread">Nothing is connected</h2>
<p>There is no mailbox, no calendar and no source hosting to read from yet.</p></section>`
  if (unread.length === 0) return html`<p class="fine">Every connection is up to date.</p>`
  return html`<section class="alert" aria-labelledby="unread"><h2 id="unread">Not up to date</h2>
<ul>${unread.map((adapter) => html`<li>${said(adapter.label)} (${adapter.kind}): ${adapterText(adapter, briefing)}</li>`)}</ul></section>`
}

const contents = ({ sections, schedule }: Briefing): Markup => html`<nav class="contents" aria-label="Contents"><ul>
<li><a href="#schedule">Schedule</a> ${schedule.events.length}</li>
${sections.map(({ key, title, total }) => html`<li><a href="#${key}">${title}</a> ${total}</li>`)}
<li><a href="#making">How it was made</a></li>
</ul></nav>`

function scheduleSection(briefing: Briefing): Markup {
  const { events, conflicts, free_slots: slots, focus_minutes: focus } = briefing.schedule
  const titles = new Map(events.map((event) => [event.signal_id, titleText(event.title)]))
  return html`<h2 id="schedule">Schedule <span class="count">${events.length}</span></h2>
${events.length === 0 && html`<p>No events.</p>`}
${
  events.length > 0 &&
  html`<ol class="lines">${events.map((event) => {
    const conference = linkOf(event.conference_url)
    return html`<li><strong>${eventTime(event, briefing)}</strong> ${said(titleText(event.title))}
<p class="facts">${event.location !== null && html`<span>${said(event.location)}</span>`}<span>${said(event.calendar)}</span>${event.attendees > 0 && html`<span>${event.attendees} invited</span>`}${conference !== undefined && html`<span><a href="${conference}" rel="noopener noreferrer">Join ${said(titleText(event.title))}</a></span>`}</p></li>`
  })}</ol>`
}
${
  conflicts.length > 0 &&
  html`<ul class="lines">${conflicts.map(
    ({ a, b, kind, overlap_minutes: minutes }) =>
      html`<li class="conflict">${said(titles.get(a) ?? a)} and ${said(titles.get(b) ?? b)} ${conflictTexts[kind]}${minutes > 0 && `, ${minutes} min`}</li>`,
  )}</ul>`
}
<h3 class="slots-title">Free in working hours</h3>
${slots.length === 0 && html`<p>Nothing.</p>`}
${
  slots.length > 0 &&
  html`<ul class="slots">${slots.map(
    ({ start, end, minutes, quality }) =>
      html`<li>${whenText(start, briefing)}–${whenText(end, briefing)} <span class="soft">${minutes} min, ${qualityTexts[quality]}</span></li>`,
  )}</ul>
<p class="soft">${focus} minutes in which to concentrate.</p>`
}`
}

const headingOf = ({ key, title, total }: BriefingSection): Markup =>
  html`<h2 id="${key}">${title} <span class="count">${total}</span></h2>`

function moreNote({ items, total, truncated }: BriefingSection): Markup {
  return html`${truncated && html`<p class="soft">${total - items.length} more ${total - items.length === 1 ? 'is' : 'are'} not shown here.</p>`}`
}

const cardSection = (section: BriefingSection, briefing: Briefing): Markup => html`${headingOf(section)}
${section.total === 0 && html`<p class="soft">Nothing.</p>`}
${
  section.items.length > 0 &&
  (section.key === 'noise_folded'
    ? html`<ol class="lines">${section.items.map((signal) => foldedLine(signal, briefing))}</ol>`
    : html`<ol class="cards ${section.key}">${section.items.map((signal) => card(signal, briefing))}</ol>`)
}
${moreNote(section)}`

/**
 * Signals that stand elsewhere on the page are linked to; what stands nowhere else says its reasons here.
 * @param places in which section a signal stands
 */
function referenceSection(section: BriefingSection, briefing: Briefing, places: ReadonlyMap<string, string>): Markup {
  const [elsewhere, here] = [
    section.items.filter(({ id }) => places.has(id)),
    section.items.filter(({ id }) => !places.has(id)),
  ]
  return html`${headingOf(section)}
${section.total === 0 && html`<p class="soft">Nothing.</p>`}
${
  elsewhere.length > 0 &&
  html`<ul class="lines">${elsewhere.map(
    ({ id, title, priority, when }) =>
      html`<li><span class="rank">${priority.score}</span> <span class="soft">${whenText(when, briefing)}</span> <a href="#s-${id}">${places.get(id)}: ${said(titleText(title))}</a></li>`,
  )}</ul>`
}
${here.length > 0 && html`<ol class="cards">${here.map((signal) => card(signal, briefing, `${section.key}-`))}</ol>`}
${moreNote(section)}`
}

/** @param within what keeps its id apart from the same signal's in another section */
function card(signal: Signal, briefing: Briefing, within = 's-'): Markup {
  const { id, priority, action, title, url, who, when, adapter, excerpt, duplicates, safety } = signal
  const from = personName(who[0] ?? null)
  const flagged = safety.untrusted_instructions.length
  return html`<li id="${within}${id}">
<h3><span class="rank">${priority.score}</span> ${linked(title, url)}</h3>
<p><strong>${said(action.text)}</strong></p>
<p class="facts">${from !== null && html`<span>${said(from)}</span>`}<span><time datetime="${when}">${whenText(when, briefing)}</time></span><span>${adapter}</span>${duplicates.length > 0 && html`<span>and ${duplicates.length} more about it</span>`}</p>
${excerpt.trim() !== '' && html`<blockquote>${said(excerpt)}</blockquote>`}
${flagged > 0 && flagNote}
${whyDetails(signal)}
</li>`
}

/** What wants nothing takes little room, and says why as well. */
const foldedLine = (signal: Signal, briefing: Briefing): Markup => html`<li id="s-${signal.id}">
<span class="rank">${signal.priority.score}</span> ${linked(signal.title, signal.url)} <span class="soft small">${personName(signal.who[0] ?? null) !== null && html`${said(personName(signal.who[0] ?? null) ?? '')}, `}${whenText(signal.when, briefing)}</span>
${signal.safety.untrusted_instructions.length > 0 && flagNote}
${whyDetails(signal)}
</li>`

const flagNote = html`<p class="flag">It holds instructions to a machine. None was followed.</p>`

const whyDetails = ({
  id,
  priority,
  title,
}: Signal): Markup => html`<details><summary>Why ${priority.score} of 100</summary>
<table class="why"><caption>What adds up to ${priority.score} for ${said(titleText(title))}</caption>
<thead><tr><th scope="col" class="number">Points</th><th scope="col">Because</th></tr></thead>
<tbody>${priority.factors.map(({ name, points, because, evidence }) => html`<tr><td class="number">${pointsText(points)}</td><td>${said(because)} <span class="soft">(${name})</span>${evidence?.map(({ text, field, start, end }) => html`<br>“${said(text)}” <span class="soft">${field} ${start}–${end}</span>`)}</td></tr>`)}</tbody></table>
<p class="soft small">Signal <code>${id}</code></p></details>`

function commitmentSection(
  title: string,
  name: string,
  commitments: readonly Commitment[],
  briefing: Briefing,
): Markup {
  if (commitments.length === 0) return html``
  return html`<h2 id="promises-${name}">${title} <span class="count">${commitments.length}</span></h2>
<ul class="lines">${commitments.map((commitment) => {
    const { text, who, to_whom: toWhom, overdue, said_at: saidAt, span, signal_id: id, confidence } = commitment
    return html`<li>“${said(text)}”
<p class="facts"><span${overdue && html` class="overdue"`}>${dueText(commitment, briefing)}</span>${who !== null && html`<span>by ${said(who)}</span>`}${toWhom !== null && html`<span>to ${said(toWhom)}</span>`}<span>said ${whenText(saidAt, briefing)}</span></p>
<details><summary>Where it is said</summary><p class="soft small">${span.field} ${span.start}–${span.end} of <code>${id}</code>, confidence ${confidence}</p></details></li>`
  })}</ul>`
}

function makingSection(briefing: Briefing): Markup {
  const { adapters, completeness, diff, evidence } = briefing
  return html`<h2 id="making">How it was made</h2>
${
  adapters.length > 0 &&
  html`<table class="adapters"><caption>Connections. Completeness ${completeness.score} of 1.</caption>
<thead><tr><th scope="col">Connection</th><th scope="col">Kind</th><th scope="col">How it stands</th><th scope="col" class="number">Items</th></tr></thead>
<tbody>${adapters.map((adapter) => html`<tr><th scope="row">${said(adapter.label)}</th><td>${adapter.kind}</td><td>${adapterText(adapter, briefing)}</td><td class="number">${adapter.items}</td></tr>`)}</tbody></table>`
}
<dl>
<dt>Considered</dt><dd>${evidence.considered.count} items, <code>${evidence.considered.digest}</code></dd>
<dt>Rules</dt><dd>${evidence.rules_version}</dd>
<dt>Briefing</dt><dd><code>${briefing.id}</code></dd>
${diff.previous_id !== null && html`<dt>Since <code>${diff.previous_id}</code></dt><dd>${diff.added.length} new, ${diff.moved.length} moved, ${diff.resolved.length} resolved</dd>`}
</dl>`
}

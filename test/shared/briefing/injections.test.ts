/** Texts that command a machine, in mails, events and issues: a whole briefing is the same with them as without, but for the warning. */
import { expect, test } from 'bun:test'
import type { Briefing } from '#db/documents/briefing'
import type { ItemDocument } from '#db/documents/item'
import { composeBriefing } from '#shared/briefing/compose'
import { historyOf, type RankContext } from '#shared/briefing/context'
import { type BriefingRequest, defaultWorkingHours, type KeptItem } from '#shared/briefing/input'
import { selectBriefing } from '#shared/briefing/select'
import { defaultWeights } from '#shared/briefing/weights'
import { canonicalJson, sha256Hex } from '#shared/kernel/canonical'
import { aMail, anEvent, anOccurrence, aThing, at, readAbout, tom } from '#test/workers/sync-connection/read/brought'
import { injections, pairsOf } from '#test/workers/sync-connection/read/injected'
import type { SourceItem } from '#workers/sync-connection/adapters/source-item'
import { readItem } from '#workers/sync-connection/read/read-item'

const timezone = 'Europe/Zurich'
const request: BriefingRequest = {
  at: at.toISOString(),
  id: '00000000-0000-4000-8000-00000000000b',
  tenant: 'org-1',
  timezone,
  locale: 'en',
  max_items: 50,
  sections: null,
  window: { from: at.toISOString(), to: new Date(at.getTime() + 86_400_000).toISOString() },
  working: defaultWorkingHours,
}
const adapters: Briefing['adapters'] = [
  {
    connection_id: readAbout().connectionId,
    kind: 'imap',
    label: 'Work',
    status: 'ok',
    fetched_at: at.toISOString(),
    age_s: 0,
    items: 4,
    latency_ms: 1,
    error: null,
  },
]

const kept = (item: ItemDocument): KeptItem => ({
  item,
  digest: sha256Hex(canonicalJson(item)),
  first_seen: at.toISOString(),
})
const read = (item: SourceItem) => readItem(item, readAbout(), null)
/** Items among which an injected one stands. */
const others = [
  read(
    aMail({ key: 'm2', messageId: 'two@example.com', from: tom, text: 'Hi Mara,\n\nCan you review the plan today?\n' }),
  ),
  read(aThing({ key: 'acme/site#13', about: 'github:acme/site#13', number: 13, reasons: ['assigned'] })),
  read(
    anEvent({
      key: 'work/uid-2',
      uid: 'uid-2@example.com',
      title: 'Lunch',
      occurrences: [anOccurrence({ start: '2026-03-03T10:30:00.000Z', end: '2026-03-03T11:30:00.000Z' })],
    }),
  ),
]

function briefingOf(item: SourceItem): Briefing {
  const items = [read(item), ...others]
  const context: RankContext = {
    at,
    timezone,
    weights: defaultWeights,
    history: historyOf(items, at, timezone),
    states: new Map(),
  }
  return composeBriefing(selectBriefing(items.map(kept), request, context, adapters, null))
}

/** Members that hold the text itself, where in it something stands, or digests of it. */
const ofTheText = new Set(['title', 'location', 'excerpt', 'excerpt_offsets', 'safety', 'start', 'end', 'evidence'])
const isSpan = (value: object) => 'field' in value && 'start' in value

function withoutTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTexts)
  if (typeof value !== 'object' || value === null) return value
  const isOfText = (name: string) =>
    ofTheText.has(name) &&
    (isSpan(value) || (name !== 'start' && name !== 'end')) &&
    !(name === 'evidence' && 'points' in value)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => (isOfText(name) ? [] : [[name, withoutTexts(member)]])),
  )
}

for (const [half, all] of Object.entries(injections)) {
  test(`no section of a briefing changes by any of them (${half})`, () => {
    const changed = pairsOf(all).filter(
      ({ clean, injected }) =>
        JSON.stringify(withoutTexts(briefingOf(clean))) !== JSON.stringify(withoutTexts(briefingOf(injected))),
    )

    expect({ count: all.length, changed: changed.length }).toEqual({ count: 100, changed: 0 })
  })

  test(`each is told in the warning of the signal that it stands in (${half})`, () => {
    const silent = pairsOf(all).filter(({ injected }) => {
      const { sections, schedule } = briefingOf(injected)
      const signals = sections.flatMap(({ items }) => items)
      return schedule.events.length < 1 || signals.every(({ safety }) => safety.untrusted_instructions.length === 0)
    })

    expect(silent.length).toBe(0)
  })
}

/** Texts that command a machine, in mails, events and issues: each is flagged and moves nothing. */
import { expect, test } from 'bun:test'
import type { ItemDocument } from '#db/documents/item'
import { historyOf, type RankContext } from '#shared/briefing/context'
import { signalOf } from '#shared/briefing/explain'
import { type Scored, scoreItem } from '#shared/briefing/score'
import { defaultWeights } from '#shared/briefing/weights'
import { at, readAbout } from '#test/workers/sync-connection/read/brought'
import { injections, pairsOf } from '#test/workers/sync-connection/read/injected'
import { fieldText } from '#workers/sync-connection/read/fields'
import { readItem } from '#workers/sync-connection/read/read-item'

const window = { from: at, to: new Date(at.getTime() + 86_400_000) }

function contextOf(items: readonly ItemDocument[]): RankContext {
  const history = historyOf(items, at, 'Europe/Zurich')
  return { at, timezone: 'Europe/Zurich', weights: defaultWeights, history, states: new Map() }
}

/** All that a signal says but its texts and the warning. */
function saidOf(scored: Scored, context: RankContext) {
  const { id, priority, due, action, kind, when, state, who } = signalOf(scored, context, {
    adapter: 'imap',
    first_seen: at.toISOString(),
  })
  const factors = priority.factors.map(({ name, points, because }) => ({ name, points, because }))
  return { id, score: priority.score, band: priority.band, factors, due: due.at, action, kind, when, state, who }
}

const told = (item: ItemDocument) => {
  const context = contextOf([item])
  return scoreItem(item, context, window).map((scored) => saidOf(scored, context))
}

for (const [half, all] of Object.entries(injections)) {
  test(`every text that commands a machine is flagged, in whatever it stands (${half})`, () => {
    const missed = pairsOf(all).filter(
      ({ injected }) => readItem(injected, readAbout(), null).untrusted_instructions.length === 0,
    )

    expect(all.length).toBe(100)
    expect(missed.length).toBe(0)
  })

  test(`none of them changes score, kind, action, who or why (${half})`, () => {
    const moved = pairsOf(all).filter(
      ({ clean, injected }) =>
        JSON.stringify(told(readItem(clean, readAbout(), null))) !==
        JSON.stringify(told(readItem(injected, readAbout(), null))),
    )

    expect(moved.length).toBe(0)
  })
}

test('what they were put into is not flagged without them', () => {
  const flagged = pairsOf([...injections.seen, ...injections.unseen]).filter(
    ({ clean }) => readItem(clean, readAbout(), null).untrusted_instructions.length > 0,
  )

  expect(flagged.length).toBe(0)
})

test('a flagged span is the characters of the field that it names', () => {
  for (const { injected } of pairsOf(injections.seen)) {
    for (const { field, start, end, text } of readItem(injected, readAbout(), null).untrusted_instructions)
      expect(fieldText(injected, field).slice(start, end)).toBe(text)
  }
})

test('neither excerpt nor acts hold any of it', () => {
  for (const { injected } of pairsOf(injections.seen)) {
    const item = readItem(injected, readAbout(), null)
    for (const bad of item.untrusted_instructions) {
      for (const { span } of item.acts)
        expect(span.field === bad.field && span.start < bad.end && bad.start < span.end).toBe(false)
      if (bad.text.length > 10) expect(item.excerpt).not.toContain(bad.text)
    }
  }
})

/** A calendar that is served over HTTP: how long it takes, and what it says, is a test's to choose. */

export type CalendarFeed = {
  url: string
  allow: string
  requests: () => number
  hold: () => () => void
  stop: () => void
}

/** @param events how many it has, each of an hour within the next days. */
export function serveCalendar({ events = 3, password }: { events?: number; password?: string } = {}): CalendarFeed {
  let requests = 0
  let gate: Promise<void> | undefined
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      requests += 1
      await gate
      if (password !== undefined && !request.url.includes(password)) return new Response('', { status: 401 })
      return new Response(calendarText(events), { headers: { 'content-type': 'text/calendar' } })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}/team.ics`,
    allow: `127.0.0.1/32:${server.port}`,
    requests: () => requests,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      gate = promise
      return () => {
        gate = undefined
        resolve()
      }
    },
    stop: () => void server.stop(true),
  }
}

function calendarText(events: number): string {
  const day = (offset: number) =>
    new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')
  const all = Array.from({ length: events }, (_, n) =>
    [
      'BEGIN:VEVENT',
      `UID:event-${n}@example.com`,
      `DTSTAMP:${day(0)}T000000Z`,
      `DTSTART:${day(1 + (n % 5))}T090000Z`,
      `DTEND:${day(1 + (n % 5))}T100000Z`,
      `SUMMARY:Meeting ${n}`,
      'END:VEVENT',
    ].join('\r\n'),
  )
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...all, 'END:VCALENDAR', ''].join('\r\n')
}

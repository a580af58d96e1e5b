/** Cases of calendars as they come: zones, changes of the clock, what is moved, called off, added and left out. Each with the times that it comes to. */

/** `lines` of the calendar; `from` and `to` of the time that is looked at; `starts` as they are given, with `end` after a slash where it matters. */
type EdgeCase = { name: string; lines: string[]; from?: string; to?: string; starts: string[] }

const event = (...lines: string[]) => [
  'BEGIN:VEVENT',
  'UID:one@example.com',
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]
const inNewYork = (name: string, clock: string) => `${name};TZID=America/New_York:${clock}`

/** Under a name that nobody else knows: Central Europe's rules. */
const ownZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16011028T030000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010325T020000',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]

/** A zone that gave up summer time for good, by dates alone. */
const datedZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Somewhere',
  'BEGIN:DAYLIGHT',
  'DTSTART:20250330T020000',
  'RDATE:20260329T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:20251026T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const weekly = event(inNewYork('DTSTART', '20261020T090000'), 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=4')
const weeklyStarts = [
  '2026-10-20T13:00:00.000Z',
  '2026-10-27T13:00:00.000Z',
  '2026-11-03T14:00:00.000Z',
  '2026-11-10T14:00:00.000Z',
]

export const edgeCases: EdgeCase[] = [
  {
    name: 'weekly over the end of summer time, in a zone that the calendar does not bring',
    lines: weekly,
    starts: weeklyStarts,
  },
  {
    name: 'a zone by what Windows calls it',
    lines: event('DTSTART;TZID=Eastern Standard Time:20261020T090000', 'RRULE:FREQ=WEEKLY;COUNT=4'),
    starts: weeklyStarts,
  },
  {
    name: 'a zone at the end of a path',
    lines: event(
      'DTSTART;TZID=/freeassociation.sourceforge.net/America/New_York:20261020T090000',
      'RRULE:FREQ=WEEKLY;COUNT=4',
    ),
    starts: weeklyStarts,
  },
  {
    name: 'a zone in quotes',
    lines: event('DTSTART;TZID="America/New_York":20261020T090000', 'RRULE:FREQ=WEEKLY;COUNT=4'),
    starts: weeklyStarts,
  },
  {
    name: 'a zone of a name that nobody knows, by the rules that the calendar brings',
    lines: [
      ...ownZone,
      ...event('DTSTART;TZID=Customized Time Zone:20260322T100000', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...event('DTSTART;TZID=Customized Time Zone:20261024T100000', 'RRULE:FREQ=DAILY;COUNT=2').map((line) =>
        line.replace('one@', 'two@'),
      ),
    ],
    starts: [
      '2026-03-22T09:00:00.000Z',
      '2026-03-29T08:00:00.000Z',
      '2026-10-24T08:00:00.000Z',
      '2026-10-25T09:00:00.000Z',
    ],
  },
  {
    name: 'a zone by dates alone, which keeps what came last',
    lines: [
      ...datedZone,
      ...event('DTSTART;TZID=Somewhere:20260101T120000'),
      ...event('DTSTART;TZID=Somewhere:20261201T120000').map((line) => line.replace('one@', 'two@')),
    ],
    starts: ['2026-01-01T11:00:00.000Z', '2026-12-01T10:00:00.000Z'],
  },
  {
    name: 'a zone that nobody knows and nothing says anything of floats',
    lines: event('DTSTART;TZID=Nowhere/Atall:20261020T090000'),
    starts: ['2026-10-20T09:00:00'],
  },
  {
    name: 'a zone that is called by its hours, and one in other letters',
    lines: [
      ...event('DTSTART;TZID=GMT+0200:20261020T090000'),
      ...event('DTSTART;TZID=UTC-5:20261020T090000').map((line) => line.replace('one@', 'two@')),
      ...event('DTSTART;TZID=america/new_york:20261020T110000').map((line) => line.replace('one@', 'three@')),
    ],
    starts: ['2026-10-20T07:00:00.000Z', '2026-10-20T14:00:00.000Z', '2026-10-20T15:00:00.000Z'],
  },
  {
    name: 'a clock without a zone is in the calendar’s own',
    lines: ['X-WR-TIMEZONE:Asia/Tokyo', ...event('DTSTART:20261020T090000', 'RRULE:FREQ=DAILY;COUNT=2')],
    starts: ['2026-10-20T00:00:00.000Z', '2026-10-21T00:00:00.000Z'],
  },
  {
    name: 'floating times have no offset, in summer as in winter',
    lines: event('DTSTART:20261025T023000', 'DURATION:PT30M', 'RRULE:FREQ=DAILY;COUNT=2'),
    starts: ['2026-10-25T02:30:00/2026-10-25T03:00:00', '2026-10-26T02:30:00/2026-10-26T03:00:00'],
  },
  {
    name: 'what summer time skips is left out, and not counted',
    lines: event(inNewYork('DTSTART', '20260307T023000'), 'RRULE:FREQ=DAILY;COUNT=3'),
    starts: ['2026-03-07T07:30:00.000Z', '2026-03-09T06:30:00.000Z', '2026-03-10T06:30:00.000Z'],
  },
  {
    name: 'what begins in the hour that is skipped begins an hour later',
    lines: event(inNewYork('DTSTART', '20260308T023000'), 'RRULE:FREQ=DAILY;COUNT=2'),
    starts: ['2026-03-08T07:30:00.000Z', '2026-03-09T06:30:00.000Z'],
  },
  {
    name: 'of an hour that is there twice the first is meant',
    lines: event(inNewYork('DTSTART', '20261031T013000'), 'RRULE:FREQ=DAILY;COUNT=3'),
    starts: ['2026-10-31T05:30:00.000Z', '2026-11-01T05:30:00.000Z', '2026-11-02T06:30:00.000Z'],
  },
  {
    name: 'a whole day that a country skipped',
    lines: event('DTSTART;TZID=Pacific/Apia:20111229T090000', 'RRULE:FREQ=DAILY;COUNT=3'),
    from: '2011-12-01',
    to: '2012-02-01',
    starts: ['2011-12-29T19:00:00.000Z', '2011-12-30T19:00:00.000Z', '2011-12-31T19:00:00.000Z'],
  },
  {
    name: 'summer time of half an hour',
    lines: event('DTSTART;TZID=Australia/Lord_Howe:20260404T120000', 'RRULE:FREQ=DAILY;COUNT=2'),
    starts: ['2026-04-04T01:00:00.000Z', '2026-04-05T01:30:00.000Z'],
  },
  {
    name: 'UTC does not change its clock',
    lines: event('DTSTART:20261020T130000Z', 'RRULE:FREQ=WEEKLY;COUNT=3'),
    starts: ['2026-10-20T13:00:00.000Z', '2026-10-27T13:00:00.000Z', '2026-11-03T13:00:00.000Z'],
  },
  {
    name: 'UNTIL in UTC has its own instant in it',
    lines: event(inNewYork('DTSTART', '20261020T090000'), 'RRULE:FREQ=WEEKLY;UNTIL=20261103T140000Z'),
    starts: weeklyStarts.slice(0, 3),
  },
  {
    name: 'UNTIL in UTC, a second too early',
    lines: event(inNewYork('DTSTART', '20261020T090000'), 'RRULE:FREQ=WEEKLY;UNTIL=20261103T135959Z'),
    starts: weeklyStarts.slice(0, 2),
  },
  {
    name: 'UNTIL as a day has all of that day in it',
    lines: event(inNewYork('DTSTART', '20261020T230000'), 'RRULE:FREQ=DAILY;UNTIL=20261021'),
    starts: ['2026-10-21T03:00:00.000Z', '2026-10-22T03:00:00.000Z'],
  },
  {
    name: 'the last Friday, the last weekday',
    lines: [
      ...event(inNewYork('DTSTART', '20260130T170000'), 'RRULE:FREQ=MONTHLY;BYDAY=-1FR;COUNT=3'),
      ...event('DTSTART;VALUE=DATE:20260430', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=3').map(
        (line) => line.replace('one@', 'two@'),
      ),
    ],
    starts: [
      '2026-01-30T22:00:00.000Z',
      '2026-02-27T22:00:00.000Z',
      '2026-03-27T21:00:00.000Z',
      '2026-04-30/2026-05-01',
      '2026-05-29/2026-05-30',
      '2026-06-30/2026-07-01',
    ],
  },
  {
    name: 'the 29th of February comes every fourth year',
    lines: event('DTSTART;VALUE=DATE:20240229', 'RRULE:FREQ=YEARLY'),
    from: '2024-01-01',
    to: '2033-01-01',
    starts: ['2024-02-29/2024-03-01', '2028-02-29/2028-03-01', '2032-02-29/2032-03-01'],
  },
  {
    name: 'whole days, some at once, whose end is not one of them',
    lines: event('DTSTART;VALUE=DATE:20261023', 'DTEND;VALUE=DATE:20261026', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    starts: ['2026-10-23/2026-10-26', '2026-10-30/2026-11-02'],
  },
  {
    name: 'UNTIL of whole days has its day in it, as day or as time',
    lines: [
      ...event('DTSTART;VALUE=DATE:20261023', 'RRULE:FREQ=DAILY;UNTIL=20261024'),
      ...event('DTSTART;VALUE=DATE:20261123', 'RRULE:FREQ=DAILY;UNTIL=20261124T000000Z').map((line) =>
        line.replace('one@', 'two@'),
      ),
    ],
    starts: ['2026-10-23/2026-10-24', '2026-10-24/2026-10-25', '2026-11-23/2026-11-24', '2026-11-24/2026-11-25'],
  },
  {
    name: 'dates that are added, some to a line, twice and with an end of their own',
    lines: event(
      inNewYork('DTSTART', '20261020T090000'),
      inNewYork('DTEND', '20261020T100000'),
      'RRULE:FREQ=WEEKLY;COUNT=2',
      inNewYork('RDATE', '20261022T090000,20261023T090000'),
      inNewYork('RDATE', '20261027T090000'),
      'RDATE;VALUE=PERIOD:20261105T120000Z/PT3H,20261106T120000Z/20261106T123000Z',
    ),
    starts: [
      '2026-10-20T13:00:00.000Z/2026-10-20T14:00:00.000Z',
      '2026-10-22T13:00:00.000Z/2026-10-22T14:00:00.000Z',
      '2026-10-23T13:00:00.000Z/2026-10-23T14:00:00.000Z',
      '2026-10-27T13:00:00.000Z/2026-10-27T14:00:00.000Z',
      '2026-11-05T12:00:00.000Z/2026-11-05T15:00:00.000Z',
      '2026-11-06T12:00:00.000Z/2026-11-06T12:30:00.000Z',
    ],
  },
  {
    name: 'dates that are left out, in its zone, in UTC and as a day; they count all the same',
    lines: event(
      inNewYork('DTSTART', '20261020T090000'),
      'RRULE:FREQ=DAILY;COUNT=6',
      inNewYork('EXDATE', '20261021T090000'),
      'EXDATE:20261022T130000Z',
      'EXDATE;VALUE=DATE:20261023',
      inNewYork('EXDATE', '20261024T093000'),
    ),
    starts: ['2026-10-20T13:00:00.000Z', '2026-10-24T13:00:00.000Z', '2026-10-25T13:00:00.000Z'],
  },
  {
    name: 'the first can be left out as well',
    lines: event('DTSTART;VALUE=DATE:20261020', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261020,20261022'),
    starts: ['2026-10-21/2026-10-22'],
  },
  {
    name: 'a first that its rule does not have comes, and counts',
    lines: event(inNewYork('DTSTART', '20261020T090000'), 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=3'),
    starts: ['2026-10-20T13:00:00.000Z', '2026-10-21T13:00:00.000Z', '2026-10-28T13:00:00.000Z'],
  },
  {
    name: 'lines that are folded within a word',
    lines: event(
      'DTSTART;TZID=Ameri\r\n ca/New_York:20261020T090000',
      'RRULE:FREQ=WEEK\r\n LY;COUNT=4',
      'EXDATE;TZID=America/New_York:20261027T090\r\n\t000',
    ),
    starts: weeklyStarts.filter((start) => !start.startsWith('2026-10-27')),
  },
  {
    name: 'one that is moved, known by when it was',
    lines: [
      ...weekly,
      ...event(
        inNewYork('RECURRENCE-ID', '20261027T090000'),
        inNewYork('DTSTART', '20261028T150000'),
        'DURATION:PT30M',
      ),
    ],
    starts: [
      '2026-10-20T13:00:00.000Z/2026-10-20T14:00:00.000Z',
      '2026-10-28T19:00:00.000Z/2026-10-28T19:30:00.000Z',
      '2026-11-03T14:00:00.000Z/2026-11-03T15:00:00.000Z',
      '2026-11-10T14:00:00.000Z/2026-11-10T15:00:00.000Z',
    ],
  },
  {
    name: 'one that is moved into the time that is looked at, and one that is moved out of it; in UTC',
    lines: [
      ...weekly,
      ...event('RECURRENCE-ID:20261110T140000Z', 'DTSTART:20261026T140000Z'),
      ...event('RECURRENCE-ID:20261027T130000Z', 'DTSTART:20261127T140000Z'),
    ],
    from: '2026-10-25',
    to: '2026-11-05',
    starts: ['2026-10-26T14:00:00.000Z', '2026-11-03T14:00:00.000Z'],
  },
  {
    name: 'from one on, all are an hour later and twice as long',
    lines: [
      ...weekly,
      ...event(
        'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20261103T090000',
        inNewYork('DTSTART', '20261103T100000'),
        'DURATION:PT2H',
      ),
    ],
    starts: [
      '2026-10-20T13:00:00.000Z/2026-10-20T14:00:00.000Z',
      '2026-10-27T13:00:00.000Z/2026-10-27T14:00:00.000Z',
      '2026-11-03T15:00:00.000Z/2026-11-03T17:00:00.000Z',
      '2026-11-10T15:00:00.000Z/2026-11-10T17:00:00.000Z',
    ],
  },
  {
    name: 'one that is called off is said to be',
    lines: [
      ...weekly,
      ...event(
        inNewYork('RECURRENCE-ID', '20261027T090000'),
        inNewYork('DTSTART', '20261027T090000'),
        'STATUS:CANCELLED',
      ),
    ],
    starts: [weeklyStarts[0] ?? '', `${weeklyStarts[1]} cancelled`, ...weeklyStarts.slice(2)],
  },
  {
    name: 'a message that calls off',
    lines: ['METHOD:CANCEL', ...event('DTSTART:20261020T130000Z')],
    starts: ['2026-10-20T13:00:00.000Z cancelled'],
  },
  {
    name: 'an invitation to one occurrence of a series that is not there',
    lines: event('RECURRENCE-ID:20261027T130000Z', 'DTSTART:20261027T140000Z'),
    starts: ['2026-10-27T14:00:00.000Z'],
  },
  {
    name: 'of two versions the later counts, wherever it stands',
    lines: [...event('SEQUENCE:2', 'DTSTART:20261020T150000Z'), ...event('SEQUENCE:1', 'DTSTART:20261020T130000Z')],
    starts: ['2026-10-20T15:00:00.000Z'],
  },
  {
    name: 'an end makes all as long as it, a day lasts as long as it does',
    lines: [
      ...event(
        inNewYork('DTSTART', '20261024T220000'),
        inNewYork('DTEND', '20261025T060000'),
        'RRULE:FREQ=WEEKLY;COUNT=2',
      ),
      ...event(inNewYork('DTSTART', '20261031T120000'), 'DURATION:P1D').map((line) => line.replace('one@', 'two@')),
    ],
    starts: [
      '2026-10-25T02:00:00.000Z/2026-10-25T10:00:00.000Z',
      '2026-10-31T16:00:00.000Z/2026-11-01T17:00:00.000Z',
      '2026-11-01T02:00:00.000Z/2026-11-01T10:00:00.000Z',
    ],
  },
  {
    name: 'what began before and is not over',
    lines: event('DTSTART:20261020T130000Z', 'DTEND:20261022T130000Z', 'RRULE:FREQ=WEEKLY'),
    from: '2026-10-28',
    to: '2026-10-30',
    starts: ['2026-10-27T13:00:00.000Z/2026-10-29T13:00:00.000Z'],
  },
  {
    name: 'a series that began long ago',
    lines: event(inNewYork('DTSTART', '19990104T090000'), 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO'),
    from: '2026-10-25',
    to: '2026-11-20',
    starts: ['2026-11-02T14:00:00.000Z', '2026-11-16T14:00:00.000Z'],
  },
]

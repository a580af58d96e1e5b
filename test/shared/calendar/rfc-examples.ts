/** The examples of RFC 5545, 3.8.5.3, with the erratum of "every 3 hours" (its UNTIL is 17:00 in New York), as a table: clocks in New York. */

/** `days`: a month and its days, as `1997-09 2 3 | 1997-10 1`. `times` of each day; 09:00 where none is said. `isOpen`: it goes on. */
type Example = { name: string; start: string; lines: string[]; days: string; times?: string[]; isOpen?: boolean }

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step).join(' ')

const januaries = [1998, 1999, 2000].map((year) => `${year}-01 ${range(1, 31)}`).join(' | ')
const twenties = [9, 10, 11, 12, 13, 14, 15, 16].flatMap((hour) =>
  ['00', '20', '40'].map((minute) => `${String(hour).padStart(2, '0')}:${minute}`),
)

export const rfcExamples: Example[] = [
  { name: 'daily for 10', start: '19970902', lines: ['RRULE:FREQ=DAILY;COUNT=10'], days: `1997-09 ${range(2, 11)}` },
  {
    name: 'daily until December 24',
    start: '19970902',
    lines: ['RRULE:FREQ=DAILY;UNTIL=19971224T000000Z'],
    days: `1997-09 ${range(2, 30)} | 1997-10 ${range(1, 31)} | 1997-11 ${range(1, 30)} | 1997-12 ${range(1, 23)}`,
  },
  {
    name: 'every other day',
    start: '19970902',
    lines: ['RRULE:FREQ=DAILY;INTERVAL=2'],
    days: `1997-09 ${range(2, 30, 2)} | 1997-10 ${range(2, 30, 2)} | 1997-11 ${range(1, 29, 2)} | 1997-12 1 3`,
    isOpen: true,
  },
  {
    name: 'every 10 days, 5 times',
    start: '19970902',
    lines: ['RRULE:FREQ=DAILY;INTERVAL=10;COUNT=5'],
    days: '1997-09 2 12 22 | 1997-10 2 12',
  },
  {
    name: 'every day in January for 3 years, by year',
    start: '19980101',
    lines: ['RRULE:FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA'],
    days: januaries,
  },
  {
    name: 'every day in January for 3 years, by day',
    start: '19980101',
    lines: ['RRULE:FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1'],
    days: januaries,
  },
  {
    name: 'weekly for 10',
    start: '19970902',
    lines: ['RRULE:FREQ=WEEKLY;COUNT=10'],
    days: '1997-09 2 9 16 23 30 | 1997-10 7 14 21 28 | 1997-11 4',
  },
  {
    name: 'weekly until December 24',
    start: '19970902',
    lines: ['RRULE:FREQ=WEEKLY;UNTIL=19971224T000000Z'],
    days: '1997-09 2 9 16 23 30 | 1997-10 7 14 21 28 | 1997-11 4 11 18 25 | 1997-12 2 9 16 23',
  },
  {
    name: 'every other week',
    start: '19970902',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;WKST=SU'],
    days: '1997-09 2 16 30 | 1997-10 14 28 | 1997-11 11 25 | 1997-12 9 23 | 1998-01 6 20 | 1998-02 3 17',
    isOpen: true,
  },
  {
    name: 'Tuesday and Thursday for five weeks, until',
    start: '19970902',
    lines: ['RRULE:FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH'],
    days: '1997-09 2 4 9 11 16 18 23 25 30 | 1997-10 2',
  },
  {
    name: 'Tuesday and Thursday for five weeks, counted',
    start: '19970902',
    lines: ['RRULE:FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH'],
    days: '1997-09 2 4 9 11 16 18 23 25 30 | 1997-10 2',
  },
  {
    name: 'every other week on Monday, Wednesday, Friday until December 24',
    start: '19970901',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR'],
    days: '1997-09 1 3 5 15 17 19 29 | 1997-10 1 3 13 15 17 27 29 31 | 1997-11 10 12 14 24 26 28 | 1997-12 8 10 12 22',
  },
  {
    name: 'every other week on Tuesday and Thursday, 8 times',
    start: '19970902',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH'],
    days: '1997-09 2 4 16 18 30 | 1997-10 2 14 16',
  },
  {
    name: 'first Friday, 10 times',
    start: '19970905',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=10;BYDAY=1FR'],
    days: '1997-09 5 | 1997-10 3 | 1997-11 7 | 1997-12 5 | 1998-01 2 | 1998-02 6 | 1998-03 6 | 1998-04 3 | 1998-05 1 | 1998-06 5',
  },
  {
    name: 'first Friday until December 24',
    start: '19970905',
    lines: ['RRULE:FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR'],
    days: '1997-09 5 | 1997-10 3 | 1997-11 7 | 1997-12 5',
  },
  {
    name: 'every other month on the first and the last Sunday, 10 times',
    start: '19970907',
    lines: ['RRULE:FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU'],
    days: '1997-09 7 28 | 1997-11 2 30 | 1998-01 4 25 | 1998-03 1 29 | 1998-05 3 31',
  },
  {
    name: 'second to last Monday for 6 months',
    start: '19970922',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=6;BYDAY=-2MO'],
    days: '1997-09 22 | 1997-10 20 | 1997-11 17 | 1997-12 22 | 1998-01 19 | 1998-02 16',
  },
  {
    name: 'third to last day of the month',
    start: '19970928',
    lines: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=-3'],
    days: '1997-09 28 | 1997-10 29 | 1997-11 28 | 1997-12 29 | 1998-01 29 | 1998-02 26',
    isOpen: true,
  },
  {
    name: 'the 2nd and the 15th, 10 times',
    start: '19970902',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15'],
    days: '1997-09 2 15 | 1997-10 2 15 | 1997-11 2 15 | 1997-12 2 15 | 1998-01 2 15',
  },
  {
    name: 'first and last day of the month, 10 times',
    start: '19970930',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1'],
    days: '1997-09 30 | 1997-10 1 31 | 1997-11 1 30 | 1997-12 1 31 | 1998-01 1 31 | 1998-02 1',
  },
  {
    name: 'every 18 months on the 10th to the 15th, 10 times',
    start: '19970910',
    lines: ['RRULE:FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15'],
    days: '1997-09 10 11 12 13 14 15 | 1999-03 10 11 12 13',
  },
  {
    name: 'every Tuesday of every other month',
    start: '19970902',
    lines: ['RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=TU'],
    days: '1997-09 2 9 16 23 30 | 1997-11 4 11 18 25 | 1998-01 6 13 20 27 | 1998-03 3 10 17 24 31',
    isOpen: true,
  },
  {
    name: 'June and July, 10 times',
    start: '19970610',
    lines: ['RRULE:FREQ=YEARLY;COUNT=10;BYMONTH=6,7'],
    days: [1997, 1998, 1999, 2000, 2001].map((year) => `${year}-06 10 | ${year}-07 10`).join(' | '),
  },
  {
    name: 'every other year in January, February, March, 10 times',
    start: '19970310',
    lines: ['RRULE:FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3'],
    days: `1997-03 10 | ${[1999, 2001, 2003].map((year) => `${year}-01 10 | ${year}-02 10 | ${year}-03 10`).join(' | ')}`,
  },
  {
    name: 'every third year on the 1st, 100th and 200th day, 10 times',
    start: '19970101',
    lines: ['RRULE:FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200'],
    days: '1997-01 1 | 1997-04 10 | 1997-07 19 | 2000-01 1 | 2000-04 9 | 2000-07 18 | 2003-01 1 | 2003-04 10 | 2003-07 19 | 2006-01 1',
  },
  {
    name: 'the 20th Monday of the year',
    start: '19970519',
    lines: ['RRULE:FREQ=YEARLY;BYDAY=20MO'],
    days: '1997-05 19 | 1998-05 18 | 1999-05 17',
    isOpen: true,
  },
  {
    name: 'Monday of week 20',
    start: '19970512',
    lines: ['RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO'],
    days: '1997-05 12 | 1998-05 11 | 1999-05 17',
    isOpen: true,
  },
  {
    name: 'every Thursday in March',
    start: '19970313',
    lines: ['RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=TH'],
    days: '1997-03 13 20 27 | 1998-03 5 12 19 26 | 1999-03 4 11 18 25',
    isOpen: true,
  },
  {
    name: 'every Thursday in June, July and August',
    start: '19970605',
    lines: ['RRULE:FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8'],
    days: [
      '1997-06 5 12 19 26 | 1997-07 3 10 17 24 31 | 1997-08 7 14 21 28',
      '1998-06 4 11 18 25 | 1998-07 2 9 16 23 30 | 1998-08 6 13 20 27',
      '1999-06 3 10 17 24 | 1999-07 1 8 15 22 29 | 1999-08 5 12 19 26',
    ].join(' | '),
    isOpen: true,
  },
  {
    name: 'Friday the 13th',
    start: '19970902',
    lines: ['EXDATE;TZID=America/New_York:19970902T090000', 'RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13'],
    days: '1998-02 13 | 1998-03 13 | 1998-11 13 | 1999-08 13 | 2000-10 13',
    isOpen: true,
  },
  {
    name: 'the Saturday after the first Sunday',
    start: '19970913',
    lines: ['RRULE:FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13'],
    days: '1997-09 13 | 1997-10 11 | 1997-11 8 | 1997-12 13 | 1998-01 10 | 1998-02 7 | 1998-03 7 | 1998-04 11 | 1998-05 9 | 1998-06 13',
    isOpen: true,
  },
  {
    name: 'election day',
    start: '19961105',
    lines: ['RRULE:FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8'],
    days: '1996-11 5 | 2000-11 7 | 2004-11 2',
    isOpen: true,
  },
  {
    name: 'the third of Tuesday, Wednesday, Thursday for 3 months',
    start: '19970904',
    lines: ['RRULE:FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3'],
    days: '1997-09 4 | 1997-10 7 | 1997-11 6',
  },
  {
    name: 'the second to last weekday of the month',
    start: '19970929',
    lines: ['RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2'],
    days: '1997-09 29 | 1997-10 30 | 1997-11 27 | 1997-12 30 | 1998-01 29 | 1998-02 26 | 1998-03 30',
    isOpen: true,
  },
  {
    name: 'every 3 hours from nine to five',
    start: '19970902',
    lines: ['RRULE:FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z'],
    days: '1997-09 2',
    times: ['09:00', '12:00', '15:00'],
  },
  {
    name: 'every 15 minutes, 6 times',
    start: '19970902',
    lines: ['RRULE:FREQ=MINUTELY;INTERVAL=15;COUNT=6'],
    days: '1997-09 2',
    times: ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15'],
  },
  {
    name: 'every hour and a half, 4 times',
    start: '19970902',
    lines: ['RRULE:FREQ=MINUTELY;INTERVAL=90;COUNT=4'],
    days: '1997-09 2',
    times: ['09:00', '10:30', '12:00', '13:30'],
  },
  {
    name: 'every 20 minutes from nine to 16:40, by day',
    start: '19970902',
    lines: ['RRULE:FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40'],
    days: '1997-09 2 3',
    times: twenties,
    isOpen: true,
  },
  {
    name: 'every 20 minutes from nine to 16:40, by minute',
    start: '19970902',
    lines: ['RRULE:FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16'],
    days: '1997-09 2 3',
    times: twenties,
    isOpen: true,
  },
  {
    name: 'a week that begins on Monday',
    start: '19970805',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO'],
    days: '1997-08 5 10 19 24',
  },
  {
    name: 'a week that begins on Sunday',
    start: '19970805',
    lines: ['RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU'],
    days: '1997-08 5 17 19 31',
  },
  {
    name: 'a day that there is not is left out, and not counted',
    start: '20070115',
    lines: ['RRULE:FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5'],
    days: '2007-01 15 30 | 2007-02 15 | 2007-03 15 30',
  },
]

/** Its clocks in New York as instants, by the law of the time: no library is asked. */
export function instantsOf({ days, times = ['09:00'] }: Example): string[] {
  return days.split(' | ').flatMap((month) => {
    const [name = '', ...numbers] = month.split(' ')
    return numbers.flatMap((day) => times.map((time) => newYork(`${name}-${day.padStart(2, '0')}T${time}:00Z`)))
  })
}

/** First Sunday of April to the last of October until 2006, second Sunday of March to the first of November since, at 2:00. */
function newYork(clock: string): string {
  const at = Date.parse(clock)
  const year = new Date(at).getUTCFullYear()
  const sunday = (month: number, from: number) => {
    const first = new Date(Date.UTC(year, month, from, 2))
    return first.getTime() + ((7 - first.getUTCDay()) % 7) * 86_400_000
  }
  const isSummer = year < 2007 ? at >= sunday(3, 1) && at < sunday(9, 25) : at >= sunday(2, 8) && at < sunday(10, 1)
  return new Date(at + (isSummer ? 4 : 5) * 3_600_000).toISOString()
}

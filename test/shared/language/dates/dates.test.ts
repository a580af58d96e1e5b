/** What English says of days, clocks, intervals and repetitions is resolved from the reference time, in the caller's zone. */
import { expect, test } from 'bun:test'
import { shortIn } from '#test/shared/language/dates/reading'

const vectors: Record<string, Record<string, string>> = {
  'what was read as another day, hour or year than it says': {
    'at 12 noon tomorrow': '2026-03-12T12:00 hour',
    'on Friday at 12 midnight': '2026-03-14 hour',
    'at 12:00 noon on Friday': '2026-03-13T12:00 hour',
    'a week from Friday': '2026-03-20 day',
    'two weeks from Monday': '2026-03-30 day',
    '10 days from Monday': '2026-03-26 day',
    'two days before Monday': '2026-03-14 day',
    'See you Friday week.': '2026-03-20 day',
    "the 5th of January '26": '2026-01-05 day',
    'on May 5, ’28': '2028-05-05 day',
    'on 31 December 2250': '2250-12-31 day',
    'at 5pm UTC+05:30 on 29 May': '2026-05-29T13:30 minute',
    'at 5pm GMT+0530 on 29 May': '2026-05-29T13:30 minute',
    'at 5pm Eastern on 29 May': '2026-05-29T23:00 minute',
    'at 5pm Central Station': '2026-03-11T17:00 hour',
    'on or before 1 June': '../2026-06-02 day',
    'on or after Friday': '2026-03-13/.. day',
    'You may on Monday return it.': '2026-03-16 day',
    'We march on Monday.': '2026-03-16 day',
    'We won 2-1 yesterday.': '2026-03-10 day',
    'every year on 1 June': '2026-06-01 day FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=1',
    'annually on 29 February': '2028-02-29 day FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29',
    'by Jun-01-2026': '2026-03-11T10:20/2026-06-02 second',
    'at 10-ish on Thursday': '2026-03-12T10:00 hour',
    'a year ago today': '2025-03-11 day',
    'on Mondays at 10': '2026-03-16T10:00 hour FREQ=WEEKLY;BYDAY=MO;BYHOUR=10;BYMINUTE=0',
  },
  'days counted from today': {
    'today.': '2026-03-11 day',
    'I was there yesterday.': '2026-03-10 day',
    'the day after tomorrow': '2026-03-13 day',
    'the day before yesterday': '2026-03-09 day',
    'in 2 weeks': '2026-03-25 day',
    'three weeks ago': '2026-02-18 day',
    'in two months': '2026-05-11 day',
    'two weeks after Easter': '2026-04-19 day',
    'in 3 business days': '2026-03-16 day',
    'two working days ago': '2026-03-09 day',
    'in 90 minutes': '2026-03-11T11:50 second',
    'in half an hour': '2026-03-11T10:50 second',
    'in 2.5 hours': '2026-03-11T12:50 second',
  },
  'weekdays are those to come': {
    'See you on Friday.': '2026-03-13 day',
    'this Friday': '2026-03-13 day',
    'next Friday': '2026-03-20 day',
    'last Friday': '2026-03-06 day',
    'on Wednesday': '2026-03-18 day',
    'Friday the 27th': '2026-03-27 day',
    'wednesday of next week': '2026-03-18 day',
    'the first Monday of the month': '2026-03-02 day',
    'Come by on Friday.': '2026-03-13 day',
    'two Sundays from now': '2026-03-22 day',
    'Fri, Jul 18': '2025-07-18 day',
  },
  'calendar dates': {
    'April 14, 2026': '2026-04-14 day',
    '14 April 2026': '2026-04-14 day',
    'the 14th of April': '2026-04-14 day',
    'Nov. 3rd': '2026-11-03 day',
    '31-Oct-74': '1974-10-31 day',
    '2026-05-15': '2026-05-15 day',
    '15.05.2026': '2026-05-15 day',
    'on 05/06/2026': '2026-06-05 day',
    'in September 2019': '2019-09 month',
    'He announced this in January 2025.': '2025-01 month',
    'Thanksgiving in 3 years': '2029-11-22 day',
    'on the 20th': '2026-03-20 day',
    'February 29': '2028-02-29 day',
    'the last Monday of May': '2026-05-25 day',
    'first Tuesday of October 2014': '2014-10-07 day',
    'the closest Monday to Oct 5th': '2026-10-05 day',
  },
  'weeks, quarters, seasons and parts of them': {
    'next week': '2026-03-16 week',
    'the week after next': '2026-03-23 week',
    'in Q3': '2026-07 quarter',
    'in H2 2026': '2026-07/2027-01 month',
    '2026-W12': '2026-03-16 week',
    '2018Q4': '2018-10 quarter',
    'the 3rd quarter of 2027': '2027-07 quarter',
    'this summer': '2026-06-21/2026-09-24 day',
    'mid-August': '2026-08-11/2026-08-21 day',
    'the end of April': '2026-04-21/2026-05-01 day',
    'end of next week': '2026-03-20/2026-03-23 day',
    'this weekend': '2026-03-13T18:00/2026-03-16 hour',
    'last week of September 2014': '2014-09-22 week',
  },
  'times of day': {
    'at 3pm': '2026-03-11T15:00 hour',
    'at 3': '2026-03-11T15:00 hour',
    'at half past three': '2026-03-11T15:30 minute',
    'a quarter to noon': '2026-03-11T11:45 minute',
    'tomorrow at 9': '2026-03-12T09:00 hour',
    'tomorrow at 3': '2026-03-12T15:00 hour',
    '9 tomorrow evening': '2026-03-12T21:00 hour',
    'Monday morning': '2026-03-16/2026-03-16T12:00 hour',
    tonight: '2026-03-11T18:00/2026-03-12 hour',
    'at midnight': '2026-03-12 hour',
    '7 in the evening': '2026-03-11T19:00 hour',
    '15h20': '2026-03-11T15:20 minute',
    'nine fifty nine p.m.': '2026-03-11T21:59 minute',
    'at 4:05:30 pm': '2026-03-11T16:05:30 second',
  },
  intervals: {
    'from 9:30 to 11:00 on Thursday': '2026-03-12T09:30/2026-03-12T11:00 minute',
    'from 2 to 4 pm': '2026-03-11T14:00/2026-03-11T16:00 hour',
    'between 8 and 10 am tomorrow': '2026-03-12T08:00/2026-03-12T10:00 hour',
    'July 13-15': '2026-07-13/2026-07-16 day',
    'from the 13th to the 15th of July': '2026-07-13/2026-07-16 day',
    'from 16 March to 20 March': '2026-03-16/2026-03-21 day',
    'May through July': '2026-05/2026-08 month',
    'from May to July 2028': '2028-05/2028-08 month',
    'the last 2 weeks': '2026-02-23/2026-03-09 week',
    'the next three days': '2026-03-12/2026-03-15 day',
    '2026-03-28 17:00:00/2026-03-29 21:00:00': '2026-03-28T17:00/2026-03-29T21:00 second',
    '18 May for 10 days': '2026-05-18/2026-05-28 day',
  },
  'open ends and what is due': {
    'by Friday': '2026-03-11T10:20/2026-03-14 second',
    'by the 15th': '2026-03-11T10:20/2026-03-16 second',
    'within 2 business days': '2026-03-11T10:20/2026-03-14 second',
    'due 20/3': '2026-03-20 day',
    'by 2pm': '2026-03-11T10:20/2026-03-11T14:00 second',
    'by EOD': '2026-03-11T10:20/2026-03-12 second',
    'by COB Friday': '2026-03-11T10:20/2026-03-13T17:00 second',
    'by the end of the month': '2026-03-11T10:20/2026-04-01 second',
    'within 2 weeks': '2026-03-11T10:20/2026-03-25 second',
    'before 5pm on Friday': '../2026-03-13T17:00 hour',
    'before the end of the month': '../2026-04-01 day',
    'prior to the close of the year': '../2027-01-01 month',
    'before EOW': '../2026-03-16 day',
    'before late March': '../2026-03-21 day',
    'until 30 November 2026': '../2026-12-01 day',
    'after 4pm': '2026-03-11T16:00/.. hour',
    'after Friday': '2026-03-14/.. day',
    'since January 2025': '2025-01/.. month',
    'since Monday': '2026-03-09/.. day',
  },
  holidays: {
    'Easter Monday': '2026-04-06 day',
    'on Christmas Eve': '2026-12-24 day',
    'Thanksgiving 2027': '2027-11-25 day',
    'orthodox Easter 2018': '2018-04-08 day',
    'Chinese New Year 2018': '2018-02-16 day',
    'Ramadan 2018': '2018-05-16/2018-06-15 day',
    'last Christmas': '2025-12-25 day',
    'Labor Day': '2026-09-07 day',
  },
  'what comes again': {
    'every Monday at 9am': '2026-03-16T09:00 hour FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0',
    'every other Thursday': '2026-03-12 day FREQ=WEEKLY;INTERVAL=2;BYDAY=TH',
    'the last Friday of every month': '2026-03-27 day FREQ=MONTHLY;BYDAY=-1FR',
    'on the 25th of every month': '2026-03-25 day FREQ=MONTHLY;BYMONTHDAY=25',
    'daily at 02:00': '2026-03-12T02:00 minute FREQ=DAILY;BYHOUR=2;BYMINUTE=0',
    'on weekdays at 7:30': '2026-03-12T07:30 minute FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=7;BYMINUTE=30',
    'every Tuesday and Thursday': '2026-03-12 day FREQ=WEEKLY;BYDAY=TU,TH',
    'every May 5': '2026-05-05 day FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=5',
  },
}

for (const [claim, said] of Object.entries(vectors))
  test(`${claim} are found and resolved`, () => {
    expect(Object.keys(said).map((text) => [text, ...shortIn(text)])).toEqual(
      Object.entries(said).map(([text, meaning]) => [text, shortened(meaning)]),
    )
  })

/** Months and years are written in full by what is found. */
const shortened = (meaning: string) => meaning.replace(/\b(\d{4}-\d\d)(?=[/ ])/g, '$1-01')

test('two dates of a sentence are two, in their order', () => {
  expect(shortIn('The offer of 2 February 2026 ends on Friday.')).toEqual(['2026-02-02 day', '2026-03-13 day'])
})

test('a day that no calendar has is no date, and neither is what is said along with it', () => {
  const said: Record<string, string[]> = {
    'Send it by 3pm on 2026-02-30.': [],
    'The meeting is on February 30.': [],
    'The meeting is on February 30 at 3pm.': [],
    'Report is due on 29 February 2027.': [],
    'Report is due on February 29th, 2027.': [],
    'Meet on 2027-13-01 at 10.': [],
    'Due 31/04/2027 at noon, or on Friday.': ['2026-03-13 day'],
    'Let us meet on April 31 or May 4.': ['2026-05-04 day'],
    'From 28 February to 30 February.': [],
    'The deadline is 2026-11-31T10:00:00Z.': [],
    'The 31st of June, 2026 or any Friday': ['2026-03-13 day'],
    'Mon 2026-02-30': [],
    'It ends on 31 December 9999.': [],
    // The weekday is wrong, the day is one; and a leap day is one.
    'We meet on Monday, 12 March 2026.': ['2026-03-12 day'],
    'We meet on Mon, 12 March 2026 at 3pm.': ['2026-03-12T15:00 hour'],
    'Report is due on 29 February 2028.': ['2028-02-29 day'],
  }

  expect(Object.keys(said).map((text) => [text, ...shortIn(text)])).toEqual(
    Object.entries(said).map(([text, dates]) => [text, ...dates]),
  )
})

test('a day of no year is the last one where the verb next to it is of the past, and to come where it is not', () => {
  const said = {
    'We decided on Tuesday to drop option B.': '2026-03-10 day',
    'On 12 Nov Carla wrote: no.': '2025-11-12 day',
    'They met on Friday at 3pm.': '2026-03-06T15:00 hour',
    'It shipped in September.': '2025-09-01 month',
    'We met on the 3rd.': '2026-03-03 day',
    'It was sold in Q3.': '2025-07-01 quarter',
    'We decided at Christmas.': '2025-12-25 day',
    'We will meet on the 3rd.': '2026-04-03 day',
    'We will meet on Tuesday.': '2026-03-17 day',
    'I wanted to meet on Tuesday.': '2026-03-17 day',
    'The call was moved to Tuesday.': '2026-03-17 day',
    'The office is closed on Friday.': '2026-03-13 day',
    'It will be shipped on Friday.': '2026-03-13 day',
    'See you on Friday.': '2026-03-13 day',
  }

  expect(Object.keys(said).map((text) => [text, ...shortIn(text)])).toEqual(Object.entries(said))
})

const friends = [
  'Please upgrade to version 1.2.3 soon.',
  'You may begin when you are ready.',
  'They march on regardless of the weather.',
  'Give me a second.',
  'The ratio was 3/4 in favour.',
  'See section 5.1.2 of the manual.',
  'The sun was shining.',
  'He sat down.',
  'April said she would look into it.',
  'Summer Jones joined the team.',
  'The host 10.0.0.12 does not answer.',
  'We won 3-2 after extra time.',
  'Call me on 555-1234.',
  'The price is 12.50 per seat.',
  'Ticket OPS-2026-03 is still open.',
  'The meeting lasted two hours.',
  'At 3 sites the roof needs repair.',
  'It was on the second attempt.',
  'https://example.org/2026/03/11/news',
  'Install release 2.4.10 first.',
  'It was about 240 kilometres long.',
  'From 1000 to 2000 users came.',
  'We saw it in the 2000 reports.',
  'It was there before the 1967 border.',
]
test('what only looks like a date is none', () => {
  expect(friends.flatMap((text) => shortIn(text).map((said) => [text, said]))).toEqual([])
})

/** What a scan leaves to a person, from the command line: listed, answered, taken back, asked one after the other. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { runAssay, runAtTerminal } from '#test/support/assay'
import { aQuestionable, storeScan } from '#test/support/scans'
import { type Service, startService } from '#test/support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ workers: 0 })
}, 60_000)
afterAll(() => service.stop())

const aScan = (...issues: ReturnType<typeof aQuestionable>[]) =>
  storeScan(service.database.sql, service.signer, { issues })
const address = () => ['--server', service.urls[0] ?? '', '--key', service.key]
const assay = (...args: string[]) => runAssay(['questions', ...args, ...address()])

test('each is listed with its element, its choices and what they mean; nothing of a page speaks to the terminal', async () => {
  const issue = aQuestionable({ message: 'evil \u001B[31m words', element: 'img\n#x' })
  const { scanId } = await aScan(issue)

  const { code, out } = await assay(scanId)

  expect(code).toBe(0)
  expect(out).toContain('1 question open of 1')
  expect(out).toContain('Do these words say what the picture is there for?\n  img #x  12:5\n')
  expect(out).toContain('2  No: they say something else, too little, or nothing at all.  (serious)')
  expect(out).toContain(`${issue.fingerprint}=fits|misses|decoration|cannot-tell`)
  expect(out).not.toContain('\u001B')
})

test('one is answered, listed with whose word it is, and taken back', async () => {
  const issue = aQuestionable()
  const { scanId } = await aScan(issue)

  const given = await assay(scanId, '--answer', `${issue.fingerprint}=misses`, '--note', 'it shows the hours')
  const listed = await assay(scanId, '--format', 'json')
  const taken = await assay(scanId, '--take-back', issue.fingerprint)
  const again = await assay(scanId)

  expect(given.out).toMatch(/^misses {2}\(serious\), tester, \d{4}-\d\d-\d\d: it shows the hours\n$/)
  expect(JSON.parse(listed.out)).toMatchObject({ open: 0, questions: [{ answer: { choice: 'misses' } }] })
  expect(taken.out).toBe('taken back: misses, by tester\n')
  expect(again.out).toContain('before: misses  (serious), tester')
})

test('what is wrong is said before anything is done', async () => {
  const { scanId } = await aScan(aQuestionable())

  const [both, alone, unasked] = [
    await assay(scanId, '--ask', '--take-back', 'x'),
    await assay(scanId, '--note', 'why'),
    await assay(scanId, '--ask'),
  ]

  expect(both.err).toContain('--ask, --answer and --take-back go one at a time')
  expect(alone.err).toContain('--note goes with --answer')
  expect(unasked.err).toContain('--ask needs a terminal')
  for (const { code } of [both, alone, unasked]) expect(code).not.toBe(0)
})

test('at a terminal each is asked; what is left out stays open', async () => {
  const issues = [aQuestionable(), aQuestionable()]
  const { scanId } = await aScan(...issues)

  await runAtTerminal(['questions', scanId, '--ask', ...address()], {}, [
    { after: '1 to 4 [skip]: ', type: '9\r' },
    { after: 'It is 1 to 4.', type: '1\r' },
    { after: 'Why [no reason]: ', type: '\r' },
    { after: '1 to 4 [skip]: ', type: '\r' },
  ])

  const listed = JSON.parse((await assay(scanId, '--format', 'json')).out)
  expect(listed.questions.map(({ answer }: { answer: { choice: string } | null }) => answer?.choice)).toEqual([
    'fits',
    undefined,
  ])
}, 30_000)

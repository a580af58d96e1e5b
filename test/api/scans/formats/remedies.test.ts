/** What to do about the elements of one rule: said once where it is the same for all, and of each where it is not. */
import { expect, test } from 'bun:test'
import { reportText } from '#cli/commands/report-text'
import { anIssue, aReport, render } from '#test/api/scans/formats/makers'

const [one, other] = ['Add a <label for="name">.', 'Add a <label for="mail">.']
const alike = aReport({ issues: [anIssue({ recommendation: one }), anIssue({ recommendation: one })], waived: [] })
const unlike = aReport({ issues: [anIssue({ recommendation: one }), anIssue({ recommendation: other })], waived: [] })
const timesIn = (text: string, part: string) => text.split(part).length - 1

test('a terminal shows it beside the rule, or beside each element', () => {
  const [same, different] = [alike, unlike].map((report) => reportText(report, { isColourful: false }))

  expect(same).toContain(`image-alt (1.1.1)  ${one}\n`)
  expect(timesIn(same ?? '', one)).toBe(1)
  expect(different).toContain('image-alt (1.1.1)\n')
  expect([one, other].map((remedy) => timesIn(different ?? '', `            ${remedy}\n`))).toEqual([1, 1])
})

test('JUnit names it in the failure, and with each element', async () => {
  const [same, different] = await Promise.all([render('junit', alike), render('junit', unlike)])

  expect(same).toContain('message="2 elements: Add a &lt;label for=&quot;name&quot;&gt;."')
  expect(different).toContain('message="2 elements: each has a remedy of its own"')
  expect(different).toMatch(/ {2}remedy: Add a &lt;label for=(?:"|&quot;)mail/)
})

test('SARIF says it with each result, and all of them with the rule', async () => {
  const [run] = JSON.parse(await render('sarif', unlike)).runs

  expect(run.results.map(({ message }: { message: { text: string } }) => message.text)).toEqual([
    `The picture has no text alternative. ${one}`,
    `The picture has no text alternative. ${other}`,
  ])
  expect(run.tool.driver.rules[0].help.text).toBe(`${one}\n${other}`)
})

test('HTML says it over the elements, or in each; what explains the criterion is linked once', async () => {
  const page = 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content'
  const explained = aReport({ issues: [anIssue({ helpUrl: page })] })
  const run = await render('html', unlike, alike)
  const [same, different, linked] = await Promise.all(
    [alike, unlike, explained].map((report) => render('html', report)),
  )

  expect(timesIn(same ?? '', 'for=&quot;name&quot;')).toBe(1)
  expect(timesIn(different ?? '', 'for=&quot;mail&quot;')).toBe(1)
  expect(
    [one, other].map((remedy) =>
      timesIn(run, remedy.replaceAll('"', '&quot;').replace('<', '&lt;').replace('>', '&gt;')),
    ),
  ).toEqual([3, 1])
  expect(timesIn(linked ?? '', `href="${page}"`)).toBe(1)
})

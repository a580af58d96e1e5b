/** Pages of accepted patterns that naive checks get wrong: a scan finds nothing wrong on them. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { acceptedFolder, acceptedPages } from '#bench/accepted/pages'
import { serveFolder } from '#bench/pages/list'
import { openScanner, type Scanner, standardNamed } from '#bench/pages/scanner'
import { isViolation, type ReportIssue } from '#db/documents/scan-report'

setDefaultTimeout(300_000)

const pages = acceptedPages().filter(({ half }) => half === 'seen')
const found = new Map<string, ReportIssue[]>()
let server: Bun.Server<undefined>
let scanner: Scanner

beforeAll(async () => {
  server = serveFolder(acceptedFolder)
  scanner = await openScanner([server.port ?? 0], standardNamed('WCAG 2.2 AA'), 'accepted patterns')
  for (const { name, path } of pages) found.set(name, (await scanner.scan(`${server.url.origin}${path}`)).issues)
})

afterAll(async () => {
  await scanner?.close()
  await server?.stop(true)
})

const saidOf = (is: (issue: ReportIssue) => boolean) =>
  [...found].flatMap(([name, issues]) =>
    issues.filter(is).map(({ type, element, message }) => `${name}: ${type}: ${element}: ${message}`),
  )

test('there are pages of accepted patterns', () => {
  expect(pages.length).toBeGreaterThan(30)
})

test('no error is found where nothing is wrong', () => {
  expect(saidOf(({ severity }) => isViolation(severity))).toEqual([])
})

test('a person is asked to look at no more than one such page in ten', () => {
  const asked = saidOf(({ severity }) => severity === 'warning')

  expect(asked.length > pages.length / 10 ? asked : []).toEqual([])
})

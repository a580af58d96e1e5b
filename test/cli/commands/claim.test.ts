/** `assay claim verify`: what it prints and how it ends. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noteVerifier } from '#shared/tlog/signed-note'
import { runAssay } from '#test/support/assay'
import { claimExport, claimSource, traceRecord } from '#test/support/claims'
import { aSigner, origin } from '#test/support/store'

const dir = mkdtempSync(join(tmpdir(), 'assay-claim-'))
const signer = aSigner()
const { key } = noteVerifier(origin, signer.publicKey)
let lines: string[]

beforeAll(async () => {
  // Texts with every kind of line end that is none in JSON, and one that is longer than what is read at once.
  const recommendation = `\u2028\u2029\u0085${'é'.repeat(600_000)}`
  const records = Array.from({ length: 20 }, (_, at) =>
    traceRecord(11 + 3 * at, { risk_score: 80, recommendation: at === 3 ? recommendation : null }),
  )
  lines = await claimExport(claimSource({ signer }, records), signer)
})
afterAll(() => rmSync(dir, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(dir, name)
  writeFileSync(path, text)
  return path
}

test('an export that recomputes ends with 0 and says what it comes to', async () => {
  const path = file('good.jsonl', `${lines.join('\n')}\n`)

  const { code, out } = await runAssay(['claim', 'verify', path, '--key', key])
  const json = await runAssay(['claim', 'verify', path, '--key', key, '--json'])
  const keyless = await runAssay(['claim', 'verify', path])

  expect([code, json.code, keyless.code]).toEqual([0, 0, 1])
  expect(out.trimEnd().split('\n')).toEqual([
    'claim claim-1: risk_score at_most 30, at level 0.95, since 2026-01-01T00:00:10.000Z',
    '20 traces, 0 without a value, 0 withheld, 0 nodes proved in the log',
    expect.stringMatching(/^refuted since trace \d+: 80, between [\d.]+ and [\d.]+$/),
    'valid',
  ])
  expect(JSON.parse(json.out)).toMatchObject({ verdict: 'valid', standing: { n: 20, verdict: 'refuted' } })
  expect(keyless.out).toContain('indeterminate')
})

test('one that was tampered with ends with 1 and names the line', async () => {
  const path = file('bad.jsonl', `${lines.toSpliced(4, 1).join('\n')}\n`)

  const { code, out } = await runAssay(['claim', 'verify', path, '--key', key])

  expect(code).toBe(1)
  expect(out).toContain('first difference: line 5: ')
})

test('a file that is not there or is no export, and a key that is none, are said in one line', async () => {
  const path = file('good.jsonl', `${lines.join('\n')}\n`)
  const ended = await Promise.all([
    runAssay(['claim', 'verify', join(dir, 'none.jsonl')]),
    runAssay(['claim', 'verify', path, '--key', 'no key']),
    runAssay(['claim', 'verify', dir]),
    runAssay(['claim', 'verify', file('empty.jsonl', '')]),
    runAssay(['claim', 'verify', file('other.jsonl', '{"a":1}\n')]),
  ])

  expect(ended.map(({ code }) => code)).toEqual([2, 2, 2, 1, 1])
  expect(ended.slice(0, 3).map(({ err }) => err.trim().split('\n').length)).toEqual([1, 1, 1])
})

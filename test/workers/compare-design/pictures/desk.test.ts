/** Pictures are compared in a thread: many at once, each told what is its own, and baselines read once. */
import { afterAll, expect, test } from 'bun:test'
import { PNG } from 'pngjs'
import { ServiceError } from '#shared/kernel/errors'
import { copyOf, page, paint, pngOf, pngOfPixels } from '#test/workers/compare-design/pictures/drawn'
import type { ComparerAsked } from '#workers/compare-design/pictures/comparer'
import { PictureDesk } from '#workers/compare-design/pictures/desk'

const desk = new PictureDesk()
afterAll(() => desk.close())

const asked: ComparerAsked = { mode: 'tolerant', maxShift: 0, scale: 1, ignored: [], tree: null }
const before = page(320, 240)
const beforePng = pngOfPixels(before)

function baseline(digest: string) {
  const reads: string[] = []
  const read = async () => {
    reads.push(digest)
    return beforePng
  }
  return { before: { digest, read }, reads }
}

const withBox = (x: number) => {
  const after = copyOf(before)
  paint(after, { x, y: 100, width: 20, height: 20, color: [200, 0, 0] })
  return pngOfPixels(after)
}

test('twenty at once are each told what is theirs, and a baseline is read until it is kept', async () => {
  const { before: kept, reads } = baseline('a')

  const first = await desk.compare({ before: kept, after: withBox(0), asked })
  const all = await Promise.all(
    Array.from({ length: 20 }, (_, at) => desk.compare({ before: kept, after: withBox(10 * at), asked })),
  )

  expect(first.findings.map(({ box }) => box?.x)).toEqual([0])
  expect(all.map(({ findings }) => findings[0]?.box?.x)).toEqual(Array.from({ length: 20 }, (_, at) => 10 * at))
  expect(reads).toEqual(['a'])
})

test('a picture that cannot be read is refused with its reason, and the next one is compared', async () => {
  const { before: kept } = baseline('b')
  const bomb = pngOf({ width: 9, height: 9, rows: () => new Uint8Array(), raw: new Uint8Array(1e6) })

  const said = await desk.compare({ before: kept, after: bomb, asked }).catch((error: unknown) => error)
  const next = await desk.compare({ before: kept, after: beforePng, asked })

  expect(said).toBeInstanceOf(ServiceError)
  expect(said).toMatchObject({ code: 'UNSUPPORTED_SNAPSHOT', details: { issues: [{ path: '/snapshot' }] } })
  expect(next.findings).toEqual([])
})

test('the layout is handed over as it is stored', async () => {
  const tree = {
    treeVersion: 1,
    viewport: { width: 320, height: 240, scale: 1 },
    size: { width: 320, height: 240 },
    styles: [[]],
    nodes: [{ parent: -1, name: 'main', box: [0, 0, 320, 240], style: 0 }],
  }
  const bytes = new TextEncoder().encode(JSON.stringify(tree))

  const { findings } = await desk.compare({
    before: baseline('c').before,
    after: withBox(50),
    asked: { ...asked, tree: bytes },
  })

  expect(findings.map(({ element }) => element)).toEqual(['main'])
})

test('a mask is drawn, a first picture is looked through', async () => {
  const mask = PNG.sync.read(Buffer.from(await desk.mask({ before: baseline('d').before, after: withBox(50), asked })))
  const notes = await desk.check(await new Bun.Image(beforePng).jpeg({ quality: 80 }).bytes())

  expect([...mask.data.subarray((105 * 320 + 55) * 4, (105 * 320 + 55) * 4 + 3)]).toEqual([214, 0, 92])
  expect(notes.map(({ code }) => code)).toEqual(['lossy-picture'])
})

test('a closed desk fails who waits, and opens again for the next', async () => {
  const other = new PictureDesk()
  const waiting = other
    .compare({ before: baseline('e').before, after: withBox(50), asked })
    .catch((error: Error) => error.message)

  await other.close()
  expect(await waiting).toContain('was closed')
  expect((await other.compare({ before: baseline('e').before, after: beforePng, asked })).findings).toEqual([])
  await other.close()
})

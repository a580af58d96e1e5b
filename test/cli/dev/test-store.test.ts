/** What a killed test run left behind is cleared away; what another run has still is left alone. */
import { afterAll, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sweepLeftovers, testPlaces } from '#cli/dev/test-store'
import { takeLock } from '#shared/kernel/process/lock'

const work = mkdtempSync(join(tmpdir(), 'assay-swept-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))

/** A place with a folder as a run makes it. */
function placeWithRun(): { place: string; folder: string } {
  const place = mkdtempSync(join(work, 'place-'))
  const folder = mkdtempSync(join(place, 'assay-test-'))
  mkdirSync(join(folder, 'postgres'))
  return { place, folder }
}

test('the disk is among the places where runs have their servers, and each is there', () => {
  expect(testPlaces()).toContain(tmpdir())
  expect(testPlaces().filter((place) => !existsSync(place))).toEqual([])
})

test('what nobody has any more goes from each place; what is no run’s stays', async () => {
  const left = [placeWithRun(), placeWithRun()]
  const other = join(left[0]?.place ?? '', 'else')
  mkdirSync(join(other, 'postgres'), { recursive: true })

  await sweepLeftovers(left.map(({ place }) => place))

  expect(left.filter(({ folder }) => existsSync(folder))).toEqual([])
  expect(existsSync(other)).toBe(true)
})

test('what another run has stays', async () => {
  const { place, folder } = placeWithRun()
  const lock = takeLock(join(folder, 'postgres.lock'))

  await sweepLeftovers([place])
  lock?.release()

  expect(lock).toBeDefined()
  expect(existsSync(folder)).toBe(true)
})

/** Packages are brought by the real apt and dpkg, from a repository of our own in a folder. */
import { afterAll, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { debianTree } from '#test/servers/debian'

const work = mkdtempSync(join(tmpdir(), 'assay-debian-'))
afterAll(() => rmSync(work, { recursive: true, force: true }))
const isDebian = Bun.which('apt-get') !== null && Bun.which('dpkg-deb') !== null

/** A repository with packages that nobody else has; each is one file, named after it. */
function aRepository(packages: Record<string, string[]>) {
  const folder = mkdtempSync(join(work, 'repository-'))
  const stanzas = Object.entries(packages).map(([name, depends]) => {
    const tree = join(folder, 'build', name)
    mkdirSync(join(tree, 'DEBIAN'), { recursive: true })
    mkdirSync(join(tree, 'opt'))
    writeFileSync(join(tree, 'opt', name), `of ${name}\n`)
    const control = [
      `Package: ${name}`,
      'Version: 1:1.0-1',
      'Architecture: all',
      'Maintainer: Tests <tests@example.com>',
      ...(depends.length === 0 ? [] : [`Depends: ${depends.join(', ')}`]),
      'Description: for a test',
    ].join('\n')
    writeFileSync(join(tree, 'DEBIAN/control'), `${control}\n`)
    const deb = join(folder, `${name}.deb`)
    expect(Bun.spawnSync(['dpkg-deb', '--build', tree, deb]).exitCode).toBe(0)
    const sha256 = createHash('sha256').update(readFileSync(deb)).digest('hex')
    return `${control}\nFilename: ./${name}.deb\nSize: ${statSync(deb).size}\nSHA256: ${sha256}\n`
  })
  writeFileSync(join(folder, 'Packages'), stanzas.join('\n'))
  writeFileSync(join(folder, 'sources.list'), `deb [trusted=yes] file:${folder} ./\n`)
  const apt = ['-o', `Dir::Etc::SourceList=${join(folder, 'sources.list')}`, '-o', 'Dir::Etc::SourceParts=/dev/null']
  const place = join(folder, 'trees')
  return {
    folder,
    place,
    bring: (...names: string[]) => debianTree(names, { place, apt, lists: join(folder, 'none') }),
  }
}

const kept = (place: string) => readdirSync(place).filter((name) => !name.endsWith('.lock'))

test.skipIf(!isDebian)(
  'a package comes with what it needs and the machine lacks, once for all who ask',
  async () => {
    const { folder, place, bring } = aRepository({
      'assay-test-server': ['assay-test-library', 'dpkg'],
      'assay-test-library': [],
      'assay-test-other': [],
    })

    const [one, other] = await Promise.all([bring('assay-test-server'), bring('assay-test-server')])
    rmSync(join(folder, 'Packages'))
    const later = await bring('assay-test-server', 'assay-test-server')

    if (!('root' in one)) throw new Error(one.why)
    expect([other, later]).toEqual([one, one])
    expect(readdirSync(join(one.root, 'opt')).sort()).toEqual(['assay-test-library', 'assay-test-server'])
    expect(JSON.parse(readFileSync(join(one.root, 'packages.json'), 'utf8'))).toHaveLength(2)
    expect(kept(place)).toHaveLength(1)
  },
  60_000,
)

test.skipIf(!isDebian)(
  'what there is not is said in one line, and nothing of it is left',
  async () => {
    const { place, bring } = aRepository({ 'assay-test-server': [] })

    const found = await bring('assay-test-server', 'assay-test-nowhere')

    if (!('why' in found)) throw new Error('it was found')
    expect(found.why).toMatch(
      /^assay-test-nowhere, assay-test-server could not be brought: apt-get: .*assay-test-nowhere/,
    )
    expect(found.why).not.toContain('\n')
    expect(existsSync(place) ? kept(place) : []).toEqual([])
  },
  60_000,
)

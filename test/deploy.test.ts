/** What runs Assay elsewhere: the lines of the Procfile by name, and stops that leave time to finish. */
import { expect, test } from 'bun:test'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseProcfile } from '#cli/dev/procfile'
import { run } from '#cli/terminal/run'
import { readConfig } from '#shared/kernel/config'

const root = resolve(import.meta.dir, '..')
const { drainMs } = readConfig({ DATABASE_URL: 'postgres://nobody@localhost/none' })

test('a process is a line of the Procfile by its name, whatever its number, and no other', async () => {
  const home = mkdtempSync(join(tmpdir(), 'assay-deploy-'))
  mkdirSync(join(home, 'script'))
  for (const name of ['deploy', 'Procfile']) cpSync(join(root, name), join(home, name), { recursive: true })
  writeFileSync(join(home, 'script/bun'), '#!/bin/sh\necho "$PWD" "$@"\n')
  chmodSync(join(home, 'script/bun'), 0o755)
  const start = (name: string) => run([join(home, 'deploy/process'), name], { cwd: '/' })

  for (const { name, command } of parseProcfile(readFileSync(join(root, 'Procfile'), 'utf8'))) {
    const said = {
      code: 0,
      output: expect.stringMatching(new RegExp(`${command.replace('script/bun ', `${home} `)}\\s*$`)),
    }
    expect([await start(name), await start(`${name}-2`)]).toEqual([said, said])
  }
  expect(await start('paint-wall')).toMatchObject({
    code: 2,
    output: expect.stringContaining('no paint in the Procfile'),
  })
  rmSync(home, { recursive: true })
})

test('a stop is not cut off before what has begun may be finished', () => {
  const units = readdirSync(join(root, 'deploy')).filter((name) => name.endsWith('.service'))
  const seconds = units.map((name) =>
    Number(/^TimeoutStopSec=(\d+)$/m.exec(readFileSync(join(root, 'deploy', name), 'utf8'))?.[1]),
  )
  const image = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')

  expect(units.length).toBeGreaterThan(0)
  for (const each of [...seconds, Number(/--stop-timeout (\d+)/.exec(image)?.[1])])
    expect(each * 1000).toBeGreaterThan(drainMs)
})

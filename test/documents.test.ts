/** What the documents say of settings, commands, files and licences, held against what is there. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Glob } from 'bun'
import { commandsIn, countInBlock } from '#cli/dev/doc-commands'
import { noticeOf, usedPackages } from '#cli/dev/notice'
import { waitMsOf } from '#shared/jobs/contract'
import { jobs } from '#shared/jobs/index'
import { readConfig, readWitnessConfig } from '#shared/kernel/config'
import { fates } from '#workers/maintenance/fates'

const root = resolve(import.meta.dir, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = ['README.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)]

describe('settings', () => {
  const rows = [...read('docs/operators.md').matchAll(/^\| `([A-Z][A-Z0-9_]+)` +\| (.+?) +\| (.*?) *\|$/gm)].map(
    ([, name = '', standard = '', meaning = '']) => ({ name, standard: /^`(.*)`$/.exec(standard)?.[1], meaning }),
  )
  const documented = rows.map(({ name }) => name)

  /** Every name that a reader of settings asks an environment for. */
  function asked(read: (env: Record<string, string | undefined>) => unknown, given: Record<string, string>): string[] {
    const names = new Set<string>()
    read(
      new Proxy(given, {
        get(of, name) {
          if (typeof name === 'string') names.add(name)
          return Reflect.get(of, name)
        },
      }),
    )
    return [...names]
  }
  const database = { DATABASE_URL: 'postgres://localhost/assay' }

  test('each that a process reads is in the table', () => {
    const names = [
      ...asked(readConfig, {
        ...database,
        PLANNER_URL: 'http://localhost',
        PLANNER_MODEL: 'm',
        ANALYST_URL: 'http://localhost',
        ANALYST_MODEL: 'm',
        JUDGE_URL: 'http://localhost',
        JUDGE_MODEL: 'm',
        SIGNING_KEY_URL: 'hashivault://key',
        VAULT_ADDR: 'https://localhost',
        VAULT_TOKEN: 't',
      }),
      ...asked((env) => readWitnessConfig(env, '/data'), {}),
    ]

    expect(names.length).toBeGreaterThan(45)
    expect(names.filter((name) => !documented.includes(name))).toEqual([])
  })

  test('each in the table is read somewhere, and each is there once', () => {
    const code = [...new Glob('{api,cli,db,shared,workers}/**/*.ts').scanSync(root)].map(read).join('\n')
    const mentioned = new Set(
      [...code.matchAll(/\benv\['([A-Z0-9_]+)'\]|\w+\(env, '([A-Z0-9_]+)'/g)].flatMap(([, a, b]) => a ?? b ?? []),
    )

    expect(documented.filter((name) => !mentioned.has(name) && !code.includes(`process.env['${name}']`))).toEqual([])
    expect([...mentioned].filter((name) => !documented.includes(name))).toEqual([])
    expect(documented).toEqual([...new Set(documented)])
  })

  test('each default is the one that the table says', () => {
    for (const { name, standard } of rows) {
      if (standard === undefined || /^(ASSAY_|TEST_|WITNESS_)/.test(name)) continue
      expect([name, readConfig({ ...database, [name]: standard })]).toEqual([name, readConfig(database)])
    }
    const witness = rows.filter(({ name, standard }) => name.startsWith('WITNESS_') && standard !== undefined)
    const given = Object.fromEntries(witness.map(({ name, standard }) => [name, standard]))
    expect(readWitnessConfig(given, '/data')).toEqual(readWitnessConfig({}, '/data'))
  })

  test('how long a call waits for a job is what its contract says, unless the setting with its name says otherwise', () => {
    for (const job of Object.values(jobs)) {
      const name = `WAIT_MS_${job.name.toUpperCase().replaceAll('-', '_')}`
      expect(waitMsOf(readConfig(database), job)).toBe(job.waitMs)
      expect(waitMsOf(readConfig({ ...database, [name]: '77' }), job)).toBe(77)
      expect(() => readConfig({ ...database, [name]: 'long' })).toThrow(name)
    }
    const [row = ''] = /^\| `WAIT_MS_` and a job type .*$/m.exec(read('docs/operators.md')) ?? []
    const told = [...row.matchAll(/`([a-z-]+)` `(\d+)`/g)].map(([, name = '', standard]) => [name, Number(standard)])
    const waits = new Map(Object.values(jobs).map(({ name, waitMs }) => [String(name), waitMs]))
    expect(told.length).toBeGreaterThan(2)
    expect(told).toEqual(told.map(([name = '']) => [name, waits.get(String(name)) ?? 0]))
  })
})

describe('commands', () => {
  const blocks = documents.flatMap((file) => commandsIn(file, read(file)))

  test('README is short, and every document shows some but the decisions', () => {
    expect(read('README.md').split('\n').length).toBeLessThanOrEqual(150)
    expect(documents.filter((file) => !blocks.some((block) => block.file === file))).toEqual(['docs/decisions.md'])
  })

  test('none needs Bun on the PATH', () => {
    const bare = blocks.filter(({ text }) => /(^|[;&|(]\s*)(bun|bunx)\s/m.test(text))

    expect(bare.map(({ file, line }) => `${file}:${line}`)).toEqual([])
    expect(documents.filter((file) => /`(bun|bunx) /.test(read(file)))).toEqual([])
  })

  test('each program of ours that one names is there', () => {
    const named = blocks.flatMap(({ text }) =>
      [...text.matchAll(/(?:^|[\s($"])(script\/[a-z-]+)/gm)].map(([, name = '']) => name),
    )

    expect(new Set(named).size).toBeGreaterThan(4)
    expect([...new Set(named)].filter((name) => !existsSync(join(root, name)))).toEqual([])
  })

  test('a block is read with its commands, its manner and its reason', () => {
    const markdown = [
      '<!-- commands: not run, needs another machine -->',
      '',
      '```sh',
      'ssh there \\',
      '  uname   # and so on',
      "echo 'one",
      "two' | cat",
      '# a comment',
      '```',
      '```ts',
      'nothing()',
      '```',
      '<!-- commands: exit 3 -->',
      '```sh',
      'false; exit 3',
      '```',
    ].join('\n')

    const [first, second, ...others] = commandsIn('a.md', markdown)

    expect(first).toMatchObject({ line: 3, manner: { kind: 'not run', reason: 'needs another machine' } })
    expect(first && countInBlock(first)).toBe(2)
    expect(second).toMatchObject({ line: 14, manner: { kind: 'run', exitCode: 3 } })
    expect(others).toEqual([])
    expect(() => commandsIn('a.md', '<!-- commands: perhaps -->\n```sh\ntrue\n```')).toThrow('a.md:2: "perhaps"')
    expect(() => commandsIn('a.md', '```sh\ntrue')).toThrow('does not end')
  })
})

test('every file that a document links to is there', () => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].flatMap(([, target = '']) =>
      existsSync(join(root, dirname(file), target)) ? [] : [`${file}: ${target}`],
    ),
  )

  expect(broken).toEqual([])
})

describe('licences', () => {
  test('NOTICE names what is installed (else: script/licenses)', () => {
    expect(read('NOTICE') === noticeOf(root)).toBe(true)
  })

  test('what a service runs with is under licences that ask for a notice and no more', () => {
    const plain = [
      'MIT',
      'MIT-0',
      'ISC',
      'BSD-2-Clause',
      'BSD-3-Clause',
      // As url-template calls the three-clause one.
      'BSD',
      '0BSD',
      'Apache-2.0',
      'BlueOak-1.0.0',
      'Unlicense',
    ]
    const known = [...plain, 'MPL-2.0', 'Python-2.0', 'PSF-2.0', 'CC0-1.0']
    const isFree = (license: string) => license.split(' OR ').some((each) => known.includes(each))

    const strange = usedPackages(root).filter(({ isShipped, license }) => isShipped && !isFree(license))
    expect(strange.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })

  test('no package runs a script when it is installed but those that are trusted, and none counts us', () => {
    const manifest = JSON.parse(read('package.json'))

    expect(manifest.scarfSettings).toEqual({ enabled: false })
    expect(manifest.trustedDependencies).not.toContain('@scarf/scarf')
    expect(manifest.license).toBe('UNLICENSED')
    expect(read('LICENSE')).toStartWith('All rights reserved.')
  })
})

test('how long each table is kept is what the documents say', () => {
  const rows = [...read('docs/operators.md').matchAll(/^\| ((?:`[a-z_.]+`(?:, )?)+) +\| (.*?) *\|$/gm)]
  const told = rows.flatMap(([, names = '', kept = '']) =>
    [...names.matchAll(/`([a-z_.]+)`/g)].map(([, name = '']) => [name, kept]),
  )

  expect(Object.fromEntries(told)).toEqual(
    Object.fromEntries(Object.entries(fates).map(([name, { kept }]) => [name, kept])),
  )
})

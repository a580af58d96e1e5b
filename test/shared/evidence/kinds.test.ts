/** The record of kinds: what it says of each is so. */
import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import { actions } from '#shared/contracts/actions'
import { nodeKinds } from '#shared/contracts/node'
import { kindOf, kinds } from '#shared/evidence/kinds'
import { eraseOld, restsOfTasks } from '#shared/evidence/retention'
import { readConfig } from '#shared/kernel/config'

/** Where every kind is named. */
const lists = ['shared/contracts/node.ts', 'shared/evidence/kinds.ts']

test('a kind is reserved as long as nobody makes such nodes, and no longer', () => {
  const files = [...new Glob('{api,cli,db,shared,workers}/**/*.ts').scanSync('.')].filter(
    (file) => !lists.includes(file),
  )
  const product = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const isNamed = (kind: string) => product.includes(`'${kind}'`)

  expect(nodeKinds.filter((kind) => isNamed(kind) === Boolean(kindOf(kind)?.isReserved))).toEqual([])
})

test('a result is decided on after it is there, and has a payload', () => {
  const results = nodeKinds.flatMap((kind) => {
    const { action, payload } = kindOf(kind) ?? {}
    return action ? [{ kind, phase: actions[action].phase, hasPayload: payload !== null }] : []
  })

  expect(results.map(({ kind }) => kind).sort()).toEqual([
    'analysis.harmonic',
    'attunement.calibrated',
    'briefing.compiled',
    'design.verified',
    'meeting.prepared',
    'scan.completed',
    'semiotic.decoded',
    'signals.scanned',
    'trace.recorded',
    'tree.generated',
  ])
  // What is to hold from then on is decided on before it does.
  for (const { kind, ...result } of results)
    expect([kind, result]).toEqual([
      kind,
      { phase: kind === 'attunement.calibrated' ? 'pre' : 'post', hasPayload: true },
    ])
})

test('whatever a kind keeps is erased by age, under a setting of its own', () => {
  const { keptDays } = readConfig({ DATABASE_URL: 'postgres://nowhere' })
  const kept = new Set(Object.values(kinds).flatMap(({ payload }) => payload?.kept ?? []))

  expect([...kept].sort()).toEqual(Object.keys(keptDays).sort() as never)
  expect(Object.keys(eraseOld).sort()).toEqual(Object.keys(keptDays).sort())
  expect(restsOfTasks.map(({ stream }) => stream).sort()).toEqual([
    'analysis:',
    'attunement:',
    'briefing:',
    'design:',
    'meeting:',
    'scan:',
    'semiotic:',
    'signals:',
    'trace:',
    'tree:',
  ])
})

test('a name that no kind has is no kind, whatever objects have by themselves', () => {
  for (const name of ['no.kind', 'constructor', '__proto__', 'toString']) expect(kindOf(name)).toBeUndefined()
})

/** Calibrations over a store: applied once, on what holds, taken back once, and proven; organisations and constitutions apart. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Calibration } from '#db/documents/calibration'
import { streamHead } from '#db/queries/log'
import { appendNodes } from '#db/queries/nodes'
import type { CalibrateRequest } from '#shared/contracts/calibrations'
import type { Constitution } from '#shared/contracts/constitution'
import { headOfRow } from '#shared/evidence/node'
import { nodeOfKind } from '#shared/evidence/node-of-kind'
import { compileConstitution } from '#shared/governance/compile'
import type { Compiled } from '#shared/governance/compiled'
import { sha256Hex } from '#shared/kernel/canonical'
import { ServiceError } from '#shared/kernel/errors'
import { readHarmonySettings, setIdOf } from '#shared/parameters/held'
import { verify } from '#shared/verification/verify'
import { openVerbs } from '#test/support/verbs'
import { calibrate, type MadeCalibration, saveCalibration } from '#workers/analyze-content/calibrate'

let verbs: Awaited<ReturnType<typeof openVerbs>>
beforeAll(async () => {
  verbs = await openVerbs()
}, 60_000)
afterAll(() => verbs.close())

const noon = new Date('2026-05-20T12:00:00.000Z')
const nextDay = new Date('2026-05-21T12:00:00.000Z')
const toolsNow = () => verbs.context().tools
const shipped = (): Compiled => {
  const compiled = toolsNow().governance.inForce()
  if (!compiled) throw new Error('no constitution is in force')
  return compiled
}

type Asking = { org?: string; at?: Date; inForce?: Compiled | undefined }

const calculate = (request: CalibrateRequest, { org = 'org_test', at = noon, inForce = shipped() }: Asking = {}) =>
  calibrate(
    {
      db: { sql: verbs.sql, close: async () => undefined },
      signer: toolsNow().signer,
      governance: { inForce: () => inForce },
    },
    request,
    { orgId: org },
    at,
  )

/** As the worker saves it: the calibration's own node first. */
async function save(made: MadeCalibration, { org = 'org_test', at = noon }: Asking = {}): Promise<Calibration> {
  const { signer } = toolsNow()
  const job = { id: randomUUID(), keyId: 'ak_test', requestId: '0af7651916cd43dd8448eb211c80319c' }
  const { calibration, facts, inputs, previousVersion } = made
  const node = nodeOfKind(signer, {
    kind: 'attunement.calibrated',
    id: job.id,
    orgId: org,
    agent: 'assay-analyze-content',
    at,
    inputs,
    subject: { type: 'parameters', id: org },
    result: {
      job_id: job.id,
      constitution: calibration.constitution,
      previous_version: previousVersion,
      version: calibration.version,
      changed: facts.changed,
      dry_run: calibration.dry_run,
    },
  })
  await verbs.sql.begin(async (tx) => {
    await appendNodes(tx, [node])
    await saveCalibration(tx, made, { job, recorded: { node } }, signer)
  })
  return calibration
}

const apply = async (request: CalibrateRequest, asking: Asking = {}) => save(await calculate(request, asking), asking)
const setting = (name: string, requested: number, more: Partial<CalibrateRequest> = {}): CalibrateRequest => ({
  parameters: [{ name, requested }],
  ...more,
})
const clarity = 'harmonic.threshold.clarity'
const refusalOf = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) =>
      error instanceof ServiceError ? { code: error.code, message: error.message, details: error.details } : error,
  )
const settingsOf = (org: string, inForce = shipped()) => readHarmonySettings(verbs, { inForce: () => inForce }, org)
const versionsOf = async (org: string) => [
  ...(await verbs.sql<{ version: number; takes_back: number | null; taken_back_by: number | null }[]>`
    select version, takes_back, taken_back_by from parameter_versions where org_id = ${org} order by version`),
]

function amended(change: (parameters: NonNullable<Constitution['parameters']>) => void): Compiled {
  const document = structuredClone(shipped().document)
  change(document.parameters ?? {})
  const { compiled, faults } = compileConstitution(JSON.stringify(document), { isAnalysed: false })
  if (!compiled) throw new Error(JSON.stringify(faults))
  return compiled
}

test('nothing was calibrated: everything is as the constitution has it, at version 0', async () => {
  const made = await calculate({}, { org: 'org_new' })

  expect(made.calibration).toMatchObject({ version: 0, rollback_token: null, proposal: null, dry_run: false })
  expect(made.calibration.results.every(({ status }) => status === 'unchanged')).toBe(true)
  expect(made.calibration.results).toHaveLength(20)
  expect(made.calibration.constraints.every(({ ok }) => ok)).toBe(true)
  expect(await settingsOf('org_new')).toMatchObject({ version: 0, thresholds: { clarity: 60 } })
  await save(made, { org: 'org_new' })
  expect(await versionsOf('org_new')).toEqual([])
})

test('what is applied holds from then on, with a node that says so and rests on the calibration', async () => {
  const org = 'org_applied'
  const calibration = await apply(setting(clarity, 62), { org })

  expect(calibration).toMatchObject({
    version: 1,
    results: [{ name: clarity, previous: 60, applied: 62, status: 'accepted' }],
  })
  expect(await settingsOf(org)).toMatchObject({ version: 1, thresholds: { clarity: 62, honesty: 60 } })
  const [node] = await verbs.nodesOf(`parameters:${setIdOf(org)}`)
  expect(node).toMatchObject({
    kind: 'parameters.changed',
    result: { state: 'in_force', org, version: 1, constitution: calibration.constitution },
    request: { key_id: 'ak_test' },
  })
  expect(node?.parents.map(({ rel }) => rel)).toEqual(['input'])
})

test('a dry run says what would be, and changes nothing', async () => {
  const org = 'org_dry'
  const dry = await apply({ ...setting(clarity, 62), dry_run: true }, { org })

  expect(dry).toMatchObject({ dry_run: true, version: 0, rollback_token: null, results: [{ applied: 62 }] })
  expect(await settingsOf(org)).toMatchObject({ version: 0, thresholds: { clarity: 60 } })
  expect(await apply(setting(clarity, 62), { org })).toMatchObject({ version: 1 })
})

test('a day has its limit, whatever the steps; the next one has its own', async () => {
  const org = 'org_day'
  const to = async (requested: number, at: Date) => (await apply(setting(clarity, requested), { org, at })).results[0]

  expect(await to(90, noon)).toMatchObject({ applied: 65, status: 'step_limited' })
  expect(await to(62, noon)).toMatchObject({ applied: 62, status: 'accepted' })
  expect(await to(90, noon)).toMatchObject({ applied: 64, status: 'step_limited' })
  expect(await to(90, noon)).toMatchObject({ applied: 64, status: 'step_limited' })
  expect(await to(90, nextDay)).toMatchObject({ applied: 69 })
  // A clock that is behind opens no day that has ended.
  expect(await to(90, noon)).toMatchObject({ applied: 74 })
  expect(await to(90, noon)).toMatchObject({ applied: 74 })
})

test('weights add up to 1 exactly, whatever is asked of them', async () => {
  const org = 'org_weights'
  const names = Object.keys(shipped().document.constraints?.[0]?.coefficients ?? {})
  const { results } = await apply(
    { parameters: names.map((name, at) => ({ name, requested: at % 2 === 0 ? 0.333 : 1e9 })) },
    { org },
  )

  const { weights } = await settingsOf(org)
  expect(Object.values(weights).reduce((sum, weight) => sum + Math.round(weight * 100), 0)).toBe(100)
  expect(results.some(({ status }) => status === 'step_limited')).toBe(true)
})

describe('what was meant for another version', () => {
  const org = 'org_versions'

  test('is not applied, by its number or by what it takes for held', async () => {
    await apply(setting(clarity, 61), { org })

    expect(await refusalOf(calculate(setting(clarity, 62, { version: 0 }), { org }))).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { version: 1 },
    })
    expect(
      await refusalOf(calculate({ parameters: [{ name: clarity, current: 60, requested: 62 }] }, { org })),
    ).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { version: 1, held: { [clarity]: 61 } },
    })
    expect(
      (await calculate({ parameters: [{ name: clarity, current: 61, requested: 62 }], version: 1 }, { org })).change,
    ).toBeDefined()
  })

  test('a hundred at once on one version: one is applied, and each other is told which version holds', async () => {
    const racing = 'org_hundred'
    const made = await Promise.all(
      Array.from({ length: 100 }, (_, turn) => calculate(setting(clarity, 56 + (turn % 9)), { org: racing })),
    )
    const changing = made.filter(({ change }) => change !== undefined)

    const said = await Promise.all(changing.map((each) => refusalOf(save(each, { org: racing }))))

    expect(said.filter((refusal) => refusal === undefined)).toHaveLength(1)
    expect(said.filter((refusal) => refusal !== undefined)).toEqual(
      Array(changing.length - 1).fill(expect.objectContaining({ code: 'STATE_CONFLICT', details: { version: 1 } })),
    )
    expect(await versionsOf(racing)).toMatchObject([{ version: 1 }])
    expect(await verbs.nodesOf(`parameters:${setIdOf(racing)}`)).toHaveLength(1)
  })
})

describe('a rollback', () => {
  test('brings back what was before, once, and for its own organisation alone', async () => {
    const org = 'org_back'
    const { rollback_token: token } = await apply(setting(clarity, 63), { org })
    const request = { rollback_token: token ?? '' }

    expect(await refusalOf(calculate(request, { org: 'org_other' }))).toMatchObject({ code: 'INVALID_REQUEST' })
    const both = await Promise.all([calculate(request, { org }), calculate(request, { org })])
    const said = await Promise.all(both.map((each) => refusalOf(save(each, { org }))))

    expect(said.filter((refusal) => refusal === undefined)).toHaveLength(1)
    expect(both[0]?.calibration).toMatchObject({
      version: 2,
      rollback_token: null,
      results: [{ name: clarity, previous: 63, requested: 60, applied: 60, status: 'accepted' }],
    })
    expect(await settingsOf(org)).toMatchObject({ version: 2, thresholds: { clarity: 60 } })
    expect(await refusalOf(calculate(request, { org }))).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { taken_back: 1, by: 2 },
    })
    // Also where the same values hold again.
    await apply(setting(clarity, 63), { org })
    expect(await refusalOf(calculate(request, { org }))).toMatchObject({ details: { taken_back: 1, by: 2 } })
    expect(await versionsOf(org)).toEqual([
      { version: 1, takes_back: null, taken_back_by: 2 },
      { version: 2, takes_back: 1, taken_back_by: null },
      { version: 3, takes_back: null, taken_back_by: null },
    ])
  })

  test('goes back step by step, and not past what others have made since', async () => {
    const org = 'org_steps'
    const first = await apply(setting(clarity, 62), { org })
    const second = await apply(setting(clarity, 64), { org })
    const back = (token: string | null) => ({ rollback_token: token ?? '' })

    expect(await refusalOf(calculate(back(first.rollback_token), { org }))).toMatchObject({
      code: 'STATE_CONFLICT',
      details: { version: 2 },
    })
    await apply(back(second.rollback_token), { org })
    await apply(back(first.rollback_token), { org })

    expect(await settingsOf(org)).toMatchObject({ version: 4, thresholds: { clarity: 60 } })
  })

  test('goes past the limit of a day, and counts towards it', async () => {
    const org = 'org_limit'
    await apply(setting(clarity, 65), { org })
    const { rollback_token: token } = await apply(setting(clarity, 70), { org })

    const back = await calculate({ rollback_token: token ?? '' }, { org })
    await save(back, { org })

    expect(back.facts).toMatchObject({ is_rollback: true, over_step: 1, out_of_bounds: 0 })
    expect(await settingsOf(org)).toMatchObject({ thresholds: { clarity: 65 } })
    expect((await apply(setting(clarity, 66), { org })).results[0]).toMatchObject({
      applied: 65,
      status: 'step_limited',
    })
  })

  test('that nobody can guess: neither another version nor another letter will do', async () => {
    const org = 'org_guess'
    const { rollback_token: token } = await apply(setting(clarity, 63), { org })
    const [, mac = ''] = (token ?? '').split('.')

    for (const guess of [`2.${mac}`, `1.${mac.slice(0, -2)}AA`, `1.${mac}A`, '1.', mac, '', 'null', `01.${mac}x`])
      expect(await refusalOf(calculate({ rollback_token: guess }, { org }))).toMatchObject({ code: 'INVALID_REQUEST' })
  })
})

describe('a request that does not fit', () => {
  const issuesOf = async (request: CalibrateRequest) => {
    const refusal = (await refusalOf(calculate(request))) as { code: string; details: { issues: { path: string }[] } }
    expect(refusal.code).toBe('INVALID_REQUEST')
    return refusal.details.issues.map(({ path }) => path)
  }
  const objective = { metric: 'agreement', direction: 'maximize' as const }

  test('is refused with every fault: unknown and doubled names, observations that say too little or too much', async () => {
    expect(
      await issuesOf({ parameters: [{ name: 'mood' }, { name: clarity }, { name: clarity, requested: 1 }] }),
    ).toEqual(['/parameters/0/name', '/parameters/2/name'])
    expect(await issuesOf({ observations: [{ parameters: {}, metric: 1 }] })).toEqual(['/objective'])
    expect(
      await issuesOf({
        parameters: [{ name: clarity }],
        objective,
        observations: [
          { parameters: { mood: 1, [clarity]: 60 }, metric: 1 },
          { parameters: {}, metric: 2 },
        ],
      }),
    ).toEqual(['/observations/0/parameters/mood', '/observations/1/parameters'])
    expect(await issuesOf({ rollback_token: 'x', objective, max_steps: 3 })).toEqual(['/objective', '/max_steps'])
  })

  test('tells where the constitution in force declares nothing to calibrate', async () => {
    const { parameters: _parameters, constraints: _constraints, ...document } = shipped().document
    const { compiled } = compileConstitution(JSON.stringify(document), { isAnalysed: false })

    expect(await refusalOf(calculate({}, { inForce: compiled }))).toMatchObject({ code: 'STATE_CONFLICT' })
    expect(await settingsOf('org_any', compiled)).toMatchObject({ version: 0, weights: { safety: 0.2 } })
  })
})

test('what is proposed is applied, and learned from until it fits', async () => {
  const org = 'org_learning'
  const observations: NonNullable<CalibrateRequest['observations']> = []
  const objective = { metric: 'complaints', direction: 'minimize' as const }
  for (let day = 1; day <= 12; day += 1) {
    const at = new Date(Date.UTC(2026, 5, day))
    const { proposal, results, next_observation } = await apply(
      { parameters: [{ name: clarity }], objective, observations, seed: 3 },
      { org, at },
    )
    expect(proposal?.method).toBe(day <= 4 ? 'latin_hypercube' : 'gaussian_process')
    expect(Object.keys(next_observation ?? {})).toEqual([clarity])
    expect(results[0]).toMatchObject({ requested: null, applied: proposal?.parameters[clarity] ?? null })
    const value = Number(results[0]?.applied)
    observations.push({ parameters: { [clarity]: value }, metric: (value - 66) ** 2 })
  }

  expect(Math.abs((await settingsOf(org)).thresholds.clarity - 66)).toBeLessThanOrEqual(1)
})

describe('under an amended constitution', () => {
  const narrower = () =>
    amended((parameters) => {
      const bounds = parameters[clarity]
      if (bounds) Object.assign(bounds, { min: 50, max: 61 })
    })

  test('with narrower bounds, what held is brought inside when it is next read, and said to be', async () => {
    const org = 'org_amended'
    await apply(setting(clarity, 64), { org })
    const inForce = narrower()

    expect(await settingsOf(org, inForce)).toMatchObject({ version: 1, thresholds: { clarity: 61 } })
    const { calibration } = await calculate({ parameters: [{ name: clarity }] }, { org, inForce })
    expect(calibration.results[0]).toMatchObject({
      previous: 61,
      applied: 61,
      reasons: ['64 was brought to 61: the constitution was amended'],
    })
    await apply(setting('harmonic.threshold.honesty', 62), { org, inForce })
    expect(await settingsOf(org)).toMatchObject({ version: 2, thresholds: { clarity: 61, honesty: 62 } })
  })

  test('a rollback leads as near to what was before as it may', async () => {
    const org = 'org_amended_back'
    await apply(setting(clarity, 65), { org })
    const { rollback_token: token } = await apply(setting(clarity, 58), { org, at: nextDay })

    const { calibration } = await calculate({ rollback_token: token ?? '' }, { org, at: nextDay, inForce: narrower() })

    expect(calibration.results[0]).toMatchObject({ requested: 65, applied: 61, status: 'clamped' })
  })

  test('no request widens a bound', async () => {
    const { results } = await apply(setting(clarity, 1e300), { org: 'org_wide' })

    expect(results[0]).toMatchObject({ applied: 65, bounds: { max: 95 } })
  })
})

describe('a row that somebody edits', () => {
  const faultsOf = async (org: string) => {
    const [node] = await verbs.sql<{ id: string }[]>`
      select encode(id, 'hex') as id from edg_nodes where stream = ${`parameters:${setIdOf(org)}`} order by pos desc limit 1`
    const outcome = await verify(
      { sql: verbs.sql, anchors: [toolsNow().signer.publicKey] },
      { hash: node?.id ?? '', mode: 'chain', orgIds: null },
    )
    return outcome?.checks.filter(({ status }) => status === 'fail').map(({ id }) => id)
  }

  test('is found out by verification, and decides nothing: neither what is calibrated nor what texts are weighed with', async () => {
    const org = 'org_edited'
    await apply(setting(clarity, 63), { org })
    expect(await faultsOf(org)).toEqual([])

    await verbs.sql`
      update parameter_sets set document = replace(document, '"harmonic.threshold.clarity":63', '"harmonic.threshold.clarity":90')
      where org_id = ${org}`

    expect(await faultsOf(org)).toEqual(['V12'])
    expect(await refusalOf(calculate(setting(clarity, 64), { org }))).toMatchObject({ code: 'STATE_CONFLICT' })
    expect(await refusalOf(settingsOf(org))).toMatchObject({ code: 'STATE_CONFLICT' })
  })

  test('of an earlier version brings nothing back that never held', async () => {
    const org = 'org_edited_past'
    const { rollback_token: token } = await apply(setting(clarity, 63), { org })
    await verbs.sql`
      update parameter_versions set before_values = replace(before_values, '"harmonic.threshold.clarity":60', '"harmonic.threshold.clarity":31')
      where org_id = ${org}`

    expect(await refusalOf(calculate({ rollback_token: token ?? '' }, { org }))).toMatchObject({
      code: 'STATE_CONFLICT',
    })
    expect(await settingsOf(org)).toMatchObject({ thresholds: { clarity: 63 } })
  })

  test('decides nothing with a node that a hand has put in beside it, before the ledger has looked at that', async () => {
    const org = 'org_forged'
    await apply(setting(clarity, 62), { org })
    const id = setIdOf(org)
    const [row] = await verbs.sql<{ document: string; changed_at: Date }[]>`
      select document, changed_at from parameter_sets where org_id = ${org}`
    const last = await streamHead(verbs.sql, `parameters:${id}`)
    const [before] = await verbs.nodesOf(`parameters:${id}`)
    if (!row || !last || !before) throw new Error('nothing was applied')
    const document = row.document.replace('"harmonic.threshold.clarity":62', '"harmonic.threshold.clarity":90')
    const forged = nodeOfKind(toolsNow().signer, {
      ...{ kind: 'parameters.changed', id, orgId: org, agent: 'assay-analyze-content', at: row.changed_at },
      after: headOfRow(last),
      result: { ...before.result, version: 2, document_sha256: sha256Hex(document) },
    })
    await appendNodes(verbs.sql, [{ ...forged, signature: randomBytes(64) }])
    await verbs.sql`
      update parameter_sets set document = ${document}, head = ${Buffer.from(forged.id, 'hex')}, version = 1,
        changed_at = ${forged.body.timestamp}
      where org_id = ${org}`

    expect(await refusalOf(settingsOf(org))).toMatchObject({ code: 'STATE_CONFLICT' })
    expect(await refusalOf(calculate(setting(clarity, 64), { org }))).toMatchObject({ code: 'STATE_CONFLICT' })
  })

  test('set back to an earlier state is found out, too', async () => {
    const org = 'org_set_back'
    await apply(setting(clarity, 62), { org })
    const [first] = await verbs.sql`select document, head, version from parameter_sets where org_id = ${org}`
    await apply(setting(clarity, 64), { org })
    await verbs.sql`
      update parameter_sets set document = ${first?.['document']}, head = ${first?.['head']}, version = ${first?.['version']}
      where org_id = ${org}`

    expect(await faultsOf(org)).toEqual(['V12'])
    expect(await refusalOf(calculate(setting(clarity, 63), { org }))).toMatchObject({ code: 'STATE_CONFLICT' })
  })
})

test('article A-06 lets every calibration pass that was calculated, and none that is beside what is declared', async () => {
  const { facts } = await calculate(setting(clarity, 62), { org: 'org_article' })
  const { governance } = toolsNow()
  const decided = (odd: Partial<typeof facts>) =>
    governance.decide('attunement.calibrate', 'pre', { ...governance.maker('assay'), ...facts, ...odd })

  expect(decided({})).toMatchObject({ decision: 'allow', tier: 'T0', articles: [] })
  for (const odd of [{ out_of_bounds: 1 }, { over_step: 1 }, { broken_constraints: 1 }])
    expect(decided(odd)).toMatchObject({ decision: 'deny', tier: 'T4', articles: ['A-06'] })
  expect(decided({ over_step: 1, is_rollback: true })).toMatchObject({ decision: 'allow' })
})

/** Plans that are judged before anything is done: every fault at its place, good ones taken apart. */
import { describe, expect, test } from 'bun:test'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import fc from 'fast-check'
import { Condition, type StepRequest } from '#shared/contracts/tasks'
import type { Issue } from '#shared/kernel/errors'
import { builtInDoers } from '#shared/plans/assignees'
import { checkPlan, referencesAtMost } from '#shared/plans/check'

const forJobs = { seal: { seal: () => 'sealed', open: () => '' }, allow: [], orgId: 'org_test' }
const check = (steps: readonly StepRequest[]) => checkPlan(steps, builtInDoers, forJobs)
const step = (id: string, odd: Partial<StepRequest> = {}): StepRequest => ({ id, type: 'stats.summarize', ...odd })
const scan = (id: string, odd: object = {}): StepRequest =>
  step(id, { type: 'accessibility.scan', payload: { url: 'https://example.com/', ...odd } })
const ref = ($ref: string) => ({ $ref })
const paths = (issues: readonly Issue[]) => issues.map(({ path }) => path)

/** From scans to verified evidence. */
const chain: StepRequest[] = [
  scan('a'),
  scan('b'),
  step('summary', {
    type: 'accessibility.summarize',
    payload: { scans: [ref('steps.a.result'), ref('steps.b.result')] },
    needs: ['a', 'b'],
  }),
  step('trace', { type: 'trace.record', payload: ref('steps.summary.result#/trace'), needs: ['summary'] }),
  step('tree', {
    type: 'tree.generate',
    payload: { trace_id: ref('steps.trace.result#/trace_id') },
    needs: ['trace'],
  }),
  step('proof', {
    type: 'evidence.verify',
    payload: { hash: ref('steps.tree.node'), mode: 'chain' },
    needs: ['tree'],
    when: {
      all: [
        { $ref: 'steps.tree.state', eq: 'completed' },
        { $ref: 'steps.a.result#/score', lt: 100 },
      ],
    },
    on_error: 'continue',
    max_attempts: 5,
  }),
]

describe('a plan without faults', () => {
  test('says of each step who does it, what it needs and what needs it, defaults filled in', () => {
    const { steps, issues } = check(chain)

    expect(issues).toEqual([])
    expect(steps.map(({ agent, needs, dependents }) => [agent.name, needs, dependents])).toEqual([
      ['accessibility-auditor', [], [2]],
      ['accessibility-auditor', [], [2]],
      ['accessibility-auditor', [0, 1], [3]],
      ['risk-assessor', [2], [4]],
      ['tree-generator', [3], [5]],
      ['evidence-auditor', [4], []],
    ])
    expect(steps[0]).toEqual({
      ord: 0,
      id: 'a',
      type: 'accessibility.scan',
      agent: { name: 'accessibility-auditor', kind: 'builtin' },
      spec: {
        payload: { url: 'https://example.com/' },
        when: null,
        on_error: 'fail',
        timeout_s: null,
        max_attempts: 3,
        version: 2,
      },
      needs: [],
      dependents: [2],
    })
    expect(steps[5]?.spec).toMatchObject({ on_error: 'continue', max_attempts: 5, when: chain[5]?.when ?? {} })
  })

  test('may name its agents, need a step twice over, ask a person, and stand in any order', () => {
    const { issues } = check([
      step('last', { needs: ['ask', 'first', 'first'], agent: 'risk-assessor' }),
      step('ask', {
        type: 'person.ask',
        payload: { question: 'Go on?', choices: ['yes', 'no'] },
        needs: ['first'],
        agent: 'orchestrator',
      }),
      step('first'),
    ])

    expect(issues).toEqual([])
  })

  test('may refer to what it needs through others, to what its needs may have, and to whatever a free value has', () => {
    const { issues } = check([
      scan('a'),
      step('b', { needs: ['a'] }),
      step('query', { type: 'trace.query' }),
      step('record', {
        type: 'trace.record',
        payload: {
          risk_score: ref('steps.a.result#/score'),
          risk_level: 'LOW',
          confidence: 1,
          metadata: {
            first: ref('steps.query.result#/traces/0/metadata/anything/at/all'),
            type: ref('steps.a.result#/issues/17/type'),
            failed: ref('steps.a.error#/details/reason'),
            literal: { $ref: '#/definitions/x' },
          },
        },
        needs: ['b', 'query'],
      }),
    ])

    expect(issues).toEqual([])
  })

  test('has its random shapes: whatever points backwards passes, and one need that points forwards too is a circle', () => {
    const graph = fc
      .array(fc.array(fc.nat({ max: 1000 }), { maxLength: 4 }), { minLength: 2, maxLength: 40 })
      .map((wishes) => wishes.map((wish, at) => (at === 0 ? [] : [...new Set(wish.map((each) => each % at))])))
    fc.assert(
      fc.property(graph, fc.nat(), fc.nat(), fc.infiniteStream(fc.nat()), (needs, from, to, dice) => {
        const order = needs.map((_, at) => [dice.next().value ?? 0, at] as const).toSorted(([a], [b]) => a - b)
        const plan = (all: readonly (readonly number[])[]) =>
          order.map(([, at]) => step(`s${at}`, { needs: (all[at] ?? []).map((need) => `s${need}`) }))
        const good = check(plan(needs))

        expect(good.issues).toEqual([])
        for (const { needs: needed, ord } of good.steps)
          for (const need of needed) expect(good.steps[need]?.dependents).toContain(ord)

        const above = 1 + (from % (needs.length - 1))
        const below = to % above
        const closed = needs.map((each, at) => {
          if (at === below) return [...each, above]
          return at === above && !each.includes(below) ? [...each, below] : each
        })
        const { steps, issues } = check(plan(closed))
        expect(steps).toEqual([])
        expect(issues.length).toBeGreaterThanOrEqual(1)
        for (const { path, message } of issues) {
          const [, at = '', index = ''] = /^\/steps\/(\d+)\/needs\/(\d+)$/.exec(path) ?? []
          const members = message.replace('goes in a circle: ', '').split(' needs ')
          expect(members.at(0)).toBe(members.at(-1))
          expect([`s${order[Number(at)]?.[1]}`, plan(closed)[Number(at)]?.needs?.[Number(index)]]).toEqual(
            members.slice(0, 2),
          )
          for (const [place, member] of members.slice(0, -1).entries())
            expect(plan(closed).find(({ id }) => id === member)?.needs).toContain(members[place + 1] ?? '')
        }
        expect(issues.some(({ message }) => message.includes(`s${above}`) && message.includes(`s${below}`))).toBe(true)
      }),
    )
  })
})

describe('a bad plan is refused at its place', () => {
  const bad: [string, StepRequest[], [string, RegExp][]][] = [
    [
      'a circle',
      [
        step('x', { needs: ['c'] }),
        step('a', { needs: ['b'] }),
        step('b', { needs: ['c'] }),
        step('c', { needs: ['a'] }),
      ],
      [['/steps/1/needs/0', /a needs b needs c needs a$/]],
    ],
    [
      'two circles, and a step between them',
      [
        step('a', { needs: ['b'] }),
        step('b', { needs: ['a'] }),
        step('m', { needs: ['a', 'c'] }),
        step('c', { needs: ['d'] }),
        step('d', { needs: ['c'] }),
      ],
      [
        ['/steps/0/needs/0', /a needs b needs a$/],
        ['/steps/3/needs/0', /c needs d needs c$/],
      ],
    ],
    ['a step that needs itself', [step('a', { needs: ['a'] })], [['/steps/0/needs/0', /the step itself/]]],
    ['an unknown need', [step('a'), step('b', { needs: ['a', 'z'] })], [['/steps/1/needs/1', /no step z/]]],
    ['ids twice', [step('a'), step('b'), step('a')], [['/steps/2/id', /id of step 0/]]],
    [
      'an unknown type',
      [step('a', { type: 'shell.run' })],
      [['/steps/0/type', /is not a task type of any agent here/]],
    ],
    [
      'a type like a member of all objects',
      [step('a', { type: 'constructor' })],
      [['/steps/0/type', /is not a task type/]],
    ],
    ['an unknown agent', [step('a', { agent: 'nobody' })], [['/steps/0/agent', /no agent nobody/]]],
    ['an agent that does not do it', [step('a', { agent: 'tree-generator' })], [['/steps/0/type', /tree-generator/]]],
    [
      'a plan in a plan',
      [step('a', { type: 'plan.execute', payload: { steps: [] } })],
      [['/steps/0/type', /cannot be a step itself/]],
    ],
    [
      'a reference to nowhere',
      [step('a', { type: 'risk.assess', payload: { trace_id: ref('steps.z.result#/x') } })],
      [['/steps/0/payload/trace_id/$ref', /no step z/]],
    ],
    [
      'a reference to itself',
      [step('a', { type: 'risk.assess', payload: { trace_id: ref('steps.a.result#/trace_id') } })],
      [['/steps/0/payload/trace_id/$ref', /the step itself/]],
    ],
    [
      'references to a later and to an unrelated step',
      [
        step('a', { type: 'risk.assess', payload: { trace_id: ref('steps.c.result#/trace_id') } }),
        step('b', { when: { not: { $ref: 'steps.a.state', eq: 'failed' } } }),
        step('c', { type: 'trace.record', payload: { risk_score: 1, risk_level: 'LOW', confidence: 1 }, needs: ['a'] }),
      ],
      [
        ['/steps/0/payload/trace_id/$ref', /refers to c, which this step does not need/],
        ['/steps/1/when/not/$ref', /refers to a/],
      ],
    ],
    [
      'pointers to what cannot be',
      [
        scan('a'),
        step('b', {
          type: 'trace.record',
          needs: ['a'],
          payload: {
            risk_score: ref('steps.a.result#/points'),
            risk_level: ref('steps.a.result#/issues/first/type'),
            confidence: ref('steps.a.result#/score/value'),
            recommendation: ref('steps.a.node#/hash'),
            trinity_layer: ref('steps.a.error#/reason'),
          },
        }),
      ],
      [
        ['/steps/1/payload/risk_score/$ref', /of a has nothing at \/points/],
        ['/steps/1/payload/risk_level/$ref', /\/issues\/first\/type/],
        ['/steps/1/payload/confidence/$ref', /\/score\/value/],
        ['/steps/1/payload/recommendation/$ref', /the node of a has nothing/],
        ['/steps/1/payload/trinity_layer/$ref', /the error of a has nothing/],
      ],
    ],
    [
      'what wants to be a reference and is none',
      [
        step('a', { type: 'risk.assess', payload: { trace_id: ref('steps.a.outcome') } }),
        step('b', { when: { any: [{ $ref: 'steps.a.result#/~9', exists: true }] }, needs: ['a'] }),
        step('c', { type: 'risk.assess', payload: { trace_id: { ...ref('steps.a.result'), or: 1 } }, needs: ['a'] }),
      ],
      [
        ['/steps/0/payload/trace_id/$ref', /is not a reference/],
        ['/steps/1/when/any/0/$ref', /is not a reference/],
        ['/steps/2/payload/trace_id/$ref', /is not a reference/],
      ],
    ],
    [
      'payloads that do not fit',
      [
        step('a', { payload: { all: true } }),
        step('b', { type: 'risk.assess' }),
        step('c', { type: 'person.ask', payload: { question: '', choices: [] } }),
        scan('d', { standard: 'WCAG 9' }),
      ],
      [
        ['/steps/0/payload/all', /not a member/],
        ['/steps/1/payload/trace_id', /missing/],
        ['/steps/2/payload/question', /is not text/],
        ['/steps/2/payload/choices', /array/],
        ['/steps/3/payload/standard', /standard/],
      ],
    ],
    [
      'what does not fit beside references',
      [
        scan('a'),
        step('b', {
          type: 'trace.record',
          needs: ['a'],
          payload: {
            risk_score: ref('steps.a.result#/score'),
            risk_level: 'SOME',
            flags: [ref('steps.a.result#/issues/0/type'), 7],
            testing_mode: { mode: ref('steps.a.state') },
            color: ref('steps.a.state'),
          },
        }),
        step('c', {
          type: 'accessibility.scan',
          needs: ['a'],
          payload: {
            url: ref('steps.a.result#/timestamp'),
            steps: [
              { action: 'click', selector: ref('steps.a.result#/issues/0/element') },
              { action: 'fly', selector: ref('steps.a.result#/issues/0/element') },
            ],
          },
        }),
      ],
      [
        ['/steps/1/payload/confidence', /missing/],
        ['/steps/1/payload/risk_level', /not one of LOW, MEDIUM, HIGH/],
        ['/steps/1/payload/flags/1', /not text/],
        ['/steps/1/payload/testing_mode', /not one of/],
        ['/steps/1/payload/color', /not a member/],
        ['/steps/2/payload/steps/1', /not one of/],
      ],
    ],
    [
      'refused addresses',
      [
        scan('a', { url: 'http://169.254.169.254/latest' }),
        scan('b', { url: 'http://[::1]:8080/' }),
        scan('c', { url: 'file:///etc/passwd' }),
        scan('d', { url: 'https://user:pass@example.com/' }),
        scan('e', { url: 'nothing' }),
      ],
      [
        ['/steps/0/payload/url', /not a public/],
        ['/steps/1/payload/url', /not a public/],
        ['/steps/2/payload/url', /only http/],
        ['/steps/3/payload/url', /password/],
        ['/steps/4/payload/url', /not a URL/],
      ],
    ],
    [
      'too many references',
      [
        scan('a'),
        step('b', {
          type: 'accessibility.summarize',
          needs: ['a'],
          payload: { scans: Array.from({ length: referencesAtMost + 1 }, () => ref('steps.a.result')) },
        }),
      ],
      [['/steps/1/payload', /1001 references/]],
    ],
    ['1001 steps', Array.from({ length: 1001 }, (_, n) => step(`s${n}`)), [['/steps', /1001 steps/]]],
    ['no steps', [], [['/steps', /0 steps/]]],
  ]

  test.each(bad)('%s', (_, steps, expected) => {
    const checked = check(steps)

    expect(checked.steps).toEqual([])
    expect(paths(checked.issues).toSorted()).toEqual(expected.map(([path]) => path).toSorted())
    for (const [path, message] of expected)
      expect(checked.issues.find((issue) => issue.path === path)?.message).toMatch(message)
  })

  test('every fault of it is told at once, 100 at most', () => {
    const broken = Array.from({ length: 200 }, (_, n) => step(`s${n}`, { type: 'no.such', needs: ['gone'] }))

    expect(check([...broken.slice(0, 3), scan('a', { url: 'http://10.0.0.1/' })]).issues).toHaveLength(7)
    expect(check(broken).issues).toHaveLength(100)
  })

  test('a condition that the contract takes is one that can be judged', () => {
    const isCondition = TypeCompiler.Compile(Condition)
    const when: Condition = {
      any: [
        { all: [{ $ref: 'steps.a.result#/score', gte: 1, lt: 5 }] },
        { not: { $ref: 'steps.a.state', in: ['failed'] } },
      ],
    }

    expect(isCondition.Check(when)).toBe(true)
    expect(check([scan('a'), step('b', { needs: ['a'], when })]).issues).toEqual([])
  })
})

test('a thousand steps are judged in no time', () => {
  const plan = Array.from({ length: 1000 }, (_, n) =>
    n === 0
      ? step('s0', { type: 'risk.assess', payload: { trace_id: 'SVC-a-1' } })
      : step(`s${n}`, {
          type: 'risk.assess',
          payload: { trace_id: ref(`steps.s${n - 1}.result#/trace_id`) },
          needs: Array.from({ length: Math.min(n, 20) }, (_each, back) => `s${n - 1 - back}`),
        }),
  )
  check(plan)
  const before = process.cpuUsage()
  const { issues } = check(plan)
  const { user, system } = process.cpuUsage(before)

  expect(issues).toEqual([])
  // Measured 15 ms of processor time; the rest is for a busy machine.
  expect((user + system) / 1000).toBeLessThan(150)
})

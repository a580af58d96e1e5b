/** Drawings of chains say who made what and when and what was decided, in well-formed text whatever streams are called. */
import { expect, test } from 'bun:test'
import { parser } from 'sax'
import type { NodeBody } from '#shared/contracts/node'
import { dotOf, mermaidOf, svgOf } from '#shared/evidence/drawing'
import type { NamedNode } from '#shared/evidence/provenance'

const idOf = (index: number) => index.toString(16).padStart(64, '0')

const aNode = (index: number, odd: Partial<NodeBody> = {}): NamedNode => ({
  id: idOf(index),
  body: {
    edg: 'node/v1',
    kind: 'trace.recorded',
    stream: `trace:SVC-${index}-1`,
    pos: 0,
    height: 0,
    prev: null,
    parents: [],
    agent: { name: 'assay-api', version: '1.0.0', key: 'k' },
    timestamp: '2026-01-02T03:04:05.678Z',
    subject: { type: 'trace', id: `SVC-${index}-1` },
    payload: null,
    result: null,
    governance: {
      tier: 'T3',
      decision: 'hold',
      action: 'trace.record',
      phase: 'pre',
      constitution: 'c'.repeat(64),
      articles: ['A-05'],
      input: {},
      input_digest: `sha256:${'d'.repeat(64)}`,
    },
    request: null,
    ...odd,
  },
})

const elementsOf = (svg: string) => {
  const names: string[] = []
  const strict = parser(true)
  strict.onopentag = ({ name }) => names.push(name)
  strict.onerror = (error) => {
    throw error
  }
  strict.write(svg).close()
  return names
}

test('each drawing names kind, time, maker and decision of a node', () => {
  const nodes = [aNode(1), aNode(2, { governance: null, parents: [{ rel: 'input', hash: idOf(1) }] })]

  for (const drawing of [dotOf(nodes), mermaidOf(nodes), svgOf(nodes)]) {
    for (const fact of ['trace.recorded', '2026-01-02T03:04:05.678Z', 'assay-api', 'hold T3 A-05', 'not decided on'])
      expect(drawing).toContain(fact)
  }
})

test('names that others chose cannot break out of a drawing', () => {
  const hostile = aNode(1, {
    stream: 'x"];</text><script>alert(1)</script>\u0000',
    agent: { name: '"><img src=x>', version: '1', key: 'k' },
  })

  expect(svgOf([hostile])).not.toContain('<script>')
  expect(elementsOf(svgOf([hostile]))).not.toContain('img')
  expect(dotOf([hostile])).not.toContain('"];<')
  expect(mermaidOf([hostile])).not.toContain('<script>')
})

test('a picture has a line per node and an arc per parent that is there, in any order of magnitude', () => {
  const nodes = Array.from({ length: 5000 }, (_, index) =>
    aNode(index, {
      parents: [index >> 1, index - 1, index + 9000]
        .filter((parent) => parent >= 0 && parent !== index)
        .map((parent) => ({ rel: 'input' as const, hash: idOf(parent) })),
    }),
  )

  const elements = elementsOf(svgOf(nodes))

  expect(elements.filter((name) => name === 'circle')).toHaveLength(5000)
  expect(elements.filter((name) => name === 'path')).toHaveLength(4999 * 2)
  expect(elementsOf(svgOf([]))).not.toContain('circle')
})

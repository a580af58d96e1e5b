/** What looks like a secret in a text stands in nothing that is said of the text; where it stands does. */
import { expect, test } from 'bun:test'
import { secretMark } from '#shared/kernel/secrets'
import { withoutSecretsOf } from '#workers/analyze-content/secret-spans'

const token = `ghp_${'a1B2'.repeat(9)}`
const password = 'q8Zk2LxV9mPw4RtY7uBn'
const content = `Use ${token} now, Anna. The password: ${password} is for Bo.`
const spanOf = (text: string) => {
  const start = content.indexOf(text)
  return { start, end: start + text.length, text }
}
const taken = content
  .replace(token, secretMark('github-token').padEnd(token.length, '█'))
  .replace(password, '█'.repeat(password.length))

test('a document about a text without secrets is as it was', () => {
  const document = { entities: [{ span: { start: 0, end: 4, text: 'Anna' }, value: 'Anna' }], score: 0.5, none: null }

  expect(withoutSecretsOf('Anna is here', document)).toEqual({ value: document, found: [] })
})

test('a span over a secret keeps what stands around it, its place and its length', () => {
  const { value, found } = withoutSecretsOf(content, { acts: [{ span: spanOf(content) }], people: [spanOf('Anna')] })

  expect(value).toEqual({ acts: [{ span: { ...spanOf(content), text: taken } }], people: [spanOf('Anna')] })
  expect(found).toEqual([{ at: '/acts/0/span/text', kind: 'github-token' }])
})

test('a span of only a part of a secret shows none of it', () => {
  const part = password.slice(3, 9)
  const { value } = withoutSecretsOf(content, { entities: [{ type: 'id', span: spanOf(part), value: part }] })

  expect(value.entities).toEqual([
    { type: 'id', span: { ...spanOf(part), text: '██████' }, value: secretMark('labelled-secret') },
  ])
})

test('what repeats a secret beside its span loses it, in any case; words of ours stay', () => {
  const span = { start: spanOf(token).start, end: spanOf(token).end }
  const document = {
    keyphrases: [{ text: token.toLowerCase(), score: 1, spans: [span] }],
    findings: [{ type: 'secret', span: spanOf(password), validated: false }],
    signals: [{ id: 'x', because: `it says ${password}`, spans: [spanOf(password)], factors: [{ because: password }] }],
  }

  const { value } = withoutSecretsOf(content, document)

  expect(JSON.stringify(value).toLowerCase()).not.toContain(token.toLowerCase().slice(4))
  expect(JSON.stringify(value)).not.toContain(password)
  expect(value.findings).toMatchObject([{ type: 'secret', validated: false }])
  expect(value.keyphrases).toEqual([{ text: secretMark('github-token'), score: 1, spans: [span] }])
})

test('a text of nothing but secrets, and ten thousand spans in it, are done in a blink', () => {
  const many = `${token} `.repeat(20_000)
  const spans = Array.from({ length: 10_000 }, (_, at) => ({ start: at * 41, end: at * 41 + 40, text: token }))
  const startedAt = performance.now()

  const { value, found } = withoutSecretsOf(many, { spans })

  expect(performance.now() - startedAt).toBeLessThan(2000)
  expect(found).toHaveLength(10_000)
  expect(new Set(value.spans.map(({ text }) => text))).toEqual(new Set([secretMark('github-token').padEnd(40, '█')]))
})

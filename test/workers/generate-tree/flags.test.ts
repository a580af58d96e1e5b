/** What flags are taken for: one thing in any spelling and by any of its names, once; and what no name is known of. */
import { describe, expect, test } from 'bun:test'
import { flagSynonyms } from '#workers/generate-tree/flag-synonyms'
import { flagTable, resolveFlags } from '#workers/generate-tree/flags'
import { defaultProfile, findProfile } from '#workers/generate-tree/profiles'

const resolve = (...flags: string[]) => resolveFlags(flags, defaultProfile.lexicon) ?? []
const slugs = (...flags: string[]) => resolve(...flags).map(({ flag }) => flag)

test.each([
  ['CSAM', 'child_exploitation', 10],
  ['sexual/minors', 'child_exploitation', 10],
  ['selfharm', 'self_harm', 10],
  ['self harm!', 'self_harm', 10],
  ['SelfHarm', 'self_harm', 10],
  ['Selbstmord', 'suicide', 10],
  ['自杀', 'suicide', 10],
  ['PII', 'pii_leak', 8],
  ['jail-break', 'jailbreak', 8],
  ['JAIL_BREAKS', 'jailbreak', 8],
  ['HARM_CATEGORY_HATE_SPEECH', 'hate_speech', 8],
  ['Belästigung', 'harassment', 7],
  ['BELASTIGUNG', 'harassment', 7],
  ['weapon', 'weapons', 9],
  ['prompt-injection', 'prompt_injection', 8],
])('%s is %s', (flag, slug, severity) => {
  expect(resolve(flag)).toEqual([expect.objectContaining({ flag: slug, severity, mapped: true })])
})

test('each thing counts once, in whatever spellings and by whatever names', () => {
  expect(slugs('jail-break', 'jailbreak', 'Jail Break')).toEqual(['jailbreak'])
  expect(slugs('PII', 'pii_leak', 'personal data')).toEqual(['pii_leak'])
  expect(slugs('zorbl 47', 'Zorbl-47', 'ZORBL_47')).toEqual(['zorbl_47'])
})

test('the order of flags says nothing, nor does that of spellings of an unknown one', () => {
  const flags = ['severe self-harm kit', 'severeselfharmkit', 'zorbl', 'bias', 'CSAM', '🔪']

  expect(resolve(...flags.toReversed())).toEqual(resolve(...flags))
  expect(resolve(...flags)).toContainEqual({
    category: 'safety',
    flag: 'severe_self_harm_kit',
    mapped: false,
    severity: 10,
  })
})

describe('what no name is known of', () => {
  test('is unmapped, and counts as much as an unknown flag', () => {
    for (const flag of ['zorbl', '危険', '🔪', '__proto__', 'constructor', 'x'.repeat(512)])
      expect(resolve(flag)).toEqual([
        expect.objectContaining({ category: 'appropriateness', mapped: false, severity: 6 }),
      ])
  })

  test('counts as the gravest that its words name, unless they deny it', () => {
    expect(resolve('severe self-harm instructions')).toEqual([
      expect.objectContaining({ category: 'safety', mapped: false, severity: 10 }),
    ])
    expect(resolve('no_self_harm')).toEqual([expect.objectContaining({ mapped: false, severity: 6 })])
    expect(resolve('verbose intro')).toEqual([expect.objectContaining({ mapped: false, severity: 6 })])
  })

  test('is nothing where it is blank', () => {
    expect(resolve('', ' ', '\t')).toEqual([])
  })
})

test('a list of very many and very long flags is read in no time', () => {
  const flags = Array.from({ length: 20_000 }, (_, index) => `a b c d e f g h i j k l m n o p q r ${index}`)
  const began = performance.now()

  expect(resolve(...flags).length).toBe(20_000)
  expect(performance.now() - began).toBeLessThan(2000)
})

test('no name belongs to two flags, and each is of a flag of the table', () => {
  const known = new Set(flagTable.map(({ slug }) => slug))
  const bare = (name: string) =>
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '')
  const names = [...known, ...Object.values(flagSynonyms).flat()].map(bare)

  expect(Object.keys(flagSynonyms).filter((slug) => !known.has(slug))).toEqual([])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('profiles before 2.0.0 go on knowing slugs alone', () => {
  const { lexicon } = findProfile('trace-v1', '1.1.0') ?? defaultProfile

  expect(resolveFlags(['CSAM', 'jail-break', 'jailbreak'], lexicon)).toEqual([
    { category: 'appropriateness', flag: 'csam', mapped: false, severity: 3 },
    { category: 'appropriateness', flag: 'jail_break', mapped: false, severity: 3 },
    { category: 'safety', flag: 'jailbreak', mapped: true, severity: 8 },
  ])
})

/** Remedies: every rule that can be reported has a sentence that says what to do, and a page that explains its criterion. */
import { describe, expect, test } from 'bun:test'
import { createRequire } from 'node:module'
import { criteria } from '#shared/accessibility/criteria'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { staticChecks } from '#workers/scan-page/checks/in-page/rules/index'
import { liveChecks } from '#workers/scan-page/checks/index'
import { accesslintRules, planAccesslint } from '#workers/scan-page/engines/accesslint'
import { axeRules, planAxe } from '#workers/scan-page/engines/axe'
import { explanationOf, remedies, remedyOf, remedyRows } from '#workers/scan-page/remedies/index'

/** A rule with what its engine says of it, none of which is a remedy. */
type Known = {
  engine: 'axe-core' | 'accesslint' | 'ibm-equal-access'
  rule: string
  criteria: readonly string[]
  said: string[]
}

// The widest there is.
const standard = readStandard('WCAG 2.2 AAA') as Standard

const axe: Known[] = planAxe(axeRules(), standard).map(({ id, criteria, help }) => ({
  engine: 'axe-core',
  rule: id,
  criteria,
  said: [help],
}))
const accesslint: Known[] = planAccesslint(accesslintRules(), standard).map(({ id, criteria, help, guidance }) => ({
  engine: 'accesslint',
  rule: id,
  criteria,
  said: [help, guidance],
}))

type Checker = {
  getGuidelines: () => { id: string; checkpoints: { num: string; rules?: { id: string }[] }[] }[]
  engine: { ruleMap: Record<string, { run: () => unknown }>; nlsMap: Record<string, Record<string, string>> }
}
const { Checker }: { Checker: new () => Checker } = createRequire(import.meta.url)(
  'accessibility-checker-engine/ace-node.js',
)

/** Those of WCAG that come to a failure or a potential one: what only asks a person to look at something is not reported. */
function ibmRules(): Known[] {
  const { getGuidelines, engine } = bound(new Checker())
  const rules = new Map<string, Set<string>>()
  for (const { id, checkpoints } of getGuidelines())
    if (id.startsWith('WCAG_'))
      for (const { num, rules: listed = [] } of checkpoints)
        for (const { id: rule } of listed) rules.set(rule, (rules.get(rule) ?? new Set()).add(num))
  return [...rules].flatMap(([rule, nums]) => {
    if (!/Rule_?(?:Fail|Potential)/.test(String(engine.ruleMap[rule]?.run))) return []
    return [
      {
        engine: 'ibm-equal-access' as const,
        rule,
        criteria: [...nums],
        said: Object.values(engine.nlsMap[rule] ?? {}),
      },
    ]
  })
}
const bound = (checker: Checker) => ({ getGuidelines: () => checker.getGuidelines(), engine: checker.engine })
const ibm = ibmRules()

const known = [...axe, ...accesslint, ...ibm]
const cases = known.map((each) => [`${each.engine} ${each.rule}`, each] as const)
const said = ({ engine, rule }: Known, html = '', message = '') =>
  remedyOf({ engine, rule, message, recommendation: '' }, html)

/** What sentences that say what to do begin with. */
const verbs = new Set(
  `Act Add Allow Ask Begin Choose Close Correct Darken Describe Do End Give Group Hide Join Keep Lay Lead Leave Let Make Mark Move Name Offer Open
  Point Put Remove Replace Say Set Shorten Show Size Space Start Take Tie Underline Use Write`.split(/\s+/),
)

/** What keeps a text from being one sentence that says what to do. */
function faultsOf(text: string): string[] {
  const [verb = ''] = text.split(' ')
  return [
    ...(verbs.has(verb) ? [] : [`"${verb}" is no verb that is known here`]),
    ...(/[^.]\.$/.test(text) ? [] : ['does not end in one full stop']),
    ...(/[.!?:]\s+[A-Z]/.test(text.replaceAll('e.g. ', '')) ? ['is more than a sentence'] : []),
    ...(text.length <= 180 ? [] : [`is ${text.length} letters long`]),
    ...(/undefined|null|\s{2}|^\s|=""|“”/.test(text.replaceAll('alt=""', 'alt')) ? ['lacks a word'] : []),
  ]
}

/** An element that has a word for every remedy that quotes one. */
const wordy =
  '<input id="mail" role="lisst" src="/img/bread-2x.jpg?v=3" href="#main" title="Postcode" placeholder="Your email" ' +
  'aria-label="Send" for="mail" autocomplete="emial" scope="column" headers="a b" lang="xx" dir="left" accesskey="s" tabindex="5">'

test('the engines’ lists are read whole', () => {
  expect(axe.length).toBeGreaterThan(85)
  expect(accesslint.length).toBeGreaterThan(85)
  expect(ibm.length).toBeGreaterThan(130)
})

describe('what an engine can report', () => {
  test.each(cases)('%s has a sentence of ours that says what to do', (_name, rule) => {
    for (const text of [said(rule), said(rule, wordy, 'It lacks aria-level. Expected contrast ratio of 4.5:1')]) {
      expect(faultsOf(text)).toEqual([])
      expect(rule.said.map(plainly)).not.toContain(plainly(text))
    }
  })

  test.each(cases.filter(([, rule]) => rule.criteria.length > 0))(
    '%s leads to what explains its criterion',
    (_name, rule) => {
      expect(explanationOf(rule.criteria)).toMatch(/^https:\/\/www\.w3\.org\/WAI\/WCAG22\/Understanding\/[a-z][a-z-]+$/)
    },
  )

  test('has no sentence that nobody can come to, and none twice', () => {
    const names = new Set(known.map(({ rule }) => rule.slice(rule.lastIndexOf('/') + 1)))

    expect([...remedies.keys()].filter((rule) => !names.has(rule))).toEqual([])
    expect(remedyRows.flatMap(([rules]) => rules.split(' '))).toHaveLength(remedies.size)
  })
})

const plainly = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()

test('every criterion is explained on a page of its own', () => {
  expect(new Set(criteria.map(({ id }) => explanationOf([id]))).size).toBe(criteria.length)
  expect(explanationOf(['1.4.3', '4.1.2'])).toBe('https://www.w3.org/WAI/WCAG22/Understanding/contrast-minimum')
  expect(explanationOf(['4.1.1', '4.1.2'])).toBe('https://www.w3.org/WAI/WCAG22/Understanding/name-role-value')
  expect(explanationOf([])).toBe(null)
})

const own = [...staticChecks, ...liveChecks.flatMap(({ metas }) => metas)].map(
  (meta) => [meta.rule, meta.remedy] as const,
)
test.each(own)('our own %s says what to do', (_rule, remedy) => {
  // What a person has to decide may begin with the case in which there is something to do.
  expect(faultsOf(remedy.replace(/^If [^,]+, ([a-z])/, (_, letter: string) => letter.toUpperCase()))).toEqual([])
})

describe('a remedy quotes the element', () => {
  const of = (rule: string, html: string, message = '') =>
    remedyOf({ engine: 'axe-core', rule, message, recommendation: 'none' }, html)

  test.each([
    ['label', '<input id="mail" type="email">', 'Add a <label for="mail"> that says what is asked for.'],
    ['label', '<input>', 'Put the field into a <label> that says what is asked for.'],
    ['label', '<div role="textbox" id="mail">', 'Point with aria-labelledby at a text that says what is asked for.'],
    [
      'tabindex',
      '<td tabindex="5">a',
      'Replace tabindex="5" by tabindex="0", and order the source as its controls are to be reached.',
    ],
    [
      'html-lang-valid',
      '<html lang="xyzzy"><head>',
      'Replace lang="xyzzy" by the tag of the language that the text is in, e.g. lang="en" or lang="pt-BR".',
    ],
    [
      'aria-allowed-role',
      '<a role="heading" href="/">',
      'Remove role="heading" from the <a>, or use an element that may have this role.',
    ],
    ['list', '<ol><div>', 'Put everything in the <ol> into <li> elements.'],
    [
      'image-alt',
      '<img src="/img/bread.jpg?w=3">',
      'Describe in the alt attribute of bread.jpg what the picture shows or does, or write alt="" if it is decoration.',
    ],
    [
      'image-alt',
      '<img src="data:image/png;base64,AAAA">',
      'Describe in the alt attribute what the picture shows or does, or write alt="" if it is decoration.',
    ],
    [
      'label-title-only',
      '<input title="Post &amp; more">',
      'Show “Post & more” in a <label> beside the field, since only a pointer that rests on the field shows its title.',
    ],
  ])('%s %s', (rule, html, text) => {
    expect(of(rule, html)).toBe(text)
  })

  test('and what the engine has measured of it', () => {
    const message =
      'Element has insufficient color contrast of 2.84 (font size: 12.0pt). Expected contrast ratio of 4.5:1.'

    expect(of('color-contrast', '<p>', message)).toEndWith('until their contrast is at least 4.5:1 instead of 2.84:1.')
    expect(of('aria-required-attr', '<div role="slider">', 'Required ARIA attribute not present: aria-valuenow.')).toBe(
      'Add aria-valuenow that role="slider" asks for, and keep it true by script, or use HTML’s own control.',
    )
  })

  test('but nothing that is cut off, endless or empty', () => {
    const general = of('tabindex', '')
    for (const html of ['<td tabindex="5…', '<td tabindex>', `<td tabindex="${'5'.repeat(100)}">`, 'text', '<'])
      expect(of('tabindex', html)).toBe(general)
  })

  test('of a check of ours is what the check says, and of an unknown rule what its engine does', () => {
    const finding = { rule: 'label', message: '', recommendation: 'Name it.' }

    expect(remedyOf({ ...finding, engine: 'assay' }, '<input>')).toBe('Name it.')
    expect(remedyOf({ ...finding, engine: 'axe-core', rule: 'never-heard-of' }, '<input>')).toBe('Name it.')
  })
})

/** What is asked about which rule. */
import { describe, expect, test } from 'bun:test'
import { questionOf } from '#shared/accessibility/questions'

const standard = new Set(['1.1.1', '2.4.4'])
const asked = (type: string, criteria = ['1.1.1'], html = '<a>') => questionOf({ type, criteria, html }, standard)

describe('a rule asks about what it is about, whichever engine’s it is', () => {
  for (const [type, id] of [
    ['color-contrast', 'text-contrast'],
    ['text_contrast_sufficient', 'text-contrast'],
    ['contrast-on-picture', 'text-contrast'],
    ['image-of-text', 'image-of-text'],
    ['image-hidden-with-alt', 'picture-left-out'],
    ['large-image-without-alternative', 'picture-left-out'],
    ['alt-uninformative', 'picture-words'],
    ['image-alt-words', 'picture-words'],
    ['img_alt_redundant', 'picture-words'],
    ['link-in-text-block', 'link-look'],
    ['link-text-ambiguous', 'link-words'],
    ['blink', 'movement'],
    ['moving-text', 'movement'],
    ['heading-not-descriptive', 'heading-words'],
    ['title-not-descriptive', 'page-title'],
    ['video-caption', 'caption'],
    ['focus-not-visible', 'focus-look'],
    ['mouse-only-control', 'keys'],
    ['dialog-focus-return', 'keys'],
    ['reflow', 'size'],
    ['target-size', 'size'],
    ['language-of-parts', 'language'],
    ['instruction-by-looks', 'looks-as-instruction'],
    ['td-has-header', 'table-cells'],
    ['label-not-descriptive', 'field-words'],
    ['bypass', 'criterion-1.1.1'],
  ] as const) {
    test(`${type}: ${id}`, () => {
      expect(asked(type)?.id).toBe(id)
    })
  }
})

test('every question can be answered fine, a failure of a severity, or not at all', () => {
  for (const type of [
    'contrast',
    'image-of-text',
    'alt',
    'link',
    'heading',
    'title',
    'caption',
    'blink',
    'reflow',
    'x',
  ]) {
    const { choices = [] } = asked(type) ?? {}

    expect(new Set(choices.map(({ means }) => means))).toEqual(new Set(['fine', 'failure', 'unknown']))
    expect(new Set(choices.map(({ choice }) => choice)).size).toBe(choices.length)
    expect(choices.every(({ means, severity }) => (means === 'failure') === (severity !== null))).toBe(true)
  }
})

test('nothing is asked of what breaks no criterion of the standard, or stands on no element', () => {
  expect(asked('link-text-generic', [])).toBeUndefined()
  expect(asked('link-text-generic', ['2.4.9'])).toBeUndefined()
  expect(asked('link-text-generic', ['2.4.9', '2.4.4'])).toBeDefined()
  expect(asked('link-text-generic', ['2.4.4'], '')).toBeUndefined()
})

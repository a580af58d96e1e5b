/** Where facts of an element speak against what an engine says of it: rules that hold whichever engine says so. */

import { worldOf } from '#workers/page/isolated-world'
import { type Facts, readFacts } from '#workers/scan-page/element-facts'
import { within } from '#workers/scan-page/engines/budget'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Finding } from '#workers/scan-page/finding'
import { iconClass, iconFont, pictureName, privateSigns } from '#workers/scan-page/icons'
import { transcriptWords } from '#workers/scan-page/transcript-words'

type Doubt = {
  /** Of rules by their last part. */
  about: RegExp
  /** Whose facts are asked for: the finding's element, or the frame that the element is in. */
  of: 'element' | 'frame'
  holds: (facts: Facts & { voice: Finding['engine'] }) => boolean
  /** `measured`: whatever a picture of it at rest tells; nothing is said where there is none. */
  becomes: 'review' | 'nothing' | 'measured'
  /** Holds of what its engine could not decide, too, so that nothing else decides it. */
  ofUndecided?: true
  reason: string
}

const switched =
  /^(?:on|off|yes|no|an|aus|ein|ja|nein|activé|désactivé|oui|non|sí|sì|aan|uit|nee|på|av|fra|til|tak|nie|wł\.?|wył\.?|オン|オフ|开|关|켜짐|꺼짐)$/iu

const doubts: readonly Doubt[] = [
  {
    about: /^html-has-lang$|^html_lang_exists$/,
    of: 'element',
    holds: ({ contentType }) => /^(?:text|application)\/xml$/.test(contentType),
    becomes: 'nothing',
    reason: 'The page is an XML document; the html element is that of the browser’s own viewer.',
  },
  {
    about: /^frame-focusable-content$|^iframe_interactive_tabbable$/,
    of: 'frame',
    holds: ({ isInert }) => isInert,
    becomes: 'nothing',
    reason: 'Nobody is to reach the frame while it is inert; its tabindex leaves nobody out.',
  },
  {
    about: /^aria-hidden-focus$|^aria_hidden_nontabbable$/,
    of: 'element',
    holds: ({ isInert }) => isInert,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'What is inert takes no focus, hidden or not.',
  },
  {
    about: /^label-content-(?:name-)?mismatch$|^label_name_visible$/,
    of: 'element',
    holds: ({ text, attributes }) => isSpokenAlike(text, attributes['aria-label'] ?? ''),
    becomes: 'nothing',
    reason: 'Name and visible text differ in signs that nobody speaks.',
  },
  {
    about: /^label-content-(?:name-)?mismatch$|^label_name_visible$/,
    of: 'element',
    holds: ({ isIcon }) => isIcon,
    becomes: 'nothing',
    reason: 'The text is drawn as an icon; nobody sees words that the name would have to hold.',
  },
  {
    about: /^color-contrast(?:-enhanced)?$|^text_contrast_sufficient$/,
    of: 'element',
    holds: ({ isIcon }) => isIcon,
    becomes: 'nothing',
    reason: 'The text is drawn as an icon, which needs 3:1 where it means something: another limit than was held to.',
  },
  {
    about: /contrast/,
    of: 'element',
    holds: ({ isUnderWay }) => isUnderWay,
    becomes: 'measured',
    ofUndecided: true,
    reason: 'While it fades or slides in or out, its colours are those of a moment.',
  },
  {
    about: /^color-contrast(?:-enhanced)?$|^text_contrast_sufficient$/,
    of: 'element',
    holds: ({ looksDisabled }) => looksDisabled,
    becomes: 'review',
    reason:
      'It is called disabled and cannot be pressed: what is not active needs no contrast, though HTML was not told of it.',
  },
  {
    about: /^color-contrast(?:-enhanced)?$|^text_contrast_sufficient$/,
    of: 'element',
    holds: ({ isFaded }) => isFaded,
    becomes: 'review',
    ofUndecided: true,
    reason:
      'A part that comes and goes, such as a slide that is not the current one, is shown faint for now; nobody is to read it so.',
  },
  {
    about: /^color-contrast$/,
    of: 'element',
    holds: ({ typedContrast }) => typedContrast !== null && typedContrast >= 4.5,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'Nothing is written in the field yet, and what will be stands out from its ground.',
  },
  {
    about: /^color-contrast(?:-enhanced)?$|^text_contrast_sufficient$/,
    of: 'element',
    holds: ({ isDrawnElsewhere }) => isDrawnElsewhere,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'Its own letters are clear on purpose, as the boxes of a code show them: nobody is to read these.',
  },
  {
    about: /^aria-(?:allowed-role|roles)$/,
    of: 'element',
    holds: ({ attributes, voice }) => voice === 'accesslint' && /^doc-[a-z]+$/.test(attributes['role'] ?? ''),
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'The roles of publications (DPUB-ARIA) are not known to it; another engine that knows them judges them.',
  },
  {
    about: /^focus-order$/,
    of: 'element',
    holds: ({ attributes, tableRole, voice }) =>
      voice === 'accesslint' && /^(?:tree)?grid$/.test(tableRole ?? '') && 'tabindex' in attributes,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'A cell or head of a grid takes the focus by the pattern of grids.',
  },
  {
    about: /^aria-dialog-name$/,
    of: 'element',
    holds: ({ isDrawn, voice }) => voice === 'accesslint' && !isDrawn,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'It is told to nobody while it is closed, and what names it is hidden with it until it opens.',
  },
  {
    about: /^th-has-data-cells$/,
    of: 'element',
    holds: ({ isUnfilled }) => isUnfilled,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'Its rows are still to come, as those of a calendar that is not open yet.',
  },
  {
    about: /^aria-required-children$/,
    of: 'element',
    holds: ({ holdsScroller }) => holdsScroller,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'A box that takes the focus to be scrolled is no more than a box, whatever is called presentational.',
  },
  {
    about: /^aria-allowed-attr$/,
    of: 'element',
    holds: ({ attributes, voice }) => voice === 'accesslint' && 'aria-description' in attributes,
    becomes: 'nothing',
    reason: 'aria-description is for every role since ARIA 1.3.',
  },
  {
    about: /^aria-allowed-attr$/,
    of: 'element',
    holds: ({ attributes, voice }) =>
      voice === 'accesslint' &&
      attributes['role'] === 'separator' &&
      'tabindex' in attributes &&
      'aria-valuetext' in attributes,
    becomes: 'nothing',
    reason: 'A separator that takes the focus has a value since ARIA 1.2, which may be said in words.',
  },
  {
    about: /^video-captions?$|^caption_track_exists$/,
    of: 'element',
    holds: ({ attributes }) =>
      ['muted', 'loop', 'autoplay'].every((name) => name in attributes) && !('controls' in attributes),
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'It runs without sound, over and over, and nothing turns the sound on: there is nothing to caption.',
  },
  {
    about: /^label-content-(?:name-)?mismatch$|^label_name_visible$/,
    of: 'element',
    holds: ({ text, attributes }) => attributes['role'] === 'switch' && switched.test(text.trim()),
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'What is seen in the switch is its state, which its role tells; its label stands beside it.',
  },
  {
    about: /^object-alt$/,
    of: 'element',
    holds: ({ text, attributes }) => text !== '' && attributes['type'] === undefined,
    becomes: 'review',
    reason: 'Where the browser cannot show it, the words inside of it are shown in its place.',
  },
  {
    about: /^scrollable-region-focusable$|^element_scrollable_tabbable$/,
    of: 'element',
    holds: ({ isPage }) => isPage,
    becomes: 'nothing',
    reason: 'While nothing has the focus, keys scroll the body.',
  },
  {
    about: /^scrollable-region(?:-focusable)?$|^element_scrollable_tabbable$/,
    of: 'element',
    holds: ({ isField }) => isField,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'A field for text takes the focus, and keys scroll it.',
  },
  {
    about: /^label-content-(?:name-)?mismatch$|^label_name_visible$/,
    of: 'element',
    holds: ({ text, attributes }) => isAbbreviationOf(text, attributes['aria-label'] ?? ''),
    becomes: 'review',
    reason: 'The name writes out what the visible text abbreviates; speech input may well understand both.',
  },
  {
    about: /^frame-title$|^frame_title_exists$/,
    of: 'element',
    holds: ({ attributes }) => /^\s*-\d/.test(attributes['tabindex'] ?? ''),
    becomes: 'nothing',
    reason: 'The frame is left out of the order of focus, where its name would be read.',
  },
  {
    about: /^frame-title$|^frame_title_exists$/,
    of: 'element',
    holds: ({ attributes }) => /^\s*(?:none|presentation)\s*$/i.test(attributes['role'] ?? ''),
    becomes: 'review',
    reason: 'The frame is marked as presentational; browsers differ in whether they heed it.',
  },
  {
    about: /^td-headers-attr$|^table_headers_ref_valid$/,
    of: 'element',
    holds: ({ tableRole }) => tableRole !== null && !/^\s*(?:table|grid|treegrid)\b/i.test(tableRole),
    becomes: 'nothing',
    reason: 'The table was given a role that is no table’s; its cells are cells no more.',
  },
  {
    about: /^list(?:-children)?$|required-children$|^aria_child_valid$/,
    of: 'element',
    holds: ({ attributes }) => attributes['aria-busy'] === 'true',
    becomes: 'review',
    reason: 'What it is to hold is still being loaded, it says.',
  },
  {
    about: /^focus-order(?:-semantics)?$|^presentation-role-conflict$/,
    of: 'element',
    holds: ({ isScroller, isFeedEntry }) => isScroller || isFeedEntry,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'A box that keys scroll takes the focus for that, and an entry of a feed by its pattern.',
  },
  {
    about: /^focus-order(?:-semantics)?$/,
    of: 'element',
    holds: ({ attributes }) => attributes['role'] === 'separator' && 'aria-valuenow' in attributes,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'A separator that takes the focus and has a value is set by keys: a widget by its role.',
  },
  {
    about: /^image-alt-words$/,
    of: 'element',
    holds: ({ isInControl, attributes }) => isInControl && /^\S+$/.test((attributes['alt'] ?? '').trim()),
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'The one word is what the link or button is called, and no prefix to what the picture shows.',
  },
  {
    about: /^video-captions?$|^caption_track_exists$/,
    of: 'element',
    holds: ({ isLive }) => isLive,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'What a camera shows at this moment is no recording.',
  },
  {
    about: /^accessible-authentication$/,
    of: 'element',
    holds: ({ attributes }) => /clipboardData|getData\(/.test(attributes['onpaste'] ?? ''),
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'What reads the clipboard puts the text there itself.',
  },
  {
    about: /^bypass$/,
    of: 'element',
    holds: ({ isPassable }) => isPassable,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'There is no block to get past, or a link that leads past it.',
  },
  {
    about: /contrast/,
    of: 'element',
    holds: ({ text }) => [...text].length === 1,
    becomes: 'review',
    reason: 'A single sign may be a symbol that stands for no text, such as X on a button named Close.',
  },
  {
    about: /^no-autoplay-audio$/,
    of: 'element',
    holds: ({ isSilenced }) => isSilenced,
    becomes: 'nothing',
    ofUndecided: true,
    reason:
      'A script holds or mutes recordings, and there are buttons: whether one is called so, audio-starts-by-itself asks.',
  },
  {
    about: /^empty-heading$|^heading_content_exists$/,
    of: 'element',
    holds: ({ isDrawn }) => !isDrawn,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'It is told to nobody while it is not shown; a script writes into it before it is.',
  },
  {
    about: /^(?:form-field-)?multiple-labels$/,
    of: 'element',
    holds: ({ hasLabelForEars }) => hasLabelForEars,
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'Who adds a label for listeners alone means both of them to be read.',
  },
  {
    about: /^p-as-heading$/,
    of: 'element',
    holds: ({ text }) => isAmount(text),
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'A price or another figure is what matters most in its part, and no title of it.',
  },
  {
    about: /^link-in-text-block$/,
    of: 'element',
    holds: ({ text }) => !/[\p{L}\p{N}]/u.test(text),
    becomes: 'nothing',
    ofUndecided: true,
    reason: 'A sign alone is no part of the text around it.',
  },
  {
    about: /^audio-transcript$/,
    of: 'element',
    holds: ({ hasTranscript }) => hasTranscript,
    becomes: 'nothing',
    reason: 'A transcript is offered beside the recording.',
  },
  {
    about: /^(?:video-captions?|audio-transcript|caption_track_exists)$/,
    of: 'element',
    holds: () => true,
    becomes: 'review',
    reason: 'Whether there is speech, whether it is captioned in the picture or written elsewhere, no markup tells.',
  },
]

/**
 * The findings without those that facts refute, and with those that facts make doubtful as `review`.
 * @param lookedMs for how long the engines have looked until now.
 */
export async function withoutKnownFalse(
  findings: readonly Finding[],
  frames: readonly EnteredFrame[],
  { budgetMs, lookedMs }: { budgetMs: number; lookedMs: number },
): Promise<Finding[]> {
  const doubted = findings.map(doubtsOf)
  const wanted = new Map<string, Named>()
  for (const [index, finding] of findings.entries())
    for (const doubt of doubted[index] ?? []) {
      const named = namedOf(finding, doubt)
      wanted.set(JSON.stringify(named), named)
    }
  if (wanted.size === 0) return [...findings]
  const facts = await within(factsOf([...wanted.values()], frames, lookedMs), budgetMs).catch(
    () => new Map<string, Facts>(),
  )
  return findings.flatMap((finding, index) => {
    const doubt = doubted[index]?.find((each) => {
      const known = facts.get(JSON.stringify(namedOf(finding, each)))
      return known !== undefined && each.holds({ ...known, voice: finding.engine })
    })
    if (!doubt) return [finding]
    if (doubt.becomes === 'nothing') return []
    const open = { ...finding, verdict: 'review' as const, confidence: 'medium' as const }
    return doubt.becomes === 'measured'
      ? [{ ...open, isUnderWay: finding.verdict === 'violation' ? ('sure' as const) : ('unsure' as const) }]
      : [{ ...open, isDoubted: true as const }]
  })
}

/** Rules of accesslint's, and those of axe's that say the same: what lies outside of landmarks axe tells once, at its outermost box. */
const axesOwn = new Map([
  ['region', 'region'],
  ['no-duplicate-banner', 'landmark-no-duplicate-banner'],
  ['no-duplicate-contentinfo', 'landmark-no-duplicate-contentinfo'],
  ['complementary-is-top-level', 'landmark-complementary-is-top-level'],
])

/** Accesslint's findings without those of which axe has decided, rule by rule. Pure. */
export const withoutDecided = (findings: readonly Finding[], hasDecided: (rule: string) => boolean): Finding[] =>
  findings.filter(({ rule }) => !hasDecided(axesOwn.get(rule.slice(rule.lastIndexOf('/') + 1)) ?? ''))

/** IBM's are for review already, yet what it is sure of is a second voice. */
function doubtsOf({ engine, rule, verdict, confidence }: Finding): Doubt[] {
  if (engine === 'assay') return []
  const isSure = verdict === 'violation' || confidence === 'high'
  const name = rule.slice(rule.lastIndexOf('/') + 1)
  return doubts.filter(({ about, ofUndecided }) => (isSure || ofUndecided === true) && about.test(name))
}

type Named = Pick<Finding, 'target' | 'kept'>

function namedOf({ target, kept }: Finding, { of }: Doubt): Named {
  return of === 'frame' ? { target: target.slice(0, -1) } : { target, ...(kept !== undefined && { kept }) }
}

/** "Sign up" and "Sign-up!"; of a text without letters and digits nothing is spoken. */
function isSpokenAlike(text: string, name: string): boolean {
  const spoken = (words: string) => ` ${(words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
  const shown = spoken(text)
  return shown.trim() === '' || spoken(name).includes(shown)
}

/** "£4 a month", "from 12,50 €", "18 %". */
function isAmount(text: string): boolean {
  const words = text.match(/\p{L}{2,}/gu) ?? []
  return /\d/.test(text) && (words.length === 0 || (words.length <= 3 && /\p{Sc}|%|\b[A-Z]{3}\b/u.test(text)))
}

/** "University Ave." of "University Avenue". */
function isAbbreviationOf(text: string, name: string): boolean {
  const short = text.toLowerCase().split(/\s+/)
  const long = name.toLowerCase().split(/\s+/)
  return (
    short.some((word) => word.endsWith('.')) &&
    short.length <= long.length &&
    short.every((word, index) => {
      const full = long[index] ?? ''
      return word === full || (word.length > 1 && word.endsWith('.') && full.startsWith(word.slice(0, -1)))
    })
  )
}

async function factsOf(
  named: readonly Named[],
  frames: readonly EnteredFrame[],
  lookedMs: number,
): Promise<Map<string, Facts>> {
  const known = new Map<string, Facts>()
  await Promise.all(
    frames.map(async ({ frame, path }) => {
      const inFrame = JSON.stringify(path)
      const here = named.filter(({ target }) => JSON.stringify(target.slice(0, -1)) === inFrame)
      if (here.length === 0) return
      const leads = here.map(({ target, kept = null }) => ({ path: [target.at(-1) ?? []].flat(), kept }))
      const answers = await worldOf(frame).evaluate(readFacts, leads, readPatterns, lookedMs)
      for (const [index, facts] of answers.entries()) if (facts) known.set(JSON.stringify(here[index]), facts)
    }),
  )
  return known
}

/** As a page can be handed them. */
const readPatterns = [iconFont, iconClass, pictureName, privateSigns, transcriptWords].map(({ source, flags }) => ({
  source,
  flags,
}))

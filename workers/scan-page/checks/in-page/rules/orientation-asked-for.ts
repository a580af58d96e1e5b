/** Messages that ask to turn the device. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

export const orientationAskedFor: StaticCheck = {
  rule: 'orientation-asked-for',
  criteria: ['1.3.4'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Let the page work both ways; advise to turn the device where that is better, and go on.',
  find: (elements) => [
    ...turnedByStyle(elements),
    ...hiddenByStyle(elements),
    ...lockedByScript(elements),
    ...pick(elements, holders).flatMap((element): Hit[] => {
      if (element.children.length > 2) return []
      const text = (element.textContent ?? '').slice(0, 300)
      const asks =
        /\b(?:please )?(?:rotate|turn) your (?:device|phone|tablet|screen)\b|\b(?:only|best) (?:works?|available|viewed|supported) in (?:landscape|portrait)\b|\b(?:landscape|portrait) (?:mode|orientation) only\b|drehen sie (?:bitte )?ihr (?:gerät|handy|telefon|tablet)|(?:tournez|faites pivoter|veuillez (?:tourner|pivoter)) votre (?:appareil|téléphone|tablette|écran)|(?:gire|rote|voltee) (?:su|el) (?:dispositivo|teléfono|móvil|tableta)|(?:ruota|gira|ruotare) il (?:tuo )?(?:dispositivo|telefono|tablet)|draai (?:uw|je|het) (?:apparaat|telefoon|tablet|scherm)|obróć (?:urządzenie|telefon|tablet|ekran)|(?:gire|rode) (?:o seu|seu|o) (?:dispositivo|telefone|aparelho)|(?:vänd|vrid|rotera|vend|drej|roter|snu) (?:på )?(?:din |ditt |di |dit )?(?:telefon\p{L}*|mobil\p{L}*|enhet\p{L}*|enhed\p{L}*|skärm\p{L}*|skærm\p{L}*|skjerm\p{L}*|platta\p{L}*|tablet\p{L}*)|(?:käännä|kierrä) (?:laite\p{L}*|puhelin\p{L}*|näyttö\p{L}*)|otočte (?:zařízení|telefon|tablet|obrazovku)|(?:поверните|переверните|поверніть) (?:устройство|телефон|экран|планшет|пристрій)|cihazı(?:nızı)? (?:döndürün|çevirin)|forgassa el|(?:デバイス|端末|画面)を(?:横|縦|回転)|请(?:旋转|横屏)|請旋轉|(?:landscape|portrait|quer|hoch|paysage)(?:format|mode)? (?:is |ist )?(?:required|erforderlich|requis)/iu.exec(
          text,
        )
      if (!asks || element.closest('script, style, template')) return []
      const isNow = isExposed(element) && spokenText(element, 300) !== ''
      const inner = [...element.querySelectorAll(holders)].find((each) => each.textContent?.includes(asks[0]))
      if (inner || isAdvice.test(text) || offersWayOn(element)) return []
      const turned = isNow ? null : shownWhenTurned(elements, hiddenAround(element))
      // What no rule of a page brings out is for scripts of which nothing is known.
      if (turned === 'never') return []
      return [
        {
          element,
          tier: turned === 'over the page' ? ('error' as const) : ('warning' as const),
          confidence: isNow || turned === 'over the page' ? ('high' as const) : ('low' as const),
          message: `${quote(asks[0])}: the page seems to be shut to who cannot turn the device.`,
        },
      ]
    }),
  ],
}

/** A style that turns the page against the device. */
const turnedByStyle = (elements: readonly Element[]): Hit[] =>
  readStyleRules(elements)
    .filter(
      ({ selector, style, media }) =>
        (/orientation/.test(media) && holdsMuch(elements, selector, smallShare)
          ? /./
          : /(?:^|,)\s*(?:html|body|:root|#(?:app|root|page|main|wrapper))\s*(?:,|$)/
        ).test(selector) && /^(?:rotate\(-?(?:90|270)deg\)|-?(?:90|270)deg)/.test(style.transform || style.rotate),
    )
    .slice(0, 1)
    .map(({ selector }) => ({
      element: fitting(elements, selector)[0] ?? document.documentElement,
      tier: 'warning',
      confidence: 'high',
      message: `A style turns ${quote(selector)} by a quarter: the page stays as it is when the device is turned.`,
    }))

/** A style that takes most of the page away as long as the device is held one way. */
const hiddenByStyle = (elements: readonly Element[]): Hit[] =>
  readStyleRules(elements)
    .filter(
      ({ selector, style, media }) =>
        /orientation/.test(media) &&
        (style.display === 'none' || style.visibility === 'hidden') &&
        holdsMuch(elements, selector, largeShare),
    )
    .slice(0, 1)
    .map(({ selector, media }) => ({
      element: document.body ?? document.documentElement,
      tier: holdsMuch(elements, selector, nearlyAll) && bringsOut(elements, media) ? 'practice' : 'warning',
      confidence: 'high',
      message: `A style takes ${quote(selector)} away where the device is held one way (${squeeze(media)}), and with it most of what the page says.`,
    }))

const smallShare = 0.08
const largeShare = 0.6
const nearlyAll = 0.95

/** Something that is not there otherwise stands in its place. */
const bringsOut = (elements: readonly Element[], asked: string): boolean =>
  readStyleRules(elements).some(
    ({ selector, style, media }) =>
      media === asked &&
      !/^(?:|none)$/.test(style.display) &&
      fitting(elements, selector).some((element) => !isSeen(element) && squeeze(element.textContent ?? '') !== ''),
  )

/** Whether what a selector fits holds so much of the page’s words. */
function holdsMuch(elements: readonly Element[], selector: string, share: number): boolean {
  const whole = (document.querySelector('main, [role="main"]') ?? document.body)?.textContent?.length ?? 0
  const fitted = fitting(elements, selector)
  const outer = fitted.filter((element) => !fitted.some((other) => other !== element && other.contains(element)))
  return outer.reduce((sum, element) => sum + (element.textContent?.length ?? 0), 0) >= whole * share && whole > 0
}

/** A script that asks the device to stay one way. */
function lockedByScript(elements: readonly Element[]): Hit[] {
  const locks = readPrograms(elements).flatMap(({ text }) => {
    const at = locking.exec(text)?.index
    // As a film or a game fills the screen, it may be turned the way that it is made for.
    return at === undefined ? [] : [!waitsForEvent(text, at) && !/requestFullscreen/i.test(text)]
  })
  return locks.length > 0
    ? [
        {
          element: document.body ?? document.documentElement,
          tier: locks.some((isAtOnce) => isAtOnce) ? 'practice' : 'warning',
          confidence: 'medium',
          message: 'A script locks the page to one orientation of the device.',
        },
      ]
    : []
}

const locking = /\borientation\s*\??\.\s*lock\s*\(|\.lockOrientation\s*\(/

const holders = 'p, div, span, h1, h2, h3, strong'
/** That goes on without being followed. */
const isAdvice =
  /\b(?:better|best|larger|wider|recommend(?:ed)?|optional(?:ly)?|if you (?:like|wish|prefer)|or (?:go on|continue|stay))\b/i

/** A button beside the words that closes them, or goes on without turning. */
const offersWayOn = (element: Element) =>
  [...element.querySelectorAll('button, a[href], [role="button"]')].some((each) =>
    /\b(?:continue|go on|stay|anyway|close|dismiss|skip|later|ok(?:ay)?|got it|like this|not now|hide)\b|^\s*[×✕xX]\s*$/i.test(
      nameOf(each),
    ),
  )

/** What is hidden with the words in it: the outermost box. */
function hiddenAround(element: Element): Element {
  let at = element
  for (let up = at.parentElement; up && up !== document.body && !up.checkVisibility(); up = up.parentElement) at = up
  return at
}

/** What style rules that go by the orientation make of a message that is hidden now. */
function shownWhenTurned(elements: readonly Element[], element: Element): 'over the page' | 'somehow' | 'never' {
  const about = readStyleRules(elements).filter(
    ({ selector, style, isConditional }) => isConditional && style.display !== '' && fits(element, selector),
  )
  const shows = about.filter(({ style }) => style.display !== 'none')
  if (shows.length === 0 && isShownByScript(elements, element) && coversWindow(element)) return 'over the page'
  if (shows.length === 0)
    return element.hasAttribute('hidden') || element.hasAttribute('style') || isShownByScript(elements, element)
      ? 'somehow'
      : 'never'
  return shows.some(({ style }) => /fixed|absolute/.test(style.position)) ||
    /fixed|absolute/.test(getComputedStyle(element).position)
    ? 'over the page'
    : 'somehow'
}

/** A box that is hidden as a whole, on a page whose scripts ask how the device is held. */
const isShownByScript = (elements: readonly Element[], element: Element): boolean =>
  element.closest('[hidden], [style*="display"]') !== null &&
  readPrograms(elements).some(({ text }) => /orientation/.test(text))

/** Where it is shown, it takes all of the window. */
function coversWindow(element: Element): boolean {
  const { position, top, bottom, left, right, width, height } = getComputedStyle(element)
  const isWhole =
    [top, bottom, left, right].every((edge) => edge === '0px') ||
    (/^100(?:vw|%)$/.test(width) && /^100(?:vh|dvh|%)$/.test(height))
  return position === 'fixed' && isWhole
}

function fits(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}

/** Slides that a script of the page brings one after the other, without end and without a way to stop them. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { heldBy } from '#workers/scan-page/checks/in-page/held-by'
import { canPause, mayPause } from '#workers/scan-page/checks/in-page/pause'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'
import { fitting } from '#workers/scan-page/checks/in-page/style-rules'

const turning = /setInterval\(/
const ofSlides = /slide|carousel|banner|\bcurrent\b|\bhero|testimonial|\bnext\b/i
const marking = /classList|className|\.style\b|\.hidden\b|scroll(?:Left|To|By)|translate|append|insertBefore/
const stopping = /clearInterval|prefers-reduced-motion|matchMedia|\bpause|visibilit/i
const rows =
  '[class*="slider" i], [class*="slides" i], [class*="carousel" i], [class*="slideshow" i], [class*="testimonials" i], [id*="slider" i], [id*="carousel" i], [id*="slideshow" i]'
const byLibrary =
  '[data-bs-ride="carousel"], [data-ride="carousel"], [data-bs-ride="true"], [data-autoplay="true"], [uk-slideshow*="autoplay: true"], [uk-slider*="autoplay: true"]'
const slides = '[class*="slide" i], [class*="item" i], [class*="testimonial" i], li'
const fewestSlides = 2

export const slidesByScript: StaticCheck = {
  rule: 'slides-by-script',
  criteria: ['2.2.2'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Give a button that pauses them, or let them be turned by hand alone.',
  find: (elements) => {
    if (canPause(elements)) return []
    const programs = readPrograms(elements)
    const texts = programs.flatMap(({ text, isLinked }) => (isLinked ? [] : textsTurned(text, elements)))
    if (texts.length > 0) return texts.slice(0, 1)
    const isTurned = programs.some(
      ({ text, isLinked }) =>
        !isLinked && turning.test(text) && ofSlides.test(text) && marking.test(text) && !stopping.test(text),
    )
    const candidates = pick(elements, `${byLibrary}, ${rows}`).filter(
      (row) => (isTurned || row.matches(byLibrary)) && holdsSlides(row) && isExposed(row) && isSeen(row),
    )
    return candidates
      .filter((row) => !candidates.some((other) => other !== row && other.contains(row)))
      .slice(0, 1)
      .filter((row) => !mayPause(elements, row))
      .map((row) => ({
        element: row,
        tier: isTurned ? ('practice' as const) : ('warning' as const),
        confidence: 'medium' as const,
        message: `The slides of this are turned by a timer without end, and no button that pauses them is to be seen.`,
      }))
  },
}

/** What a timer calls writes one text after the other of a list into the same place. */
function textsTurned(program: string, elements: readonly Element[]): Hit[] {
  if (stopping.test(program) || /clearTimeout/.test(program)) return []
  return [...program.matchAll(/set(Interval|Timeout)\(\s*(?:([\w$]+)\s*,|(?:async\s*)?(?:function|\())/g)].flatMap(
    ({ index, 1: kind, 2: name }): Hit[] => {
      const at = name
        ? program.search(new RegExp(`function ${RegExp.escape(name)}\\b|\\b${RegExp.escape(name)}\\s*=`))
        : index
      if (at < 0) return []
      const body = program.slice(at, at + bodyRead)
      // A timeout goes on without end where what it calls sets it again.
      if (kind === 'Timeout' && !(name && new RegExp(`setTimeout\\(\\s*${RegExp.escape(name)}\\b`).test(body)))
        return []
      if (!/%\s*[\w$.]+\.length|\.length\s*\?\s*0|(?:>=|===?)\s*[\w$.]+\.length/.test(body)) return []
      const written = [...body.matchAll(writing)].flatMap(({ 1: id, 2: selector, 3: held }) =>
        id
          ? (document.getElementById(id) ?? [])
          : selector
            ? fitting(elements, selector).slice(0, 1)
            : (heldOrNamed(program, held ?? '', elements) ?? []),
      )
      const element = written.find((each) => isSeen(each) && isExposed(each) && spokenText(each, 5) !== '')
      if (!element || mayPause(elements, element)) return []
      return [
        {
          element,
          confidence: 'medium',
          message: `A timer writes one text after the other here without end, and no button that pauses it is to be seen.`,
        },
      ]
    },
  )
}

const bodyRead = 500
const writing =
  /(?:getElementById\(\s*['"`]([\w-]+)['"`]\s*\)|querySelector\(\s*['"`]([^'"`]+)['"`]\s*\)|(?<![\w$.])([\w$]+))\.(?:textContent|innerText|innerHTML)\s*=(?!=)/g

const heldOrNamed = (program: string, name: string, elements: readonly Element[]): Element | null =>
  heldBy(program, name, elements) ?? document.getElementById(name)

const holdsSlides = (row: Element): boolean =>
  [...row.querySelectorAll(slides)].filter(
    (each) =>
      each.parentElement?.children.length !== 1 &&
      (spokenText(each, 5) !== '' || (each.textContent ?? '').trim() !== '' || each.querySelector('img')),
  ).length >= fewestSlides

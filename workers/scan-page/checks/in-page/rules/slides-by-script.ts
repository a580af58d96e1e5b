/** Slides that a script of the page brings one after the other, without end and without a way to stop them. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { canPause, mayPause } from '#workers/scan-page/checks/in-page/pause'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

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

const holdsSlides = (row: Element): boolean =>
  [...row.querySelectorAll(slides)].filter(
    (each) =>
      each.parentElement?.children.length !== 1 &&
      (spokenText(each, 5) !== '' || (each.textContent ?? '').trim() !== '' || each.querySelector('img')),
  ).length >= fewestSlides

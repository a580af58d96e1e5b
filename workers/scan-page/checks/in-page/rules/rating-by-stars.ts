/** Ratings that are drawn in stars, and said nowhere. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  isExposed,
  isSeen,
  parentOf,
  quote,
  spokenText,
  textHolders,
} from '#workers/scan-page/checks/in-page/dom'

const stars = /[★☆✩✮✭⭐✰⯨]{3,10}/u
const starAlone = /[★☆✩✮✭⭐✰⯨\s]/gu
const longestAround = 200
/** “4 of 5”, “4,5”, “80 %”. */
const saidInNumbers =
  /\d(?:[.,]\d)?\s*(?:\/|of|out of|von|sur|de|di|van|na|av|af|stars?|sterne?n?|étoiles?|estrellas?|stelle|sterren|%)|(?<!\d)[0-5][.,]\d(?!\d)/iu

export const ratingByStars: StaticCheck = {
  rule: 'rating-by-stars',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Say it in words, e.g. role="img" aria-label="3 of 5 stars" on the element around the stars.',
  find: (elements) =>
    textHolders(elements).flatMap(({ element, own }) => {
      const [row] = stars.exec(own) ?? []
      // Rows of one kind alone are ornament, or a heading's flourish; two kinds are counted.
      if (!row || !/[☆✩✰]/u.test(row) || !/[★⭐✮✭⯨]/u.test(row)) return []
      if (closest(element, '[role="img"], [aria-label], [aria-labelledby], [aria-hidden="true"], label, button, svg'))
        return []
      if (!isExposed(element) || !isSeen(element)) return []
      const around = parentOf(element)
      const words = `${own} ${around ? spokenText(around, longestAround) : ''}`.replace(starAlone, ' ')
      if (saidInNumbers.test(words)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(row)} shows a rating by signs alone: it is read as the names of ${[...row].length} stars, or not at all.`,
        },
      ]
    }),
}

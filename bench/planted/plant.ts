/** What a planted failure is: a page with it and the same page without it, and how a finding is known to mean it. */
import type { SiteName } from '#bench/planted/sites'

export type Plant = {
  id: string
  /** The failure technique of WCAG 2.2 that it is an instance of, e.g. F65; `practice` for what no criterion asks for. */
  technique: `F${number}` | 'practice' | 'criterion'
  /** The success criterion that it breaks, e.g. 1.1.1; null for practice. */
  criterion: string | null
  /** What is wrong, for a person. */
  wrong: string
  /** A selector of the element or elements, looked for in open shadow roots too; `page`: the whole of it. */
  where: string
  /** Types of issues that mean it too, whatever criterion they name. */
  about?: RegExp
  /** The site whose words and manners the page has. */
  site: SiteName
  /** The page as a whole, where its surroundings are what is wrong. */
  body?: (isBroken: boolean) => string
  /** How many cards of the site stand around it; by its id unless said. */
  cards?: number
  title?: (isBroken: boolean) => string
  /** Of the html element, instead of the site's language. */
  language?: (isBroken: boolean) => string
  /** More for the head: styles, scripts. */
  head?: (isBroken: boolean) => string
  /** A script of its own that the page links. */
  script?: (isBroken: boolean) => string
  /** Stands before everything else of the page. */
  top?: (isBroken: boolean) => string
  /** Stands in the main part, under the page's heading. */
  main: (isBroken: boolean) => string
  /** Stands in place of the site's navigation. */
  navigation?: (isBroken: boolean) => string
}

/** `broken` where the failure is planted, `repaired` in its twin. */
export const either = (broken: string, repaired: string) => (isBroken: boolean) => (isBroken ? broken : repaired)

/** For the head: what is pressed or typed into in the main part is 44 pixels large. */
export const roomy =
  '<style>#content :is(button,select,input:not([type=checkbox],[type=radio])){min-width:44px;min-height:44px}</style>'

/** For the head: links in what has the class `tall` are 44 pixels large. */
export const tall =
  '<style>#content .tall{list-style:none;padding:0}#content .tall a{display:inline-flex;align-items:center;min-width:44px;min-height:44px}</style>'

/** A picture that needs no network, drawn in a box of 24 by 24. */
export const drawn = (shapes: string) =>
  `data:image/svg+xml,${`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${shapes}</svg>`.replaceAll('<', '%3C').replaceAll('>', '%3E').replaceAll('#', '%23')}`

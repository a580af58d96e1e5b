/** Every planted failure: a new one is a line in one of these lists. */
import type { Plant } from '#bench/planted/plant'
import { controls } from '#bench/planted/sets/controls'
import { drawnEighth } from '#bench/planted/sets/drawn-to-be-opened-eighth'
import { drawnEleventh } from '#bench/planted/sets/drawn-to-be-opened-eleventh'
import { drawnFifteenth } from '#bench/planted/sets/drawn-to-be-opened-fifteenth'
import { drawnFifth } from '#bench/planted/sets/drawn-to-be-opened-fifth'
import { drawnFirst } from '#bench/planted/sets/drawn-to-be-opened-first'
import { drawnFourteenth } from '#bench/planted/sets/drawn-to-be-opened-fourteenth'
import { drawnFourth } from '#bench/planted/sets/drawn-to-be-opened-fourth'
import { drawnNinth } from '#bench/planted/sets/drawn-to-be-opened-ninth'
import { drawnSecond } from '#bench/planted/sets/drawn-to-be-opened-second'
import { drawnSeventh } from '#bench/planted/sets/drawn-to-be-opened-seventh'
import { drawnSixteenth } from '#bench/planted/sets/drawn-to-be-opened-sixteenth'
import { drawnSixth } from '#bench/planted/sets/drawn-to-be-opened-sixth'
import { drawnTenth } from '#bench/planted/sets/drawn-to-be-opened-tenth'
import { drawnThird } from '#bench/planted/sets/drawn-to-be-opened-third'
import { drawnThirteenth } from '#bench/planted/sets/drawn-to-be-opened-thirteenth'
import { drawnTwelfth } from '#bench/planted/sets/drawn-to-be-opened-twelfth'
import { measuredEighth } from '#bench/planted/sets/for-measuring-alone-eighth'
import { measuredEleventh } from '#bench/planted/sets/for-measuring-alone-eleventh'
import { measuredFifteenth } from '#bench/planted/sets/for-measuring-alone-fifteenth'
import { measuredFifth } from '#bench/planted/sets/for-measuring-alone-fifth'
import { measuredFirst } from '#bench/planted/sets/for-measuring-alone-first'
import { measuredFourteenth } from '#bench/planted/sets/for-measuring-alone-fourteenth'
import { measuredFourth } from '#bench/planted/sets/for-measuring-alone-fourth'
import { measuredNinth } from '#bench/planted/sets/for-measuring-alone-ninth'
import { measuredSecond } from '#bench/planted/sets/for-measuring-alone-second'
import { measuredSeventh } from '#bench/planted/sets/for-measuring-alone-seventh'
import { measuredSixteenth } from '#bench/planted/sets/for-measuring-alone-sixteenth'
import { measuredSixth } from '#bench/planted/sets/for-measuring-alone-sixth'
import { measuredTenth } from '#bench/planted/sets/for-measuring-alone-tenth'
import { measuredThird } from '#bench/planted/sets/for-measuring-alone-third'
import { measuredThirteenth } from '#bench/planted/sets/for-measuring-alone-thirteenth'
import { measuredTwelfth } from '#bench/planted/sets/for-measuring-alone-twelfth'
import { fresh } from '#bench/planted/sets/fresh'
import { heldBackContent } from '#bench/planted/sets/held-back-content'
import { heldBackOperation } from '#bench/planted/sets/held-back-operation'
import { looks } from '#bench/planted/sets/looks'
import { navigation } from '#bench/planted/sets/navigation'
import { openedThird } from '#bench/planted/sets/opened-of-all-twelve'
import { operation } from '#bench/planted/sets/operation'
import { practices } from '#bench/planted/sets/practice'
import { structure } from '#bench/planted/sets/structure'
import { textAlternatives } from '#bench/planted/sets/text-alternatives'

/** For measuring alone: by set, each of somebody who did not look at the checks and was asked for other failures than the sets before have. */
export const heldBackSets = {
  first: measuredFirst,
  second: measuredSecond,
  third: measuredThird,
  fourth: measuredFourth,
  fifth: measuredFifth,
  sixth: measuredSixth,
  seventh: measuredSeventh,
  eighth: measuredEighth,
  ninth: measuredNinth,
  tenth: measuredTenth,
  eleventh: measuredEleventh,
  twelfth: measuredTwelfth,
  thirteenth: measuredThirteenth,
  fourteenth: measuredFourteenth,
  fifteenth: measuredFifteenth,
  sixteenth: measuredSixteenth,
} as const satisfies Readonly<Record<string, readonly Plant[]>>

export const heldBack: readonly Plant[] = Object.values(heldBackSets).flat()

/** Was for measuring alone until it was looked at, or was drawn to be looked at when its other half was not. */
export const openedSince: readonly Plant[] = [
  ...fresh,
  ...heldBackContent,
  ...heldBackOperation,
  ...drawnFirst,
  ...drawnSecond,
  ...drawnThird,
  ...drawnFourth,
  ...drawnFifth,
  ...drawnSixth,
  ...drawnSeventh,
  ...drawnEighth,
  ...drawnNinth,
  ...drawnTenth,
  ...drawnEleventh,
  ...drawnTwelfth,
  ...drawnThirteenth,
  ...drawnFourteenth,
  ...drawnFifteenth,
  ...drawnSixteenth,
  ...openedThird,
]

export const plants: readonly Plant[] = [
  ...textAlternatives,
  ...structure,
  ...looks,
  ...operation,
  ...navigation,
  ...controls,
  ...practices,
  ...openedSince,
  ...heldBack,
]

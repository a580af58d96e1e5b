/** Every planted failure: a new one is a line in one of these lists. */
import type { Plant } from '#bench/planted/plant'
import { controls } from '#bench/planted/sets/controls'
import { looks } from '#bench/planted/sets/looks'
import { navigation } from '#bench/planted/sets/navigation'
import { operation } from '#bench/planted/sets/operation'
import { practices } from '#bench/planted/sets/practice'
import { structure } from '#bench/planted/sets/structure'
import { textAlternatives } from '#bench/planted/sets/text-alternatives'

export const plants: readonly Plant[] = [
  ...textAlternatives,
  ...structure,
  ...looks,
  ...operation,
  ...navigation,
  ...controls,
  ...practices,
]

/** Short forms that end in a full stop, by what may follow them. Written for this, from use. */

const list = (words: string) => new Set(words.split(' '))

/** A name follows: no sentence ends here. */
export const titles = list(
  'mr mrs ms mx dr prof rev hon fr st sgt capt cpt lt col gen maj cmdr gov sen rep pres atty supt messrs mme mlle sr sra br insp det drs p.s ps',
)

/** A number follows: "No. 5", "pp. 3-7", "Jan. 4". Elsewhere a word and the end of a sentence. */
export const beforeNumbers = list(
  'no nos fig figs p pp vol vols ch art sec para nr ex eq tab op jan feb mar apr jun jul aug sep sept oct nov dec',
)

/** Goes on or ends: it depends on the next word. */
export const others = list(
  'etc inc ltd co corp llc plc bros dept univ assn assoc est approx appt apt ave blvd rd hwy ft mt bldg tel ext fax vs v viz cf ca al ed eds min max avg jr esq phd pvt resp incl excl temp misc tues thur thurs wed fri',
)

/** Capitalised they begin a sentence far more often than a name. */
export const starters = list(
  'the a an this that these those there it he she we they you i if when while where what who why how which in on at by for from with as after before but and or so yet however also then thus please thanks thank no yes my your his her its our their all some many most each every both one two let do does did is are was were will would can could should may might has have had not now here once since because although though until unless during about under over more any another such',
)

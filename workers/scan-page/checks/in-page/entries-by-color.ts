/** Entries that a text near them tells apart by naming a colour, and that nothing but this colour tells apart. */
import { type Color, hueOf } from '#workers/scan-page/checks/in-page/color'
import { ancestorsOf, isExposed, isSeen, ownText, spokenText, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { paintOf } from '#workers/scan-page/checks/in-page/paint'

/** What colours are called, each with where it lies in the circle of them. */
const called: readonly (readonly [hues: readonly number[], words: RegExp])[] = [
  [
    [0],
    /(?<!\p{L})(?:red|rot(?:e[nmrs]?)?|rouges?|roj[oa]s?|ross[oaie]|rood|rode|czerwon\p{L}+|vermelh[oa]s?|encarnad[oa]s?|rött|röda?|rødt?|røde|punai\p{L}+|červen\p{L}+|piros\p{L}*|roș\p{L}+|kırmızı\p{L}*|красн\p{L}+|червон\p{L}+|κόκκιν\p{L}+)(?!\p{L})|赤|红|紅|빨간|أحمر|الأحمر|אדום/iu,
  ],
  [
    [2, 3],
    /(?<!\p{L})(?:green|grün(?:e[nmrs]?)?|verte?s?|verdes?|verd[ei]|groene?|zielon\p{L}+|gröna?|grönt|grønne?|grønt|vihre\p{L}+|zelen\p{L}+|zöld\p{L}*|yeşil\p{L}*|зел[её]н\p{L}+|πράσιν\p{L}+)(?!\p{L})|緑|绿|綠|초록|أخضر|ירוק/iu,
  ],
  [
    [3, 4],
    /(?<!\p{L})(?:blue|blau(?:e[nmrs]?)?|bleue?s?|azul(?:es)?|blu|azzurr[oaie]|blauwe?|niebiesk\p{L}+|blåa?|blått|sini\p{L}+|modr\p{L}+|kék\p{L}*|albastr\p{L}+|mavi\p{L}*|син\p{L}{2,3}|μπλε)(?!\p{L})|青|蓝|藍|파란|أزرق|כחול/iu,
  ],
  [
    [0, 1],
    /(?<!\p{L})(?:yellow|orange[ns]?|amber|gelb(?:e[nmrs]?)?|jaunes?|amarill[oa]s?|naranjas?|giall[oaie]|arancion[ei]|gele?|oranje|żółt\p{L}+|pomarańczow\p{L}+|amarel[oa]s?|laranjas?|gula?|gult|keltai\p{L}+|oranss\p{L}+|žlut\p{L}+|sárga|galben\p{L}*|sarı|turuncu|ж[её]лт\p{L}+|жовт\p{L}+)(?!\p{L})|黄|黃|노란|أصفر|צהוב/iu,
  ],
  [
    [4, 5],
    /(?<!\p{L})(?:purple|violet|pink|magenta|lila|violette?s?|rosas?|viola|paarse?|fioletow\p{L}+|roxos?)(?!\p{L})/iu,
  ],
]

/** Signs that are told of beside the colour. */
const withSign =
  /asterisk|astérisque|asterisco|stern(?!\p{L})|gwiazdk|sterretje|\*|(?<!\p{L})(?:icons?|crosse?s?|ticks?|underlined|bold|struck|kreuz\p{L}*|haken|croix|cruz|croce|kruisje|krzyżyk\p{L}*)(?!\p{L})|[✓✔✗✘×⚠]/iu

const levelsUp = 3
const siblingsTaken = 3
const longestText = 400
const fewestEntries = 3
const mostEntries = 200

/** The first of the entries that a text means by its colour; null where their words, signs or weight tell them as well. */
export function entryMeantByColor(text: Element): Element | null {
  const said = spokenText(text, longestText)
  if (withSign.test(said)) return null
  // Each colour by itself: where two are named, all entries may have one of them.
  const named = called.filter(([, words]) => words.test(said))
  if (named.length === 0) return null
  for (const holder of holdersNear(text))
    for (const column of columnsOf(holder))
      for (const [hues] of named) {
        const meant = meantIn(column, hues)
        if (meant) return meant
      }
  return null
}

const lists = 'ul, ol, dl, table, [role="list"], [role="grid"], [role="table"]'

/** Lists and the like that follow it, or that it follows. */
function holdersNear(text: Element): Element[] {
  const near: Element[] = []
  for (const at of [text, ...ancestorsOf(text)].slice(0, levelsUp)) {
    if (at.matches(`body, main, ${lists}`)) break
    let [next, previous] = [at.nextElementSibling, at.previousElementSibling]
    for (let count = 0; count < siblingsTaken && (next || previous); count += 1) {
      for (const each of [next, previous]) if (each) near.push(each)
      next = next?.nextElementSibling ?? null
      previous = previous?.previousElementSibling ?? null
    }
  }
  return near.flatMap((each) => {
    const inside = each.matches(lists) ? [each] : [...each.querySelectorAll(lists)]
    return inside.length > 0 ? inside : areAlike(each) ? [each] : []
  })
}

/** A box of parts that are built alike. */
const areAlike = ({ children }: Element) =>
  children.length >= fewestEntries && new Set([...children].map(({ localName }) => localName)).size === 1

type Entry = { element: Element; around: Element }

/** What is told apart: the entries of a list, or the cells of each column. */
function columnsOf(holder: Element): Entry[][] {
  const rows = [...holder.querySelectorAll('tr, [role="row"]')]
  if (rows.length === 0)
    return [[...holder.querySelectorAll('li, dd, [role="listitem"]')], [...holder.children]]
      .filter((entries) => entries.length >= fewestEntries)
      .slice(0, 1)
      .map((entries) => entries.map((element) => ({ element, around: element })))
  const cells = rows
    .filter((row) => !row.querySelector('th[scope="col"], [role="columnheader"]') && !row.closest('thead'))
    .flatMap((row) => [...row.children].map((element, at) => ({ element, around: row, at })))
  return [...Map.groupBy(cells, ({ at }) => at).values()]
}

function meantIn(entries: readonly Entry[], hues: readonly number[]): Element | null {
  if (entries.length < fewestEntries || entries.length > mostEntries) return null
  const shown = entries.filter(({ element }) => isSeen(element) && isExposed(element))
  const [meant, others] = [
    shown.filter(({ element }) => hasHue(element, hues)),
    shown.filter(({ element }) => !hasHue(element, hues)),
  ]
  const [first] = meant
  if (!first || others.length === 0 || shown.length < fewestEntries) return null
  const looks = (all: readonly Entry[]) => new Set(all.map(({ element }) => besideColor(element)))
  const ofOthers = looks(others)
  // What is drawn, marked or built otherwise is told by that.
  if ([...looks(meant)].some((look) => !ofOthers.has(look))) return null
  return areWorded(meant, others) ? null : first.element
}

/** A word that all of the ones have and none of the others: that says it, be it of what is meant or of the rest. */
const areWorded = (meant: readonly Entry[], others: readonly Entry[]): boolean =>
  [wordsAround, wordsInside].some((words) => {
    const [own, theirs] = [meant.map(words), others.map(words)]
    return hasWordAlone(own, theirs) || hasWordAlone(theirs, own)
  })

const wordsAround = ({ around }: Entry) => new Set(wordsOf(spokenText(around, 300)))
const wordsInside = ({ element }: Entry) => new Set(wordsOf(spokenText(element, 300)))

const hasWordAlone = (ones: readonly ReadonlySet<string>[], others: readonly ReadonlySet<string>[]): boolean =>
  ones.length >= 2 &&
  [...(ones[0] ?? [])].some((word) => ones.every((each) => each.has(word)) && !others.some((each) => each.has(word)))

const paleGround = 22

function hasHue(entry: Element, hues: readonly number[]): boolean {
  return partsOf(entry).some((part) => {
    const { color, backgroundColor, backgroundImage } = getComputedStyle(part)
    const isOwnLink = part.closest('a[href]') !== null
    const hue = isOwnLink || ownText(part) === '' ? null : hueIn(color)
    const ground = backgroundImage === 'none' ? hueIn(backgroundColor, paleGround) : null
    return [hue, ground].some((each) => each !== null && hues.includes(each))
  })
}

function hueIn(written: string, least?: number): number | null {
  const paint = paintOf(written)
  return paint && paint.alpha > 0.5 ? hueOf(paint.color satisfies Color, least) : null
}

const partsTaken = 8

const partsOf = (entry: Element): Element[] => [entry, ...[...entry.querySelectorAll('*')].slice(0, partsTaken)]

/** All that may tell it from its like, save the colour: what it is built of, its signs, its weight, its lines. */
const besideColor = (entry: Element): string =>
  partsOf(entry)
    .map((part) => {
      const { fontWeight, textDecorationLine, fontStyle } = getComputedStyle(part)
      const drawn = ['::before', '::after'].map((name) => getComputedStyle(part, name).content).join()
      const signs = ownText(part).replace(/[\p{L}\p{N}\s.,:;'’()/-]/gu, '')
      const named = part.getAttribute('aria-label') ?? part.getAttribute('title') ?? ''
      return [
        part.localName,
        fontWeight,
        textDecorationLine,
        fontStyle,
        drawn,
        signs,
        named === '' ? '' : 'named',
      ].join()
    })
    .join('|')

/** Headings of a text that count its parts and say nothing else: “Section 1”, “Section 2”, “Section 3”. */
import type { Hit } from '#workers/scan-page/checks/check'
import {
  closest,
  headings,
  isExposed,
  isSeen,
  nameOf,
  pick,
  quote,
  spokenText,
  textHolders,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'

/** One hit for a row of them, at the first. */
export function countedHeadings(elements: readonly Element[]): (Hit & { row: readonly Element[] })[] {
  const counted = pick(elements, headings).flatMap((element): Counted[] => {
    const read = readCount(spokenText(element, longest))
    return read && isExposed(element) && isSeen(element) ? [{ element, ...read }] : []
  })
  if (counted.length < fewest) return []
  const below = textsBelow(elements)
  return [...Map.groupBy(counted, ({ element, stem }) => `${levelOf(element)} ${stem}`).values()].flatMap((alike) => {
    const row = rowOf(alike)
    const [first, second] = row
    if (!first || !second) return []
    const kind = kindOf(row)
    const parts = row.map(({ element }) => below.get(element) ?? [])
    if (kind === null || !parts.every(isProse) || isNameOfThings(first, parts)) return []
    const isSure = kind === 'sure' && !pick(elements, 'h1').some((title) => ofLaw.test(nameOf(title)))
    return [
      {
        element: first.element,
        row: row.map(({ element }) => element),
        tier: isSure ? 'practice' : 'warning',
        confidence: 'medium',
        message: `The headings ${quote(nameOf(first.element))}, ${quote(nameOf(second.element))} and ${row.length - 2} more count the parts of the text, and do not tell what comes under them.`,
      },
    ]
  })
}

type Counted = { element: Element; stem: string; token: string }

const longest = 40
const fewest = 3
const wordsOfProse = 6
const longestPart = 150

/** What stands for a part of a text and for nothing that has this name elsewhere, as chapters, days and articles of a law have. */
const parts = new Set(
  'section part segment block topic point heading paragraph passage subject abschnitt teil absatz punkt thema partie sujet rubrique bloc paragraphe apartado sección parte punto tema bloque epígrafe sezione argomento blocco paragrafo sectie deel onderdeel punt onderwerp blok paragraaf sekcja część temat secção seção ponto tópico assunto bloco avsnitt del ämne afsnit emne seksjon sektion osa osio kohta aihe část oddíl sekce bod téma časť rész szakasz pont secțiunea partea punctul kısım раздел часть пункт тема частина ενότητα μέρος τμήμα الجزء القسم חלק 섹션 파트 セクション パート 部分'.split(
    ' ',
  ),
)
/** What may be enough where only the order counts. */
const steps = new Set(
  'step stage phase tip reason item note option schritt stufe tipp grund étape conseil raison astuce paso consejo etapa fase passo passaggio consiglio stap krok etap porada dica steg trin skritt tips vaihe vinkki lépés pasul adım шаг этап крок βήμα الخطوة שלב ステップ 步骤 步驟 단계'.split(
    ' ',
  ),
)
const romans = 'i ii iii iv v vi vii viii ix x xi xii'
const spelled = [
  'one two three four five six seven eight nine ten',
  'eins zwei drei vier fünf sechs sieben acht',
  'un deux trois quatre cinq six sept huit',
  'uno dos tres cuatro cinco seis siete ocho',
  'uno due tre quattro cinque sei sette otto',
  'een twee drie vier vijf zes zeven acht',
  'jeden dwa trzy cztery pięć sześć siedem osiem',
  'um dois três quatro cinco seis sete oito',
  'ett två tre fyra fem sex sju åtta',
  'en to tre fire fem seks syv otte',
  'yksi kaksi kolme neljä viisi kuusi',
  '一 二 三 四 五 六 七 八 九 十',
  'first second third fourth fifth sixth',
  'erster zweiter dritter vierter fünfter sechster',
  'première deuxième troisième quatrième cinquième sixième',
  'primera segunda tercera cuarta quinta sexta',
  'prima seconda terza quarta quinta sesta',
  'primeira segunda terceira quarta quinta sexta',
  'pierwsza druga trzecia czwarta piąta szósta',
  'eerste tweede derde vierde vijfde zesde',
]
const letters = ['a b c d e f g h i j k l', 'а б в г д е ж', 'α β γ δ ε ζ']
const inOrder = [romans, ...spelled, ...letters].map((words) => words.split(' '))
const counts = new Set(inOrder.flat())

const ofLaw =
  /(?<!\p{L})(?:act|law|bill|constitution|bylaws?|by-laws|statutes?|ordinance|regulations?|terms|agreement|contract|licen[cs]e|gesetz|verordnung|satzung|ordnung|vertrag|agb|loi|code|statuts|règlement|contrat|conditions|ley|reglamento|estatutos|contrato|legge|statuto|regolamento|contratto|wet|verordening|voorwaarden|ustawa|regulamin|umowa|lei|estatuto|lag|lov|stadgar|vedtægter|laki|zákon|törvény|закон|устав|договор|νόμος)(?!\p{L})/iu

function readCount(text: string): Omit<Counted, 'element'> | null {
  const plain = text
    .toLowerCase()
    .replace(/^[\s(#№]+|[\s.:)\]–-]+$/gu, '')
    .replace(/[٠-٩۰-۹０-９]/gu, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
  const [, asian = ''] = plain.match(/^第\s*([一二三四五六七八九十\d]{1,2})\s*(?:部分|部|节|節)$/u) ?? []
  if (asian !== '') return { stem: '部分', token: asian }
  const words = plain.split(/[\s.)]+/u).filter(Boolean)
  const [one = '', other = '', ...more] = words
  if (more.length > 0 || one === '') return null
  if (other === '') return isCount(one) ? { stem: '', token: trimmed(one) } : null
  if (isStem(one) && isCount(other)) return { stem: one, token: trimmed(other) }
  return isStem(other) && isCount(one) ? { stem: other, token: trimmed(one) } : null
}

const isStem = (word: string) => parts.has(word) || steps.has(word)
const isCount = (word: string) => /^\d{1,2}$/.test(word) || counts.has(word)
const trimmed = (word: string) => word.replace(/^0+(?=\d)/, '')

const levelOf = (element: Element) => element.getAttribute('aria-level') ?? element.localName.slice(1)

/** As far as they count on from one. */
function rowOf(alike: readonly Counted[]): readonly Counted[] {
  const rows = [Array.from({ length: alike.length }, (_, at) => String(at + 1)), ...inOrder].map((order) => {
    const end = alike.findIndex(({ token }, at) => token !== order[at])
    return end < 0 ? alike : alike.slice(0, end)
  })
  const longestRow = rows.reduce((best, row) => (row.length > best.length ? row : best), [])
  return longestRow.length < fewest ? [] : longestRow
}

function kindOf([first, second]: readonly Counted[]): 'sure' | 'unsure' | null {
  if (!first || !second) return null
  if (steps.has(first.stem)) return 'unsure'
  if (first.stem !== '') return 'sure'
  return letters.some((row) => row.startsWith(`${first.token} ${second.token}`)) ? 'unsure' : 'sure'
}

type Below = { element: Element; own: string }

/** The texts between each heading and the next; none of what is to be filled in, as the parts of an exam are. */
function textsBelow(elements: readonly Element[]): ReadonlyMap<Element, Below[]> {
  const ends = new Set(pick(elements, `${headings}, footer`))
  const fields = new Set(pick(elements, 'input, select, textarea'))
  const owns = new Map(textHolders(elements).map(({ element, own }) => [element, own]))
  const below = new Map<Element, Below[]>()
  let at: Element | undefined
  for (const element of elements) {
    if (ends.has(element)) at = element
    else if (at && fields.has(element)) {
      below.delete(at)
      at = undefined
    } else if (at?.contains(element) === false) {
      const own = owns.get(element)
      if (own !== undefined) below.set(at, [...(below.get(at) ?? []), { element, own }])
    }
  }
  return below
}

const wordsIn = (texts: readonly Below[]) => texts.reduce((sum, { own }) => sum + wordsOf(own).length, 0)

/** Scripts that put no spaces between words have one where others have many. */
const isProse = (texts: readonly Below[]): boolean =>
  texts.some(({ own }) => wordsOf(own).length >= wordsOfProse || own.length >= 40) &&
  texts.some(({ element }) => isSeen(element))

/** A number, or a letter, that is the name of what comes under it: a day, a place in a contest, what begins with the letter, a part of a book. */
function isNameOfThings({ element, stem, token }: Counted, below: readonly (readonly Below[])[]): boolean {
  if (stem !== '') return false
  if (closest(element, 'li, table, dl, [role="grid"]')) return true
  const begins = below.filter(([first]) => first?.own.toLowerCase().startsWith(token))
  const isTitled = below.every(
    ([first]) => first && first.own.length <= longest && Number(getComputedStyle(first.element).fontWeight) >= 600,
  )
  return (
    begins.length > 0 || isTitled || below.reduce((sum, texts) => sum + wordsIn(texts), 0) > longestPart * below.length
  )
}

/** Words whose letters are set apart by spaces. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  closest,
  headings,
  isExposed,
  isSeen,
  pick,
  quote,
  squeeze,
  textHolders,
} from '#workers/scan-page/checks/in-page/dom'

const spaced = /(?:^|\s)((?:\p{L}[\s\u00a0]){4,}\p{L})(?=$|[\s.,!?:])/u

/** Four letters are a word where they are all that a heading says. */
const short = /^(?:\p{L}[\s\u00a0]){3}\p{L}$/u

export const lettersSpacedOut: StaticCheck = {
  rule: 'letters-spaced-out',
  criteria: ['1.3.2'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Write the word without spaces, and space its letters by CSS (letter-spacing).',
  find: (elements) =>
    [...textHolders(elements), ...inPieces(elements)].flatMap(({ element, own }) => {
      const apart = signsApart(element, own)
      if (apart !== '')
        return [
          {
            element,
            confidence: 'high' as const,
            message: `${quote(apart)} is read sign by sign: spaces stand within the word.`,
          },
        ]
      const isShort = own.length === 7 && closest(element, headings) !== null
      if ((own.length < 9 && !isShort) || own.length > 2000) return []
      const word = isShort ? short.exec(own)?.[0] : spaced.exec(own)?.[1]
      if (!word || !isWord(word.replace(/\s/g, '')) || /\bspel(?:l|t)|\bletters?\b|buchstab|épel|deletre/i.test(own))
        return []
      if (closest(element, 'pre, code, svg, math, kbd')) return []
      if (!isExposed(element) || !isSeen(element)) return []
      return [
        {
          element,
          confidence: 'high' as const,
          message: `${quote(word)} is read letter by letter: spaces stand within the word.`,
        },
      ]
    }),
}

const ideographs = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々`
const onlyApart = new RegExp(`^[${ideographs}](?:[ \\u00a0\\u3000]+[${ideographs}])+[:：]?$`, 'u')
/** Signs that are each a word of a row: days, seasons, sizes, points of the compass, numbers, the first of an alphabet. */
const rowsOfSigns = [
  '月火水木金土日祝',
  '월화수목금토일',
  '一二三四五六七八九十百千〇零',
  '春夏秋冬',
  '봄여름가을겨울',
  '东西南北東中西',
  '上中下左右前后後内外',
  '大中小特',
  '松竹梅',
  '甲乙丙丁戊己庚辛壬癸',
  '子丑寅卯辰巳午未申酉戌亥',
  '男女有无無是否可不要良優秀',
  '年月日时時分秒',
  '晴雨雪曇風',
  '赤青黄緑白黒紫茶红绿蓝黑',
  '가나다라마바사아자차카타파하',
  'あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわをん',
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
]
/** Two signs with a blank between may be two words; these are labels of forms and tables that are often spread to one width. */
const pairsApart =
  /^(?:氏名|姓名|住所|電話|会社|社名|日時|日程|期間|場所|会場|内容|備考|年齢|性別|職業|目次|料金|時間|定員|対象|題名|件名|用途|数量|金額|価格|合計|地址|电话|電郵|备注|备註|时间|地点|成员|价格|职务|성명|주소|전화|내용|비고|제목|일시|장소|목차|날짜)$/u

/** Words of signs that are written without spaces in their languages, with one between each. */
function signsApart(element: Element, own: string): string {
  if (own.length > longestApart || !onlyApart.test(own)) return ''
  const signs = [...own.replace(/[\s:：]/gu, '')]
  const isRow = rowsOfSigns.some((row) => signs.every((sign) => row.includes(sign)))
  const isKnown = pairsApart.test(signs.join(''))
  if (new Set(signs).size < 2 || (!isKnown && (isRow || signs.length < 3))) return ''
  if (closest(element, 'pre, code, svg, math, kbd, ruby, [role="img"]') || !isExposed(element) || !isSeen(element))
    return ''
  // Of several in a row, each may be a choice of its own.
  return [...(element.parentElement?.children ?? [])].some(
    (each) => each !== element && isOneSign.test(squeeze(each.textContent ?? '')),
  )
    ? ''
    : own
}

const isOneSign = new RegExp(`^[${ideographs}]$`, 'u')
const longestApart = 40

/** Whose letters stand in elements of their own, with spaces between, or one below the other. */
function inPieces(elements: readonly Element[]): { element: Element; own: string }[] {
  const holders = new Map<Element, number>()
  for (const { element, own } of textHolders(elements)) {
    const holder = element.parentElement
    if (holder && /^\p{L}$/u.test(own)) holders.set(holder, (holders.get(holder) ?? 0) + 1)
  }
  const pieces = [...holders].flatMap(([element, count]) => {
    if (count < fewestPieces || element.children.length > count) return []
    const text = squeeze(element.textContent ?? '')
    return text.includes(' ') ? [{ element, own: text }] : []
  })
  const columns = new Set(pick(elements, 'br').flatMap((line) => line.parentElement ?? []))
  return [
    ...pieces,
    ...[...columns].flatMap((element) => {
      const parts = [...element.childNodes].flatMap((node) =>
        node.nodeType === Node.TEXT_NODE ? squeeze(node.nodeValue ?? '') : [],
      )
      const letters = parts.filter((part) => part !== '')
      return letters.length >= fewestPieces && letters.every((part) => /^\p{L}$/u.test(part))
        ? [{ element, own: letters.join(' ') }]
        : []
    }),
  ]
}

const fewestPieces = 5

/** Letters of one case that can be spoken, in no order of the alphabet, are a word; sizes, grades, keys and lines to test eyes by are not. */
function isWord(letters: string): boolean {
  const small = letters.toLowerCase()
  const isOneCase = letters === small || letters === letters.toUpperCase() || letters.slice(1) === small.slice(1)
  const fewest = small.length > 4 ? 2 : 1
  const vowels = small.match(/[aeiouäöüáéíóúàèìòùâêîôû]/gu)?.length ?? 0
  const isOrdered = [...small].every((letter, index) => index === 0 || letter >= (small[index - 1] ?? ''))
  return (
    isOneCase &&
    vowels >= fewest &&
    !/^(?:nesw|nsew|nswe|wens)$/.test(small) &&
    vowels < small.length &&
    !isOrdered &&
    new Set(small).size >= 3 &&
    !unspeakable.test(small)
  )
}

// Consonants that no syllable joins, as on keyboards and charts.
const unspeakable = /q(?!u)|[bdfgkptvz]{3}|[^aeiouyäöüáéíóúàèìòùâêîôû]{6}/u

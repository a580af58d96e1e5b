/** What pressing a control changes elsewhere on the page, and whether it is told to who does not see it. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allMatching,
  ancestorsOf,
  closest,
  isExposed,
  isField,
  isSeen,
  nameOf,
  parentOf,
  quote,
  spokenText,
  squeeze,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { isTied } from '#workers/scan-page/checks/in-page/form-fields'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'

export const statusNotAnnounced: CheckMeta = {
  rule: 'status-not-announced',
  criteria: ['4.1.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Put the message into an element with role="status" that is there before the message is.',
}

export const altNotUpdated: CheckMeta = {
  rule: 'alt-not-updated',
  criteria: ['1.1.1'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Set the alternative whenever another picture is put in, so that it says what is to be seen now.',
}

const longest = 120
export const live =
  '[aria-live], [role="status"], [role="alert"], [role="log"], [role="timer"], [role="progressbar"], [role="marquee"], output'
/** Words of what has been done, or of how much was found. */
export const telling =
  /(?<!\p{L})(?:added|saved|copied|sent|updated|removed|deleted|found|results?|items?|thank(?:s| you)|success\w*|done|complete[d]?|loaded|selected|applied|failed|errors?|hinzugefügt|gespeichert|kopiert|ergebnis\w*|treffer|gesendet|ajouté\w*|enregistré\w*|copié\w*|résultats?|envoyé\w*|añadid\w+|guardad\w+|copiad\w+|resultados?|enviad\w+|aggiunt\w+|salvat\w+|copiat\w+|risultat\w+|inviat\w+|toegevoegd|opgeslagen|gekopieerd|resultaten|dodano|zapisano|skopiowano|wynik\w*|tillagd\p{L}?|sparad\p{L}?|kopierad\p{L}?|skickat|tilføjet|gemt|kopieret|lagt til|lagret|kopiert|sendt|lisätty|tallennettu|kopioitu|lähetetty|přidán\p{L}?|uložen\p{L}?|zkopírován\p{L}?|odeslán\p{L}?|hozzáadva|mentve|adăugat|salvat|copiat|eklendi|kaydedildi|kopyalandı|gönderildi|добавлен\p{L}*|сохран[её]н\p{L}*|скопирован\p{L}*|отправлен\p{L}*|найдено|додано|збережено|adicionad\p{L}+|salv[oa]s?|gravad\p{L}+|copiad\p{L}+)(?!\p{L})/iu

/** That something is under way, at whose end the page will say more. */
const underWay =
  /^(?:(?:still )?(?:loading|saving|sending|searching|processing|uploading|downloading|calculating|connecting|submitting|updating|checking)\b.{0,40}|please wait.{0,30}|one moment.{0,20}|(?:bitte warten|einen moment|wird (?:geladen|gespeichert|gesendet|gesucht|geprüft)|lädt|lade|laden|speichere?n?|suche).{0,40}|\p{L}+ (?:wird|werden) (?:geladen|gespeichert|gesendet|gesucht|geprüft).{0,20}|(?:chargement|enregistrement|envoi|recherche|veuillez patienter|patientez).{0,40}|(?:cargando|guardando|enviando|buscando|espere|un momento).{0,40}|(?:caricamento|salvataggio|invio|ricerca|attendere|attendi).{0,40}|(?:opslaan|verzenden|zoeken|even geduld|bezig).{0,40}|(?:ładowanie|wczytywanie|zapisywanie|wysyłanie|trwa|proszę czekać).{0,40}|(?:laddar|sparar|skickar|söker|vänta|indlæser|gemmer|sender|søger|vent|laster|lagrer|ladataan|tallennetaan|odota).{0,40}|(?:načítá|ukládá|odesílá|čekejte).{0,40}|(?:carregando|a carregar|salvando|a guardar|enviando|aguarde).{0,40}|(?:yükleniyor|kaydediliyor|lütfen bekleyin).{0,40}|(?:загрузка|загружается|сохранение|сохраняется|подождите|зачекайте).{0,40}|.{0,12}(?:読み込み中|保存中|送信中|検索中|お待ちください).{0,10}|(?:正在|请稍候|請稍候).{0,20})(?:…|\.{3})?$/iu

/** @param changed where the page's text was changed by the press. @param filled where nothing was written before. */
export function unsaid(
  opener: Element,
  changed: ReadonlySet<Element>,
  hasOpened: boolean,
  filled: ReadonlySet<Element> = new Set(),
  said: ReadonlyMap<Element, string> = new Map(),
  existed: (element: Element) => boolean = () => true,
): Found[] {
  if (hasOpened || opener.matches('[aria-expanded], [aria-haspopup], [aria-controls], [role="tab"], summary')) return []
  const { activeElement } = document
  // A field that one of them describes was given the focus, and is read with it; whoever goes on from there hears the others.
  if (
    activeElement !== opener &&
    activeElement &&
    isField(activeElement) &&
    [...changed].some((element) => isTied(element, activeElement))
  )
    return []
  // What else has changed is told of by that.
  if ([...changed].some((element) => isSaidAloud(element, existed))) return []
  for (const element of changed) {
    if (!element.isConnected || element.contains(opener) || opener.contains(element)) continue
    const text = spokenText(element, longest + 1)
    const isStepped = isSteppedBy(opener, element, said.get(element) ?? '', text)
    const isCounted = isStepped || isCountOf(element, said.get(element) ?? '', text)
    if (text.length > longest || (text.length < 3 && !isCounted)) continue
    const isBusy = filled.has(element) && underWay.test(text)
    if (!isCounted && !isBusy && !telling.test(text) && !(filled.has(element) && isSentence(text))) continue
    if (isValue(element, text)) continue
    // What is written in an editor is the user’s own, however it is set.
    if (closest(element, 'dialog, [role="dialog"], [contenteditable]:not([contenteditable="false"])')) continue
    const region = closest(element, live) ?? element.querySelector(live)
    const isMute = region !== null && silenced(region, existed)
    if (region && !isMute) continue
    const come = [...element.children].filter((each) => !existed(each))
    if (isFurtherEntry(element, existed) || (come.length > 0 && come.every((each) => isFurtherEntry(each, existed))))
      continue
    if (element.querySelector('input, select, textarea') || !(isMute || isExposed(element)) || !isSeen(element))
      continue
    if (activeElement && activeElement !== opener && element.contains(activeElement)) continue
    return [
      foundOf(statusNotAnnounced, {
        element,
        tier:
          ((telling.test(text) || filled.has(element)) && isSentence(text)) ||
          (telling.test(text) && /\d/.test(text) && /\d/.test(said.get(element) ?? '')) ||
          isStepped ||
          isBusy ||
          (isCounted && putting.test(nameOf(opener)))
            ? 'practice'
            : 'warning',
        message: `Pressing ${quote(nameOf(opener) || 'a control')} makes the page say ${quote(text)}, in ${isMute ? `a live region that ${silenced(region, existed)}` : 'no live region'}.`,
      }),
    ]
  }
  return []
}

const isSaidAloud = (element: Element, existed: (element: Element) => boolean): boolean => {
  const region = element.isConnected ? closest(element, live) : null
  return (
    region !== null &&
    !region.matches('[role="timer"], [role="progressbar"], [role="marquee"], [aria-live="off"]') &&
    silenced(region, existed) === null &&
    isSentenceOrMore(spokenText(element, longest))
  )
}

const isSentenceOrMore = (text: string) => wordsOf(text).length >= 2

const fewestAlike = 2

/**
 * One more of the entries that were there already: the content that was asked for, not a word on how that went, which alone
 * is a status message. Boxes that no tag calls entries are ones where they are called alike, or come several at once.
 */
function isFurtherEntry(element: Element, existed: (element: Element) => boolean): boolean {
  for (const entry of [element, ...ancestorsOf(element)]) {
    if (existed(entry)) return false
    const isTagged = entry.matches(entryTags)
    const alike = [...(parentOf(entry)?.children ?? [])].filter(
      (each) =>
        each !== entry && each.localName === entry.localName && (isTagged || each.className === entry.className),
    )
    const before = alike.filter((each) => existed(each) && squeeze(each.textContent ?? '') !== '').length
    const isBox = entry.localName.includes('-') || entry.matches('div, section, a, figure')
    const isCalledAlike = entry.className !== '' || entry.localName.includes('-') || before < alike.length
    if (isTagged ? before > 0 : isBox && isCalledAlike && before >= fewestAlike) return true
  }
  return false
}

const entryTags =
  'li, tr, dt, dd, article, tbody, [role="listitem"], [role="article"], [role="row"], [role="option"], [role="treeitem"]'

/** What keeps a live region from saying anything; null where nothing does. */
function silenced(region: Element, existed: (element: Element) => boolean): string | null {
  if (region.matches('[role="status"][aria-live="off"], [role="alert"][aria-live="off"]'))
    return 'has aria-live="off", and so says nothing'
  if (!isExposed(region)) return 'is hidden from screen readers, and so says nothing'
  // An alert is told of when it comes, too.
  const isLate = !existed(region) && !region.matches('[role="alert"], [role="log"], [aria-live="assertive"]')
  return isLate && !ancestorsOf(region).some((each) => each.matches(live))
    ? 'comes with it, and is not there to be changed'
    : null
}

const valued = '[role="slider"], [role="spinbutton"], [role="meter"], [role="scrollbar"], [role="separator"]'

/** What something is set to, which its own role tells. */
const isValue = (element: Element, text: string): boolean =>
  closest(element, valued) !== null || allMatching(`[aria-valuetext="${CSS.escape(text)}"]`).length > 0

/** The figure between two buttons, one of which makes it larger and one smaller. */
function isSteppedBy(opener: Element, element: Element, before: string, now: string): boolean {
  const row = opener.parentElement
  const figure = /^\d{1,4}$/
  return (
    row?.contains(element) === true &&
    figure.test(squeeze(before)) &&
    figure.test(now) &&
    Math.abs(Number(before) - Number(now)) === 1 &&
    row.querySelectorAll('button, [role="button"]').length === 2 &&
    !row.querySelector('input, select')
  )
}

/** A count of what is in the basket or has been found: another figure than before, with the same words or in a box that is called so. */
function isCountOf(element: Element, before: string, now: string): boolean {
  const words = (text: string) => squeeze(text.replace(/\d+/g, ' '))
  if (!/\d/.test(before) || !/\d/.test(now) || squeeze(before) === now || words(before) !== words(now)) return false
  if (/\p{L}{2}/u.test(now)) return true
  const around = element.parentElement ? spokenText(element.parentElement, longestAround + 1) : ''
  if (around.length <= longestAround && countedAround.test(around)) return true
  const called = [element, element.parentElement].map((each) => `${each?.id} ${each?.getAttribute('class')}`).join(' ')
  return counting.test(called)
}

const longestAround = 60
const countedAround =
  /(?<!\p{L})(?:cart|basket|bag|items?|total|subtotal|results?|found|selected|warenkorb|artikel|summe|gesamt|treffer|panier|articles?|carrito|artículos|carrello|articoli|winkelwagen|koszyk)(?!\p{L})/iu
const counting =
  /cart|basket|badge|warenkorb|panier|carrito|carrello|koszyk|winkel|(?:item|result|total|notification)s?[-_]?count/i
const putting =
  /(?<!\p{L})(?:add|put|in den|hinzufügen|ajouter|añadir|agregar|aggiungi|toevoegen|dodaj|adicionar|tilføj|lägg)(?!\p{L})/iu

/** Where nothing stood before, a sentence comes up because of the press. */
const isSentence = (text: string) => wordsOf(text).length >= 3 && /[.!…]$/.test(text)

export type ShownPicture = { element: HTMLImageElement | SVGSVGElement; source: string; alt: string }

export const picturesShown = (elements: readonly Element[]): ShownPicture[] =>
  elements.flatMap((element) => {
    if (element instanceof SVGSVGElement) return drawingOf(element)
    if (!(element instanceof HTMLImageElement) || element.alt.trim().length < 3 || !isSeen(element)) return []
    return [{ element, source: element.currentSrc || element.src, alt: element.alt }]
  })

const smallestDrawing = 80
const longestDrawing = 20_000

/** A drawing with a name that is long enough to tell what it shows; an icon’s is short, and holds in each of its states. */
function drawingOf(element: SVGSVGElement): ShownPicture[] {
  const alt = element.getAttribute('aria-label') ?? ''
  if (!element.matches('[role="img"]') || alt.length < longName) return []
  const { width, height } = element.getBoundingClientRect()
  if (Math.min(width, height) < smallestDrawing || element.innerHTML.length > longestDrawing || !isSeen(element))
    return []
  return [{ element, source: shapesOf(element), alt }]
}

const longName = 15

/** Where its shapes are and how large; what a pointer or a focus makes of their colours is left out. */
const shapesOf = (svg: SVGSVGElement): string =>
  [...svg.querySelectorAll('rect, path, circle, polyline, polygon, line, text')]
    .map((shape) =>
      ['d', 'points', 'x', 'y', 'width', 'height', 'cx', 'cy', 'r'].map((name) => shape.getAttribute(name)).join(),
    )
    .join(';')

/** The same picture in another size, colour or state. */
export const picture = (source: string) =>
  (URL.parse(source)?.pathname ?? source)
    .toLowerCase()
    .replace(
      /(?:[-_.@]?(?:dark|light|night|day|hover|active|on|off|small|medium|large|thumb(?:nail)?|full|\d+x\d*|\d{3,}w?))+(?=[-_./]|$)/g,
      '',
    )

/** @param chosen what was pressed for it, where something was. */
export const altsKept = (before: readonly ShownPicture[], chosen?: Element): Found[] =>
  before
    .filter(
      ({ element, source, alt }) =>
        element.isConnected &&
        (element instanceof SVGSVGElement
          ? element.getAttribute('aria-label') === alt && shapesOf(element) !== source && isSeen(element)
          : isExchanged(element, source, alt, chosen)) &&
        isExposed(element) &&
        !leavesItToTable(alt),
    )
    .slice(0, 3)
    .map(({ element, alt }) =>
      foundOf(altNotUpdated, {
        element,
        tier:
          isOfFigures(element, alt) || (chosen && (namesAnother(alt, chosen) || showsAnother(element, alt, chosen)))
            ? 'practice'
            : 'warning',
        message: `Another picture was put in here, and its alternative is still ${quote(alt)}.`,
      }),
    )

/** It says where its figures stand, and there is a table: that is what changes. */
const leavesItToTable = (alt: string) => ofTable.test(alt) && document.querySelector('table td') !== null

const ofTable =
  /(?<!\p{L})(?:tables?|tabellen?|tableaux?|tablas?|tabel(?:a|as|i|ę|le|len|lo)?|tabelas?|tabeller?|tabell?en|taulukko\p{L}*|tabulk\p{L}*|tabl[ao])(?!\p{L})|表|جدول|טבל/iu

/** Of a drawing that says how much of each there was, and whose bars are others now. */
function isOfFigures(element: Element, alt: string): boolean {
  const figures = alt.match(/\d+/g) ?? []
  return element instanceof SVGSVGElement && figures.length >= 2 && !figures.every((figure) => year.test(figure))
}

const year = /^(?:19|20)\d\d$/

/** It has a word of a control beside the one that was pressed, and none of that one: “… in moss green”, and sand was chosen. */
function namesAnother(alt: string, chosen: Element): boolean {
  if (chosen instanceof HTMLSelectElement) {
    const now = chosen.selectedOptions[0]
    return (
      now !== undefined &&
      saysOther(
        alt,
        now.text,
        [...chosen.options].flatMap((each) => (each === now ? [] : each.text)),
      )
    )
  }
  const row = ancestorsOf(chosen)
    .slice(0, levelsUp)
    .find((each) => each.querySelectorAll(chosen.localName).length > 1)
  const others = [...(row?.querySelectorAll(chosen.localName) ?? [])].filter((each) => each !== chosen)
  return saysOther(alt, nameOf(chosen), others.slice(0, othersTaken).map(nameOf))
}

function saysOther(alt: string, now: string, others: readonly string[]): boolean {
  const said = new Set(telltale(alt))
  const own = telltale(now)
  if (own.length === 0 || own.some((word) => said.has(word))) return false
  return others.some((other) => {
    const words = telltale(other).filter((word) => !own.includes(word))
    return words.length > 0 && words.every((word) => said.has(word))
  })
}

/** The picture that was pressed is the one that was put in, and says something else of itself. */
function showsAnother(element: Element, alt: string, chosen: Element): boolean {
  const small = chosen.matches('img') ? chosen : chosen.querySelector('img')
  if (!(small instanceof HTMLImageElement) || !(element instanceof HTMLImageElement)) return false
  return (
    picture(small.currentSrc || small.src) === picture(element.src) &&
    squeeze(small.alt) !== '' &&
    squeeze(small.alt) !== squeeze(alt)
  )
}

const levelsUp = 3
const othersTaken = 12
/** Words that tell one from another: of three letters or digits at least. */
const telltale = (text: string) => wordsOf(text).filter((word) => word.length >= 3)

const isExchanged = (element: HTMLImageElement, source: string, alt: string, chosen?: Element): boolean =>
  element.alt === alt &&
  isSeen(element) &&
  (isWritten(source) || isWritten(element.src)
    ? // What keeps the place of a picture that is still to come is written so, too.
      isWritten(source) &&
      isWritten(element.src) &&
      element.src !== source &&
      chosen !== undefined &&
      namesAnother(alt, chosen)
    : picture(element.src) !== picture(source))

/** The picture stands in the address itself. */
const isWritten = (source: string) => source.startsWith('data:')

/** Text alternatives that say that there is a picture, not what it shows. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, nameOf, parentOf, quote, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import { type NamedPicture, picturesWithAlternative } from '#workers/scan-page/checks/in-page/pictures'
import { neverFilled } from '#workers/scan-page/checks/in-page/template-words'

/** What programs that make, keep or sell pictures put there by themselves, and what an author was to replace. */
const leftOver = [
  /^(?:untitled|unbenannt|ohne titel|sans titre|sin t[ií]tulo|senza titolo|sem t[ií]tulo|zonder titel|bez tytułu|new project)[\s_-]*\d*(?:[\s_-]*(?:copy|kopie|copie|copia|cópia|kopia)[\s_-]*\d*)?$/i,
  // With its day and hour, as a telephone or a desktop keeps it.
  /^(?:screen ?shot|screen ?capture|bildschirmfoto|capture d[’']écran|captura de (?:pantalla|ecrã|tela)|schermata|schermafbeelding|zrzut ekranu|skærmbillede|skärmavbild|whatsapp[ -]?image|signal|img|pxl|photo|scan)[\s_-]*(?:du |del? |vom )?\d{2,4}[-_.]?\d{2}[-_.]?\d{2,4}(?!\d).*$/i,
  /^(?:shutterstock|i-?stock(?:photo)?|adobe ?stock|getty ?images?|depositphotos|dreamstime|fotolia|pexels|unsplash)[\s_-].*\d{4,}.*$/i,
  /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{13,}|[0-9a-f]{24,})$/i,
  new RegExp(`^(?:${neverFilled})$`, 'i'),
  /^(?:an? )?(?:untitled|unnamed|unbenanntes|(?:new|neues)(?= ?(?:image|picture|photo|bild|design|drawing))|image sans titre|imagen sin t[ií]tulo|immagine senza titolo|imagem sem t[ií]tulo|afbeelding zonder titel|obraz bez tytułu) ?(?:image|picture|photo|bild|design|drawing)?\s*\d*$/i,
  /^\d{2,5}\s*[x×*]\s*\d{2,5}(?:\s*px)?$/i,
  /^(?:(?:insert|add|enter|put|write|type)(?: an?| the| your)?|your) ?(?:alt(?:ernative)?|image|picture|photo)?[ -]?(?:text|description|tag|attribute|alt)?(?: goes)? ?(?:here)?$/i,
  /^(?:hier )?(?:alternativ\p{L}*|bildbeschreibung|beschreibung)(?: ?text)?(?: hier)?(?: (?:einfügen|eingeben))?$/iu,
  /^(?:texte alternatif|texto alternativo|testo alternativo|alternatieve tekst|tekst alternatywny|alternativ text|description de l[’']image|descripción de la imagen|descrizione (?:dell[’'])?immagine)(?: ici| aquí| qui| hier)?$/i,
  /^(?:click(?: here| me| to enlarge)?|hier klicken|cliquez ici|haga clic aquí|clicca qui|klik hier|kliknij tutaj)[.!]?$/i,
  /^[.…·_*-]+$/,
  // What drawing programs call a drawing by themselves.
  /^(?:(?:layer|ebene|calque|capa|livello|laag|warstwa|camada|path|vector|combined shape|oval|ellipse|mask group|clip path)[\s_-]*\d+(?: copy(?: \d+)?)?|created with \w+\.?|(?:icons?|ic|glyph)[/_].*)$/i,
  /^(?:area|hotspot|region|zone|bereich)[\s_-]?\d+$/i,
  /^(?:an? )?(?:image|img|picture|pic|photo|photograph|graphic|spacer|placeholder|alt|alt text|alternative text|decorative (?:image|line|border|divider)|divider|imagen|immagine|afbeelding|imagem|obraz|bild|foto|photographie|fotografie|fotografía|fotografia|zdjęcie|bilde|billede|kuva|platzhalter(?:bild)?|beispielbild|leerraum|kép|fénykép|resim|εικόνα|φωτογραφία|изображение|картинка|фото|зображення|صورة|תמונה|画像|写真|图片|圖片|이미지|사진)s?(?: here| goes here)?[.:]?$/i,
]
const cameraName =
  /^(?:dsc[nf]?|img|pxl|mvimg|dji|gopr|p\d{3}|pict?|photo|image|picture|fig(?:ure)?|slide|frame|banner|icon|logo|thumb(?:nail)?|bild|abbildung|foto|grafik|imagen|immagine|imagem|afbeelding|obraz|zdjęcie|kuva|bilde|billede|screenshot|screen shot|unnamed|untitled|download|scan|asset|artboard|group|rectangle|layer)[\s_-]*(?:no\.? ?|nr\.? ?|#)?\(?[\d_-]*\d\)?(?:[\s_-]*(?:wa\d+|copy|kopie|final|edited|scaled|\d+x\d+))*$/i
const uninformative =
  /^(?:an? |the )?(?:image|images|img|picture|pic|photo|photograph|graphic|graphics|icon|banner|chart|graph|diagram|map|table|figure|screenshot|illustration|drawing|painting|sketch|video|animation|collage|portrait|avatar|headshot|grafik|abbildung|zeichnung|symbol|fotografie|fotografia|fotografía|photographie|dessin|dibujo|disegno|tekening|ilustración|illustrazione|illustratie|ilustracja|rysunek|ikon[ae]?|icône|icono|zdjęcie|bildet?|billede|valokuva|diagramm|karte|schaubild|graphique|carte|schéma|gráfico|mapa|grafico|mappa|grafiek|kaart|wykres|placeholder|spacer|thumbnail|thumb|untitled|unbenannt|ohne titel|sans titre|sin t[ií]tulo|senza titolo|sem t[ií]tulo|zonder titel|bez tytułu|decorative (?:image|line)|divider|separator|alt|alt text|alternative text|logo|bild|foto|imagen|immagine|afbeelding|imagem|obraz|kuva|billede|bilde)s?(?: here| goes here)?[.:]?$/i

/** What small pictures are that only adorn. */
const ornament =
  /^(?:an? |the )?(?:blue |red |green |grey |gray |black |white |small |little |rounded |horizontal |decorative )*(?:bullet(?: point)?|dot|line|rule|corner|border|edge|shadow|gradient|background|ornament|swirl|curve|decoration|flourish|blank|empty|clear|transparent|pixel|separator|swoosh|wave|aufzählungspunkt|punkt|linie|zierlinie|zierornament|ziermuster|zierleiste|schmucklinie|schmuckelement|trennlinie|trenner|trennstrich|ecke|verzierung|ornament|hintergrund|leer|platzhalter|puce|ligne|filet|trait|séparateur|ornement|fond|vide|coin|punto|línea|separador|adorno|fondo|vacío|linea|separatore|angolo|decorazione|sfondo|vuoto|lijn|scheidingslijn|achtergrond|versiering|hoek|kropka|linia|ozdobnik|tło|linha|fundo|skiljelinje|linje|prydnad|bakgrund)s?$/i

export const altUninformative: StaticCheck = {
  rule: 'alt-uninformative',
  criteria: ['1.1.1'],
  tier: 'error',
  impact: 'moderate',
  remedy: 'Say what the picture shows or does, or leave the alt text empty if the picture is decoration.',
  find(elements) {
    const pictures = picturesWithAlternative(elements)
    return pictures
      .filter((picture) => !namesControl(picture, pictures))
      .map((picture) => ({ ...picture, isLeftOver: leftOver.some((names) => names.test(picture.alt)) }))
      .filter(
        ({ alt, element, isLeftOver }) =>
          !/\.\w{3,4}$/.test(alt) &&
          (isLeftOver ||
            cameraName.test(alt) ||
            uninformative.test(alt) ||
            ornament.test(alt) ||
            adorning.test(alt) ||
            isIconBesideWords(alt, element) ||
            (isLine(element) && wordsOf(alt).length <= fewWords)),
      )
      .map(({ element, alt, isLeftOver }) => ({
        element,
        // A word such as “logo” or “banner” may be short for what everybody knows.
        tier: isLeftOver
          ? 'error'
          : numbered.test(alt) ||
              adorning.test(alt) ||
              isIconBesideWords(alt, element) ||
              (ornament.test(alt) && isThin(element))
            ? 'practice'
            : 'warning',
        confidence: 'high',
        message: `The text alternative ${quote(alt)} says that there is a picture, not what it shows.`,
      }))
  },
}

/** What says itself that it only adorns. */
const adorning =
  /^(?:an? |the |eine? |une? |un[ao]? |een |en |ett |et )?(?:purely |rein |purement |puramente )?(?:decorative|ornamental|dekorative?\p{L}{0,2}|décorati\p{L}+|decorati[vo]\p{L}*|decoratie\p{L}*|ozdobn\p{L}+|dekorativ\p{L}*|koriste\p{L}*)(?!\p{L})|^(?:zier|schmuck)(?:ornament|muster|leiste|element|bild|rahmen)e?$|(?<!\p{L})(?:divider|separator|spacer) (?:line|image|graphic|bar|between)(?!\p{L})/iu

const iconWord =
  /^(?:icon|ikone?|symbol|icône|icono|icona|ícone|pictogram\p{L}*|piktogramm?|ikona|ikoni) (?:of|for|für|von|de|d[’']|di|til|för|van)?|(?<!\p{L})(?:icon|ikone?|symbol|ícone|pictogram\p{L}*|piktogramm?)$/iu
const iconPx = 64

/** A small picture called an icon, beside words that say the same without it. */
function isIconBesideWords(alt: string, element: Element): boolean {
  if (!iconWord.test(alt)) return false
  const { width, height } = element.getBoundingClientRect()
  const box = parentOf(element)
  if (!box || Math.max(width, height) > iconPx || box.matches('body, main, section, article, ul, ol, tr')) return false
  return /\p{L}{3}/u.test(box.textContent ?? '')
}

const fewWords = 6
const slender = 12

/** So thin for its length that nothing but a line can be in it. */
function isLine(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  const [most, least] = [Math.max(width, height), Math.min(width, height)]
  return least > 0 && least <= thinPx && most >= slender * least && closest(element, 'a[href], button') === null
}

/** As programs and cameras count pictures. */
const numbered =
  /^(?:dsc[nf]?|img|pxl|mvimg|dji|gopr|photo|image|picture|banner|thumb(?:nail)?|screen ?shot|scan|asset|artboard|unnamed|untitled|bild|foto|imagen|immagine|imagem|afbeelding|obraz|zdjęcie|kuva|bilde|billede)[\s_-]*(?:no\.? ?|nr\.? ?|#)?\(?[\d_-]*\d\)?(?:[\s_-]*(?:wa\d+|copy|kopie|\d+x\d+))*$/i

const thinPx = 16

/** A line, a corner or a point. */
function isThin(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect()
  return Math.min(width, height) <= thinPx
}

const kinds = /^(?:images?|pictures?|pics?|photos?|photographs?|graphics?|dividers?|icons?|banners?)$/i

/** The only one that is called so names what its button does, “Image” in a bar of tools, or the part of the site: “Photos”. */
function namesControl({ element, alt }: NamedPicture, all: readonly NamedPicture[]): boolean {
  const control = closest(element, 'a[href], button, [role="button"], [role="tab"], [role^="menuitem"]')
  if (!control || control === element || nameOf(control) !== alt) return false
  if (all.filter((other) => other.alt === alt).length > 1) return false
  const address = control.getAttribute('href')
  return address === null ? kinds.test(alt) : address.toLowerCase().includes(alt.toLowerCase())
}

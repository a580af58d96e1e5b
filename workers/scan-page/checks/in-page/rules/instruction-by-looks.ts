/** Instructions that go by place, shape or colour alone. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  allMatching,
  contentWords,
  isExposed,
  isSeen,
  nameOf,
  ownText,
  pick,
  quote,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'

const byPlace =
  /\b(?:click|press|select|use|find|see|choose|tap|open|push|hit|go to|refer to)\b[^.!?]{0,60}?\b(?:on|to|at|in|from) the (?:(?:far|upper|lower|top|bottom)[ -])?(?:right|left)\b(?![- ]?(?:hand )?(?:wing|foot|track|direction))/i
const byLooks =
  /\b(?:(?:click|press|select|use|find|see|choose|tap|open|push|hit|follow|fill in|look for|within|in|from) (?:on |at )?(?:the|this) )((?:big |small |large |little |bright |dark |light )?(?:round|square|circular|triangular|triangle|oval|rectangular|diamond|star-shaped|red|green|blue|yellow|orange|purple|grey|gray|pink) (?:buttons?|icons?|links?|menus?|box(?:es)?|circles?|squares?|arrows?|tabs?|fields?|panels?|bars?|symbols?|dots?|thumbnails?|ones?))\b/i

/** Of each language: what is done, what it looks like or where it stands, and what it is. */
const elsewhere: readonly (readonly [act: string, looks: string, thing: string])[] = [
  [
    'klick\\w*|drück\\w*|wähl\\w*|tipp\\w*|schreib\\w*|trag\\w*|geb\\w*|füll\\w*|nutz\\w*|benutz\\w*|verwend\\w*|öffn\\w*|find\\w*',
    'rund\\w*|eckig\\w*|quadratisch\\w*|dreieckig\\w*|rot\\w{0,2}|grün\\w*|blau\\w*|gelb\\w*|orange\\w*|grau\\w*',
    'knopf|taste|schaltfläche|button|symbol|feld|link|menü|kasten|pfeil|kreis|quadrat|dreieck',
  ],
  [
    'cliqu\\w*|appuy\\w*|saisi\\w*|écriv\\w*|entrez|rempli\\w*|utilis\\w*|choisi\\w*|sélectionn\\w*|ouvr\\w*',
    'rond\\w*|carré\\w*|triangulaire|rouge|vert\\w?|bleu\\w?|jaune|orange|gris\\w?',
    'bouton|icône|lien|case|champ|menu|flèche|cercle|carré|triangle',
  ],
  [
    'pulse|pulsa|haga clic|haz clic|escrib\\w*|introdu\\w*|rellen\\w*|seleccion\\w*|us[ae]|utilic\\w*|abr[ae]|elij\\w*',
    'redond\\w*|cuadrad\\w*|triangular|roj\\w|verde|azul|amarill\\w|naranja|gris',
    'botón|icono|enlace|casilla|campo|menú|flecha|círculo|cuadro|cuadrado|triángulo',
  ],
  [
    'clic\\w*|prem\\w*|scriv\\w*|inseri\\w*|compil\\w*|selezion\\w*|us[ai]\\w*|apr\\w+|scegl\\w*',
    'roton?d\\w|quadrat\\w|triangolare|ross\\w|verde|blu|giall\\w|arancione|grigi\\w',
    'pulsante|tasto|icona|link|casella|campo|menu|freccia|cerchio|quadrato|triangolo',
  ],
  [
    'klik\\w*|druk\\w*|kies|schrijf|vul|typ|selecteer|gebruik|open|tik',
    'ronde?|vierkante?|driehoekige?|rode?|groene?|blauwe?|gele?|oranje|grijze?',
    'knop|icoon|pictogram|link|vak|veld|menu|pijl|cirkel|vierkant|driehoek',
  ],
  [
    'kliknij|naciśnij|wybierz|wpisz|wprowadź|wypełnij|użyj|otwórz',
    'okrągł\\w*|kwadratow\\w*|trójkątn\\w*|czerwon\\w*|zielon\\w*|niebiesk\\w*|żółt\\w*|szar\\w*',
    'przycisk\\w*|ikon\\w*|link\\w*|pol\\w*|menu|strzałk\\w*|koł\\w*|kwadrat\\w*|trójkąt\\w*',
  ],
  [
    'clique|carregue|escreva|introduza|preencha|digite|pressione|selecione|use|abra|escolha|prima|toque',
    'redond\\w|quadrad\\w|triangular|vermelh\\w|verde|azul|amarel\\w|laranja|cinza',
    'botão|ícone|link|caixa|campo|menu|seta|círculo|quadrado|triângulo',
  ],
  [
    'klicka|tryck|välj|använd|öppna|klik|tryk|vælg|brug|åbn|klikk|trykk|velg|bruk|åpne|skriv|fyll|udfyld',
    'rund\\w?|fyrkantig\\w?|trekantig\\w?|röd\\w?|grön\\w?|blåa?|gul\\w?|grå\\w?|firkantede?|røde?|grønne?|blå|gule?',
    'knapp\\w*|knap\\w*|ikon\\w*|länk\\w*|link\\w*|lenke\\w*|ruta\\w*|fält\\w*|felt\\w*|meny\\w*|menu\\w*|pil\\w*|cirkel\\w*|sirkel\\w*|fyrkant\\w*',
  ],
  [
    'klikněte|stiskněte|vyberte|použijte|otevřete|нажмите|выберите|откройте|используйте',
    'kulat\\w*|čtvercov\\w*|červen\\w*|zelen\\w*|modr\\w*|žlut\\w*|кругл\\w*|квадратн\\w*|красн\\w*|зел[её]н\\w*|син\\w*|ж[её]лт\\w*',
    'tlačítk\\w*|ikon\\w*|odkaz\\w*|pol\\w*|šipk\\w*|кнопк\\w*|значок\\w*|ссылк\\w*|пол\\w*|стрелк\\w*|круг\\w*|квадрат\\w*',
  ],
]
const atSide =
  '(?:rechts|links|oben|unten|(?:à|de) (?:droite|gauche)|(?:de|a) la (?:derecha|izquierda)|(?:a|di) (?:destra|sinistra)|(?:da|à|de) (?:direita|esquerda)|(?:aan de )?(?:rechter|linker)\\p{L}*|po (?:prawej|lewej)|till? (?:höger|vänster|højre|venstre|høyre)|vpravo|vlevo|справа|слева)(?!\\p{L})'
const byLooksElsewhere = new RegExp(
  elsewhere
    .map(([act, looks, thing]) => {
      const [a, l, t] = [act, looks, thing].map(
        (words) => `(?<!\\p{L})(?:${words.replaceAll('\\w', '\\p{L}')})(?!\\p{L})`,
      )
      // Before the noun in some languages, behind it in others; or with no noun, and where it stands.
      return `${a}[^.!?]{0,40}?(?:${l} (?:\\p{L}+ )?${t}|${t} (?:\\p{L}+ )?${l}|${l},? ${atSide})`
    })
    .join('|'),
  'iu',
)
const placeElsewhere =
  /(?<!\p{L})(?:klick\p{L}*|drück\p{L}*|wähl\p{L}*|find\p{L}*|(?:be)?nutz\p{L}*|verwend\p{L}*|seh\p{L}*|siehe|füll\p{L}*|utilis\p{L}*|voir|voyez|us[ae]|utilic\p{L}*|vea|consulte|vedi|usate?|zie|gebruik|zobacz|użyj|veja|tryck|välj|använd|se|tryk|vælg|trykk|velg|cliqu\p{L}*|appuy\p{L}*|choisi\p{L}*|pulse|haga clic|seleccion\p{L}*|elij\p{L}*|clicc\p{L}*|prem\p{L}*|selezion\p{L}*|scegl\p{L}*|klik\p{L}*|druk\p{L}*|kies|kliknij|naciśnij|wybierz|clique|selecione)(?!\p{L})[^.!?]{0,60}?(?<!\p{L})(?:(?:rechts|links) (?:oben|unten|neben)|(?:oben|unten) (?:rechts|links)|(?:rechten|linken) (?:spalte|seite|rand)|à (?:droite|gauche)|colonne de (?:droite|gauche)|a la (?:derecha|izquierda)|columna (?:derecha|izquierda)|a (?:destra|sinistra)|colonna di (?:destra|sinistra)|(?:rechts|links) (?:boven|onder)|(?:aan|in) de (?:rechter|linker)\p{L}*|po (?:prawej|lewej)|à (?:direita|esquerda)|till (?:höger|vänster)|til (?:højre|venstre|høyre))(?!\p{L})/iu
/** A shape or a sign in the place of a name: “Use the square below”, “press ▶”. */
const byShape =
  /\b(?:click|press|select|use|choose|tap|open|push|hit)\b(?: on)? (?:the )?(?:(?:small|big|large|little|red|green|blue|yellow|grey|gray|black|white) )?(?:(?:square|circle|triangle|oval|diamond|star|cross|rectangle)s?\b(?! (?:bracket|root|feet|metre|meter|button|icon|key))|[▶►▷◀◄▲▼■□●○◆★☆✕✖⚙☰➜→←](?![\w“"]))/iu

/** What is to be done when something sounds. */
const bySound =
  /\b(?:when|once|after|as soon as|until|if) (?:you hear )?(?:the|a) (?:\w+ )?(?:beep|tone|chime|buzzer|bell|sound|signal)s?(?: (?:sounds|rings|is heard|plays|ends|stops))?|\blisten for the (?:beep|tone|chime|bell|sound)\b|(?<!\p{L})(?:nach dem|wenn der|sobald der|beim) (?:signalton|piepton|ton|gong)|(?:après|dès|au|quand vous entendez) le (?:bip|signal sonore)|au bip sonore|(?:al oír|cuando oiga|después de) (?:el|la) (?:pitido|señal|tono)|(?:dopo il|quando sente il|al) (?:segnale acustico|segnale sonoro|bip)|(?:na de|als u de|bij de) (?:pieptoon|toon|piep)|po (?:usłyszeniu )?sygnale? (?:dźwiękowy\p{L}*)?|(?:após o|ao ouvir o|quando ouvir o) (?:sinal sonoro|bipe?|toque)|(?:efter|när du hör) (?:tonen|pipet|signalen)|(?:efter|når du hører) (?:tonen|bippet|signalet|pipet)/iu
const doneThen =
  /\b(?:enter|press|click|select|choose|type|speak|say|answer|continue|start|begin|submit|wait)\b|(?<!\p{L})(?:geben|drück|klick|wähl|sprech|beginn|start|entrez|appuy|cliqu|saisi|parlez|introdu|pulse|escrib|hable|inser|prem|digit|parli|voer|druk|klik|spreek|wpisz|naciśnij|kliknij|introduza|prima|clique|fale|ange|skriv|tryck|klicka|tryk|klik|tal)\p{L}*/iu

export const instructionByLooks: StaticCheck = {
  rule: 'instruction-by-looks',
  criteria: ['1.3.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Name the thing as well, by the label it carries, for readers who do not see where or what shape it is.',
  find: (elements) =>
    pick(elements, 'p, li, td, dd, label, legend, figcaption, div, span').flatMap((element) => {
      if (ownText(element).length < 15) return []
      const text = spokenText(element, 600)
      const looks = byLooks.exec(text) ?? byLooksElsewhere.exec(text) ?? byShape.exec(text)
      const sound = looks ? null : doneThen.test(text) ? bySound.exec(text) : null
      const place = looks || sound ? null : (byPlace.exec(text) ?? placeElsewhere.exec(text) ?? placeAtEnd.exec(text))
      const words = looks?.[0] ?? sound?.[0] ?? place?.[0]
      if (!words || !isExposed(element) || !isSeen(element)) return []
      // A name beside the looks is enough: “the round button labelled Go”.
      if (
        /\b(?:label(?:l?ed)?|called|named|titled|marked|says|beschriftet|namens|mit der aufschrift|intitulé|nommé|llamado|chiamato|genaamd)\b|["“”„'‘«»]\s*\w|['’] *\p{Lu}/iu.test(
          text,
        )
      )
        return []
      if (looks?.[1] && hasControlCalled(looks[1])) return []
      if (/^(?:within|in|from)\b/i.test(words) && !doing.test(text)) return []
      // What it is about may stand before the verb, and be a heading or a name of the page.
      if (place && namesControl(placeAtEnd.test(text) ? text : place[0], elements)) return []
      return [
        {
          element,
          // Within the green field, cows may stand as well.
          tier:
            (looks && !/^(?:within|in|from)\b/i.test(words)) || (place && kindOfThing.test(place[0]))
              ? ('practice' as const)
              : ('warning' as const),
          confidence: looks ? ('medium' as const) : ('low' as const),
          message: `This instruction goes by ${looks ? 'shape or colour' : sound ? 'a sound' : 'place'} alone: ${quote(words, 80)}.`,
        },
      ]
    }),
}

/** Something to be pressed or filled in, of no name: “the button on the right”. */
const kindOfThing =
  /(?<!\p{L})(?:buttons?|icons?|links?|menus?|box(?:es)?|arrows?|fields?|panels?|symbols?|knopf|schaltfläche|symbol|link|menü|kasten|pfeil|feld|bouton|icône|lien|menu|case|champ|flèche|botón|icono|enlace|menú|casilla|campo|flecha|pulsante|icona|casella|freccia|knop|pictogram|vak|veld|pijl|przycisk\p{L}*|ikon\p{L}*|pol[ea]|strzałk\p{L}*|botão|ícone|caixa|seta|knapp\p{L}*|knap\p{L}*|länk\p{L}*|felt\p{L}*|fält\p{L}*|pil\p{L}*)(?!\p{L})/iu

/** In some languages what it is about stands first: “Die Zeiten finden Sie rechts.” */
const placeAtEnd =
  /(?<!\p{L})(?:find(?:en|est)|seh(?:en|t)|steh(?:en|t)|trouver(?:ez|a)|trouvent?|encontrará[sn]?|encuentran?|trov(?:a|ate|erete|erà)|vind(?:t|en)|znajduj\p{L}+|znajdziesz|encontra(?:m|rá)?|hitta[rs]?|finde[rs]?|finner) (?:\p{L}+ ){0,3}(?:rechts|links|à (?:droite|gauche)|a la (?:derecha|izquierda)|a (?:destra|sinistra)|po (?:prawej|lewej)(?: stronie)?|à (?:direita|esquerda)|till (?:höger|vänster)|til (?:højre|venstre|høyre)|right|left)(?=\s*[.!]|$)/iu

const doing = /\b(?:enter|type|write|fill|click|press|select|choose|tap|find|see|read|shown|listed|copy)\b/i

const hasControlCalled = (words: string) =>
  allMatching(
    'a, button, summary, [role="button"], [role="link"], [role="tab"], [role="menuitem"], h1, h2, h3, h4, h5, h6',
  ).some((element) => spokenText(element, 100).toLowerCase().includes(words.toLowerCase()))

/** Whether the phrase names a heading, button or landmark label of the page: then it is found without looking. */
function namesControl(phrase: string, elements: readonly Element[]): boolean {
  const words = new Set(contentWords(phrase))
  return pick(elements, 'h1, h2, h3, h4, h5, h6, button, [aria-label], a[href], summary').some((element) =>
    contentWords(nameOf(element)).some((word) => words.has(word)),
  )
}

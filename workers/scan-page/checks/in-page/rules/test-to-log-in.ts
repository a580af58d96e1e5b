/** Puzzles that stand between people and what they log in to. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readFields } from '#workers/scan-page/checks/in-page/form-fields'

const puzzle =
  /captcha|(?:letters|characters|text|code|word|numbers?) (?:of|in|from|shown in|you see in) the (?:picture|image)|are you (?:a )?(?:human|robot)|(?:zeichen|buchstaben|text|code) (?:aus|in|von) dem bild|(?:caractères|lettres|code) de l[’']image|(?:caracteres|letras|código) de la imagen|(?:caratteri|lettere|codice) (?:dell[’']immagine|nell[’']immagine)|(?:tekens|letters|code) (?:uit|in|van) (?:de afbeelding|het plaatje)|(?:znaki|litery|kod) z obrazka/i
const sum =
  /\d+\s*(?:[+×x*÷/−-]|plus|minus|times|mal|plus|moins|fois|más|menos|por|più|meno|per|keer|razy)\s*\d+\s*(?:=|\?|$)/i
/** The same in words: “how much is seven times eight?” */
const sumInWords =
  /(?:how (?:much|many) (?:is|are|does|do)|what (?:is|are|does)|wie ?viel (?:ist|sind|ergibt|ergeben)|was (?:ist|ergibt)|combien font|cuánto (?:es|son)|quanto (?:fa|fanno)|hoeveel is|ile (?:to jest|jest|to)|solve)\s[^?]*\s(?:plus|minus|times|divided by|multiplied by|mal|geteilt durch|moins|fois|más|menos|por|più|meno|per|keer|min|razy|dodać|odjąć)\s/i
const human =
  /(?:show|prove|check|verify|sure|see) (?:us )?(?:that )?you(?:['’]re| are) (?:a )?(?:human|not a (?:robot|machine))|(?:kein|keine) (?:roboter|maschine) (?:sind|bist)|pas un robot|no (?:eres|es) un robot|non sei un robot|geen robot bent|nie jesteś robotem/i
/** What somebody is to remember of their life. */
const remembered =
  /(?:mother|father|first|favou?rite|childhood)\b.{0,25}\b(?:maiden name|pet|school|teacher|car|street|city|town|colou?r|book|film|movie|food|friend)\b|maiden name|(?:security|secret) question|sicherheitsfrage|mädchenname|erste[sn]? haustier|question (?:secrète|de sécurité)|nom de jeune fille|premier animal|pregunta (?:secreta|de seguridad)|primera mascota|domanda (?:segreta|di sicurezza)|cognome da nubile|beveiligingsvraag|meisjesnaam|pytanie (?:pomocnicze|bezpieczeństwa)|nazwisko panieńskie|pergunta (?:secreta|de segurança)|sikkerhedsspørgsmål|säkerhetsfråga/i
/** Pictures to be chosen by what they show. */
const picked =
  /(?:choose|select|click|pick|tick|mark) (?:on )?(?:all|every|each|the) (?:of )?(?:the )?(?:pictures?|images?|photos?|squares?)|(?:wählen|klicken) sie .{0,20}(?:bilder|fotos)|(?:choisissez|sélectionnez|cliquez sur) .{0,20}(?:images|photos)|(?:elija|seleccione|marque) .{0,20}(?:imágenes|fotos)|(?:scegli|seleziona|clicca) .{0,20}(?:immagini|foto)|(?:kies|selecteer) .{0,20}(?:afbeeldingen|foto)|(?:wybierz|zaznacz) .{0,20}(?:obrazki|zdjęcia)/i
const loggingIn =
  /^(?:log ?in|sign ?in|anmelden|einloggen|se connecter|connexion|iniciar sesión|acceder|accedi|inloggen|zaloguj(?: się)?|entrar|logga in|log ind|logg inn|kirjaudu|přihlásit(?: se)?|войти)$/iu
const personal =
  /passwor|kennwort|mot de passe|contraseña|wachtwoord|hasło|senha|user ?name|benutzer|identifiant|usuario|utente|gebruiker/i

export const testToLogIn: StaticCheck = {
  rule: 'test-to-log-in',
  criteria: ['3.3.8', '3.3.9'],
  tier: 'practice',
  impact: 'serious',
  remedy:
    'Leave the puzzle out, or offer a way in without one: a link by e-mail, a passkey, a code that can be pasted.',
  find: (elements) => [
    ...picturesPicked(elements),
    ...piecesSlid(elements),
    ...readFields(elements).flatMap((field) => {
      if (!/^(?:text|number|tel)$/.test(field.type) || !field.form) return []
      const label = `${nameOf(field)} ${field.getAttribute('placeholder') ?? ''}`
      const isPuzzle = puzzle.test(`${label} ${field.name} ${field.id}`)
      if (!isPuzzle && ![sum, sumInWords, human, remembered].some((words) => words.test(label))) return []
      const isLogin = [...field.form.elements].some(
        (each) =>
          each !== field &&
          (each.matches('[type="password"], [autocomplete~="username"], [autocomplete~="current-password"]') ||
            personal.test(`${each.getAttribute('name') ?? ''} ${each.id} ${nameOf(each)}`)),
      )
      if (!isLogin) return []
      return [
        {
          element: field,
          // A sum before a password is nothing else; what is remembered may be asked for otherwise as well.
          tier:
            (sum.test(label) || sumInWords.test(label)) && field.form.querySelector('[type="password"]')
              ? ('practice' as const)
              : ('warning' as const),
          confidence: 'medium' as const,
          message: `${quote(nameOf(field) || field.name)} asks for a puzzle to be solved before anybody is let in.`,
        },
      ]
    }),
  ],
}

const slid =
  /(?:slide|drag|move|swipe|pull|rotate|turn) (?:the |this )?(?:\p{L}+ )?(?:piece|slider|puzzle|handle|arrow|picture|image|button|to (?:unlock|verify|the right|complete))|(?:schieben|ziehen|drehen) sie .{0,40}(?:puzzle|bild|regler|teil|rechts)|(?:faites )?(?:glisse[rz]|tournez) .{0,40}(?:pièce|puzzle|image|curseur)|(?:deslice|arrastre|gire) .{0,40}(?:pieza|imagen|puzle)/iu
const tellsHuman = /human|robot|captcha|verify|unlock|mensch|humain|humano|umano|mens/i

/** A piece to be moved into its place, in a form that lets people in. */
const piecesSlid = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'form div, form p, form fieldset').flatMap((box): Hit[] => {
    const form = box.closest('form')
    const login = form?.querySelector('[type="password"], [autocomplete~="username"]')
    const words = spokenText(box, 201)
    if (!form || !login || words.length > 200 || box.contains(login) || !slid.test(words) || !isSeen(box)) return []
    const said = `${words} ${box.getAttribute('class') ?? ''} ${box.id}`
    if (!tellsHuman.test(said) || box.querySelector('input[type="range"]')) return []
    if ([...box.children].some((inner) => slid.test(spokenText(inner, 201)))) return []
    return [
      {
        element: box,
        confidence: 'high',
        message: `A puzzle is to be solved with the pointer before anybody is let in: ${quote(words, 80)}.`,
      },
    ]
  })

/** A group of pictures to be ticked or pressed, in a form that lets people in. */
const picturesPicked = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'form fieldset, form [role="group"], form div, form ul').flatMap((group): Hit[] => {
    const form = group.closest('form')
    const pictures = group.querySelectorAll('label img, button img')
    if (!form || pictures.length < 2 || !picked.test(spokenText(group, 300)) || !isSeen(group)) return []
    if ([...group.children].some((inner) => inner.querySelectorAll('label img, button img').length === pictures.length))
      return []
    const isLogin =
      form.querySelector('[type="password"], [autocomplete~="username"], [autocomplete~="current-password"]') ??
      [...form.querySelectorAll('button, [type="submit"]')].find((button) => loggingIn.test(nameOf(button)))
    if (!isLogin) return []
    return [
      {
        element: group,
        criteria: ['3.3.9'],
        tier: 'warning',
        confidence: 'high',
        message: `Pictures are to be told apart before anybody is let in: ${quote(spokenText(group, 80))}.`,
      },
    ]
  })

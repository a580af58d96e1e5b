/** Pictures with letters to be typed off, without another way to show that one is no machine. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { closest, isSeen, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const called =
  /captcha|security[ _-]?(?:code|image)|sicherheitscode|code de sécurité|código de seguridad|codice di sicurezza|beveiligingscode|kod (?:z obrazka|bezpieczeństwa)/i
const typedOff =
  /(?:type|enter|copy|write) (?:in )?(?:the )?(?:characters|letters|numbers|digits|text|code|words?) (?:you see|shown|(?:in|from|of) the (?:image|picture))|(?:zeichen|buchstaben|code) (?:aus|in|von) dem bild|(?:caractères|code|lettres) (?:de l[’']image|que vous voyez)|(?:caracteres|letras|código) (?:de la imagen|que ve)/i
/** It says that it is one, not what it is for. */
const calledAlone =
  /^(?:an? |the |el |la |le |das |der |de |il |o )?(?:(?:image|imagen|immagine|imagem|obraz) (?:de |di )?)?(?:re)?captcha(?:[ _-]?(?:image|img|code|bild|imagen|immagine|afbeelding|imagem|obraz|\d+))?[.:]?$/i
const otherWay =
  /audio|listen|hear|sound|spoken|phone|call us|another way|can[’']?t see|anhören|vorlesen|hören|écouter|escuchar|oír|ascolta|luister|posłuchaj|ouvir|lyt|lyssna/i

export const captchaWithoutOtherWay: StaticCheck = {
  rule: 'captcha-without-other-way',
  criteria: ['1.1.1'],
  tier: 'warning',
  impact: 'critical',
  remedy: 'Offer another way beside the picture, e.g. a recording, or keep machines out without asking people.',
  find: (elements) =>
    pick(elements, 'img, canvas, svg, [role="img"]').flatMap((picture) => {
      const form = closest(picture, 'form') ?? closest(picture, 'section, dialog, [role="dialog"]')
      if (!form || !isSeen(picture) || closest(picture, 'button, a[href]')) return []
      const around = closest(picture, 'p, div, fieldset, li, td') ?? form
      const said = `${picture.id} ${picture.getAttribute('class') ?? ''} ${picture.getAttribute('src') ?? ''} ${nameOf(picture)}`
      const isCaptcha = called.test(said)
      const field = 'input:not([type="hidden"], [type="checkbox"])'
      if (!form.querySelector(field)) return []
      if (!isCaptcha && !typedOff.test(spokenText(around, 400))) return []
      if (calledAlone.test(nameOf(picture)))
        return [
          {
            element: picture,
            tier: 'practice' as const,
            confidence: 'high' as const,
            message: `The text alternative ${quote(nameOf(picture))} does not say what this picture is for: that something in it is to be typed off, and what else one may do.`,
            remedy: 'Say in the alternative that it is a test and what is to be done, and offer another way beside it.',
          },
        ]
      if (!around.querySelector(field) || otherWay.test(spokenText(form, 4000)) || form.querySelector('audio'))
        return []
      return [
        {
          element: picture,
          confidence: 'high' as const,
          message: `What ${quote(nameOf(picture) || 'this picture')} shows must be typed off, and no other way is offered to who does not see it.`,
        },
      ]
    }),
}

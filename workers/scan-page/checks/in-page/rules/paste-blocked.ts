/** Fields that one logs in by and that take nothing from the clipboard. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isShown, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'

export const pasteBlocked: StaticCheck = {
  rule: 'paste-blocked',
  criteria: ['3.3.8', '3.3.9'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let users paste: passwords and codes come from password managers and messages.',
  find: (elements) =>
    pick(elements, 'input[onpaste]').flatMap((element) => {
      const act = element.getAttribute('onpaste') ?? ''
      // What reads the clipboard puts the text there itself, trimmed or spread over several boxes.
      if (!/return\s+false|preventDefault/.test(act) || /clipboardData|getData\(/.test(act) || !isShown(element))
        return []
      return [
        {
          element,
          tier: isLogin(element) ? ('error' as const) : ('practice' as const),
          confidence: isLogin(element) ? ('high' as const) : ('low' as const),
          message: `Nothing can be pasted into the ${tagOf(element)} ${quote(nameOf(element))}.`,
        },
      ]
    }),
}

/** Codes that everybody may know. */
const known =
  /(?<!\p{L})(?:post\p{L}*|zip|area|country|sort|promo\p{L}*|discount|voucher|coupon|gift|gutschein\p{L}*|rabat\p{L}*|fiscale?|avviamento|descuento|desconto)(?!\p{L})/iu

/** A field that one logs in by. */
export const isLogin = (element: Element): boolean =>
  element.matches('[type="password"], [autocomplete*="one-time-code"], [autocomplete*="username"]') ||
  namesSecret(nameOf(element))

/** What one logs in with, by its words: a name of a field, or of a group of boxes. */
export const namesSecret = (words: string): boolean => named.test(words) && !known.test(words)

const named =
  /(?<!\p{L})(?:passwor[dt]\p{L}*|passcode|pin|codes?|kode|kod|kód|koodi|código|codice|код|user ?name|log ?in|kennwort|mot de passe|contraseña|clave|wachtwoord|hasło|senha|benutzername|identifiant|usuario|gebruikersnaam)(?!\p{L})/iu

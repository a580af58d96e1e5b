/** Buttons that do at one press what cannot be taken back: an account closed, everything deleted, money sent. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const final =
  /(?:(?:delete|erase|close|remove|terminate)(?: (?:my|your|the|this))? (?:account|profile|everything|all (?:my |your |the )?(?:data|files|entries|orders|messages|photos|contacts|documents|records|projects))|^delete all$|^empty (?:the )?(?:trash|recycle bin)$|(?:transfer|send) (?:the )?money|alle (?:dateien|bestellungen|nachrichten|einträge) (?:endgültig )?löschen|(?:konto|profil|alles|alle daten) (?:endgültig |jetzt )?löschen|supprimer (?:mon|le|votre) (?:compte|profil)|(?:eliminar|borrar|cerrar) (?:mi |la |su )?cuenta|(?:elimina|cancella)(?:re)? (?:il mio |l[’'])?account|account verwijderen|(?:usuń|skasuj) konto|(?:eliminar|apagar) (?:a )?(?:minha )?conta|slet (?:min )?(?:konto|profil)|radera (?:mitt )?konto)(?!\p{L})/iu
/** Fields say to whom and how much; that is no check of it. */
const sendsMoney =
  /^(?:transfer|send|wire)(?: (?:the )?(?:money|funds|amount))?(?: now)?$|^(?:jetzt |geld )?überweisen$/i
const ofMoney = /iban|account number|amount|betrag|kontonummer/i
const asked =
  /confirm|showModal|alertdialog|\bsure\b|undo|are you|review|sicher|rückgängig|vraiment|annuler|seguro|deshacer|sicuro|annulla|zeker|na pewno|certeza|sikker|säker/i

export const actWithoutCheck: StaticCheck = {
  rule: 'act-without-check',
  criteria: ['3.3.4', '3.3.6'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Let people confirm it on a step of its own, check what was put in, or take it back.',
  find: (elements) =>
    pick(elements, acting).flatMap((button) => {
      const form = button.closest('form') ?? button
      const isOfMoney = sendsMoney.test(nameOf(button)) && ofMoney.test(spokenText(form, 1000))
      if (!(isOfMoney || final.test(nameOf(button))) || !isSeen(button) || !isExposed(button)) return []
      if (form.querySelector('input[type="checkbox"], input[type="password"]')) return []
      if (!isOfMoney && form.querySelector('input[type="text"], input:not([type])')) return []
      // A button that opens something may open the question whether it is meant.
      if (
        button.matches(
          '[aria-haspopup], [aria-controls], [commandfor], [popovertarget], [data-toggle], [data-bs-toggle]',
        )
      )
        return []
      if (button.closest('dialog, [role="dialog"], [role="alertdialog"]') || asked.test(spokenText(form, 1000)))
        return []
      if (asked.test(`${button.getAttribute('onclick') ?? ''} ${form.getAttribute('onsubmit') ?? ''}`)) return []
      if (readPrograms(elements).some(({ text }) => /submit|click/.test(text) && asked.test(text))) return []
      return [
        {
          element: button,
          confidence: 'medium' as const,
          message: `${quote(nameOf(button))} does at one press what cannot be taken back, as far as is to be seen.`,
        },
      ]
    }),
}

const acting =
  'form button:not([type="button"], [type="reset"]), form input[type="submit"], button[type="button"], button:not(form button)'

/** Buttons that do at one press what cannot be taken back: an account closed, everything deleted, money sent, answers handed in. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const final =
  /(?:(?:delete|erase|close|remove|terminate)(?: (?:my|your|the|this))? (?:account|profile|everything|all (?:my |your |the )?(?:data|files|entries|orders|messages|photos|contacts|documents|records|projects))|^delete all$|^empty (?:the )?(?:trash|recycle bin)$|(?:transfer|send) (?:the )?money|alle (?:dateien|bestellungen|nachrichten|einträge) (?:endgültig )?löschen|(?:konto|profil|alles|alle daten) (?:endgültig |jetzt )?löschen|supprimer (?:mon|le|votre) (?:compte|profil)|(?:eliminar|borrar|cerrar) (?:mi |la |su )?cuenta|(?:elimina|cancella)(?:re)? (?:il mio |l[’'])?account|account verwijderen|(?:usuń|skasuj) konto|(?:eliminar|apagar) (?:a )?(?:minha )?conta|slet (?:min )?(?:konto|profil)|radera (?:mitt )?konto)(?!\p{L})/iu
/** Fields say to whom and how much; that is no check of it. */
const sendsMoney =
  /^(?:transfer|send|wire|make|submit)(?: (?:the |this |my |your |a )?(?:money|funds|amount|payment|transfer))?(?: now)?$|^pay(?: (?:now|the supplier|the invoice|the bill))?$|^(?:jetzt |geld )?überweisen$|^(?:zahlung|überweisung) (?:jetzt )?(?:senden|ausführen|absenden)$|^(?:envoyer|effectuer|valider) (?:le |l[’']|un )?(?:paiement|virement|argent)$|^(?:enviar|hacer|realizar) (?:el |la |un |una )?(?:pago|transferencia|dinero)$|^(?:invia|effettua|esegui) (?:il |un )?(?:pagamento|bonifico|denaro)$|^(?:betaling|geld) (?:verzenden|versturen|overmaken)$|^(?:wyślij|wykonaj|zleć) (?:przelew|płatność|pieniądze)$|^(?:enviar|fazer) (?:o |a )?(?:pagamento|transferência)$|^(?:skicka|genomför) betalning(?:en)?$|^(?:send|gennemfør|gjennomfør) betaling(?:en)?$|^(?:lähetä|suorita) maksu$/i
const ofMoney =
  /iban|account number|amount|betrag|kontonummer|montant|compte|importe|cuenta|importo|conto|bedrag|rekening|kwota|konta|valor|montante|belopp|beløb|beløp|summa|tilinumero/i
/** What is handed in to be judged, or agreed to, once and for all. */
const handsIn =
  /^(?:submit|hand in|send|finish)(?: (?:the|my|your|all))? (?:exam|test|quiz|answers?|attempt|paper)(?: now)?$|^(?:finish|submit) (?:and submit )?attempt$|^sign (?:the |this )?(?:contract|agreement|lease)(?: now)?$|^(?:prüfung|test|antworten|klausur) (?:jetzt )?(?:abgeben|einreichen|absenden)$|^vertrag (?:jetzt )?(?:abschließen|unterschreiben)$|^(?:rendre|envoyer|remettre) (?:l[’']examen|la copie|mes réponses|les réponses)$|^signer le contrat$|^(?:entregar|enviar) (?:el examen|la prueba|las respuestas|mis respuestas)$|^firmar (?:el )?contrato$|^(?:consegna|invia) (?:l[’']esame|il test|la prova|le risposte)$|^firma il contratto$|^(?:toets|examen|antwoorden) (?:inleveren|verzenden)$|^(?:wyślij|oddaj) (?:odpowiedzi|test|egzamin)$|^(?:entregar|enviar) (?:o exame|a prova|as respostas)$|^lämna in (?:provet|svaren)$|^(?:aflever|lever) (?:prøven|svarene|besvarelsen)$/i
/** Said of what the button does. */
const forGood =
  /(?:cannot|can[’']t|can not|not) be (?:taken back|undone|reversed|revoked|cancelled|canceled|changed (?:later|afterwards?)|recovered)|irreversible|non-?refundable|(?:lassen|lässt|können|kann)[^.]{0,40}nicht (?:mehr )?(?:rückgängig|zurück|widerruf|geändert|storniert)|unwiderruflich|endgültig und|irréversible|ne (?:peut|peuvent|pourr\p{L}+) (?:pas |plus )?être (?:annul|modifi|repris)|no (?:se )?(?:puede|podrá|pueden)n? (?:ser )?(?:deshacer|anular|cancelar|modificar|devolver)|non (?:può|possono) (?:più )?essere (?:annullat|modificat|revocat)|irreversibil|kan niet (?:meer )?(?:ongedaan|worden teruggedraaid|worden geannuleerd)|onherroepelijk|nie można (?:cofnąć|anulować|zmienić)|nieodwracaln|não pode(?:m)? ser (?:desfeit|anulad|cancelad)|irreversível|kan inte (?:ångras|återkallas)|kan ikke (?:fortrydes|angres|fortryde)|ei voi (?:perua|peruuttaa)/iu
/** It leads on to where it may be checked. */
const leadsOn =
  /^(?:continue|next|review|check|preview|search|filter|go on|back|save(?: (?:draft|for later))?|weiter|prüfen|vorschau|continuer|suivant|vérifier|continuar|siguiente|revisar|avanti|continua|verifica|verder|volgende|controleren|dalej|sprawdź|seguinte|rever|fortsätt|nästa|næste|fortsæt|neste|fortsett|jatka)(?!\p{L})/iu
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
      const [name, words] = [nameOf(button), spokenText(form, 1000)]
      // On a step of its own, what was put in is read and no more put in.
      const isFilledIn = [...form.querySelectorAll(filledIn)].some(isSeen)
      const isSent =
        isFilledIn &&
        ((sendsMoney.test(name) && ofMoney.test(words)) ||
          handsIn.test(name) ||
          (forGood.test(words) && button.matches(submitting) && !leadsOn.test(name)))
      if (!(isSent || final.test(name)) || !isSeen(button) || !isExposed(button)) return []
      if (form.querySelector('input[type="checkbox"][required], input[type="password"]')) return []
      if (!handsIn.test(name) && form.querySelector('input[type="checkbox"]')) return []
      if (!isSent && form.querySelector('input[type="text"], input:not([type])')) return []
      // A button that opens something may open the question whether it is meant.
      if (
        button.matches(
          '[aria-haspopup], [aria-controls], [commandfor], [popovertarget], [data-toggle], [data-bs-toggle]',
        )
      )
        return []
      if (
        button.closest('dialog, [role="dialog"], [role="alertdialog"]') ||
        asked.test(words.replace(new RegExp(forGood, 'giu'), ''))
      )
        return []
      if (asked.test(`${button.getAttribute('onclick') ?? ''} ${form.getAttribute('onsubmit') ?? ''}`)) return []
      if (readPrograms(elements).some(({ text }) => /submit|click/.test(text) && asksInProgram(text))) return []
      return [
        {
          element: button,
          confidence: 'medium' as const,
          message: `${quote(nameOf(button))} does at one press what cannot be taken back, as far as is to be seen.`,
        },
      ]
    }),
}

/** What a program shows is mostly words of the page: of those, a question alone counts. */
const asksInProgram = (text: string): boolean =>
  question.test(text) || asked.test(text.replace(strings, (each) => (each.length > longest ? '' : each)))
const question =
  /alertdialog|<dialog|are you sure|sind sie sicher|bist du sicher|sûre? de|está seguro|sei sicur|weet (?:je|u) zeker|na pewno|tem certeza|är du säker|er du sikker/i
const strings = /(['"`])(?:(?!\1)[^\\]|\\.)*\1/gs
const longest = 40

const filledIn =
  'input:not([type="hidden"], [type="submit"], [type="button"], [type="reset"], [type="image"], [readonly]), select, textarea'
const submitting = 'form button:not([type="button"], [type="reset"]), form input[type="submit"]'
const acting =
  'form button:not([type="button"], [type="reset"]), form input[type="submit"], button[type="button"], button:not(form button)'

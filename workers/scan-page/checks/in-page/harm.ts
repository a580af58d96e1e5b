/** Words that sound as if pressing did something that cannot be taken back, in the languages that pages are mostly written in. Pure. */

const spokenWords: readonly string[] = [
  // English
  'delete|remove|erase|destroy|discard|purge|wipe|buy|pay|order|check-?\\s?out|purchase|donate|subscribe|reserve',
  'send|save|apply|upload|download|install|print|publish|tweet|vote|invite|transfer|withdraw|deposit|unsubscribe|cancel|submit',
  'log-?\\s?(?:out|off|in)|sign-?\\s?(?:out|off|in|up)|register|confirm|accept|agree|approve|reject|decline|deny|reset|clear|revoke|disable|deactivate',
  // German, Dutch
  'lösch\\w*|entfern\\w*|kauf\\w*|bezahl\\w*|zahlen|bestell\\w*|buchen|senden|abschicken|absenden|speicher\\w*|abmeld\\w*|anmeld\\w*|kündig\\w*|stornier\\w*|bestätig\\w*|akzeptier\\w*|zustimm\\w*|ablehn\\w*|verwijder\\w*|koop|kopen|betal\\w*|bestel\\w*|verzend\\w*|opslaan|uitlog\\w*|annuleer\\w*|bevestig\\w*',
  // French, Spanish, Italian, Portuguese
  'supprim\\w*|effac\\w*|achet\\w*|pay(?:er|ez)|command(?:er|ez)|réserv\\w*|envoy\\w*|enregistr\\w*|déconnect\\w*|se connecter|annul\\w*|confirm\\w*|accept\\w*|refus\\w*|résili\\w*',
  'elimin\\w*|borrar?|compr\\w*|pagar?|pedir|reservar|enviar?|guardar|cerrar sesi[óo]n|aceptar|rechazar|cancell?a\\w*|acquist\\w*|ordina\\w*|invia\\w*|salva\\w*|esci|accett\\w*|rifiut\\w*|excluir|apagar|salvar|aceitar',
  // Nordic, Polish, Czech, Turkish
  'radera|ta bort|köp|betala|beställ\\w*|skicka|spara|logga ut|slett?|slet|kjøp|køb|betal|bestill|lagre|log ud|logg ut|poista|osta|maksa|tilaa|lähetä|tallenna',
  'usuń|kup|zapłać|zamów|wyślij|zapisz|wyloguj|anuluj|smazat|koupit|zaplatit|objednat|odeslat|uložit|odhlásit|sil|satın al|öde|sipariş|gönder|kaydet|çıkış',
]
const spoken = new RegExp(`(?<![\\p{L}\\p{N}])(?:${spokenWords.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
// Without spaces between words, or with endings that no list holds.
const spokenParts =
  /удал|куп|оплат|заказ|отправ|сохран|выйти|выход|отмен|видал|надісл|削除|購入|注文|支払|送信|保存|ログアウト|キャンセル|删除|刪除|购买|購買|支付|订购|提交|发送|退出|取消|삭제|구매|결제|주문|보내기|저장|로그아웃|취소|حذف|شراء|ادفع|إرسال|تسجيل الخروج|מחק|קנה|שלם|שלח|התנתק/iu
const written =
  /(?<![a-z])(?:delete|destroy|remove|erase|purge|log-?\s?out|log-?\s?off|sign-?\s?out|unsubscribe|checkout|purchase|buy|pay|payment|deactivate|revoke|cancel)(?![a-z])/i

/** Of words that people read: a control's name. */
export const soundsHarmful = (name: string): boolean => spoken.test(name) || spokenParts.test(name)

/** Of what programs are called by: an id, a class, an address; fewer words, as these hold many that mean nothing. */
export function namesHarm(identifier: string): boolean {
  // deleteAccount, delete_account and delete-account read alike.
  return written.test(identifier.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_/.?&=:+%-]+/g, ' '))
}

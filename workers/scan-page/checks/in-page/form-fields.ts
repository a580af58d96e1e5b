/** Form fields as they are seen: which there are, what names their group, which texts are tied to them. */
import {
  closest,
  type Field,
  isExposed,
  isField,
  isSeen,
  isShown,
  labelsOf,
  namedBy,
  pick,
  spokenText,
} from '#workers/scan-page/checks/in-page/dom'

const read = new WeakMap<readonly Element[], Field[]>()

/** Those that are shown and read out. */
export function readFields(elements: readonly Element[]): readonly Field[] {
  const known = read.get(elements)
  if (known) return known
  const all = pick(elements, 'input, select, textarea').filter(
    (element): element is Field => isField(element) && isExposed(element) && isShown(element),
  )
  read.set(elements, all)
  return all
}

export const errorWords =
  /(?<![\p{L}\p{N}])(?:error|invalid|incorrect|not valid|wrong|failed|must (?:be|contain|have|not)|(?:is|are) missing|is required|are required|required field|cannot be (?:empty|blank)|can't be (?:empty|blank)|please (?:enter|fill|select|choose|provide|correct|check)|ungültig|erforderlich|fehler|obligatoire|invalide|erreur|obligatorio|no válido|non valido|obbligatorio|bitte (?:geben|füllen|wählen|prüfen|korrigieren)|ist (?:leer|falsch)|fehlt|veuillez|n[’']est pas valide|incorrecte?|invalid[ae]s?|inválid[ao]s?|introduzca|indique|campo requerido|errore|inserire|inserisci|sbagliat[ao]|ongeldige?|verplicht|fout|vul\b.{1,40}\bin|onjuiste?|błąd|błędn\p{L}+|nieprawidłow\p{L}+|wymagane|podaj|wprowadź|erro|preencha|ungültige\p{L}?|erforderlich|fel|felaktig\p{L}?|ogiltig\p{L}*|måste|krävs|ange|fyll i|fejl|feil|ugyldig\p{L}*|skal udfyldes|må fylles ut|påkrævet|obligatorisk|virhe\p{L}*|pakollinen|täytä|anna|neplatn\p{L}+|povinn\p{L}+|chyb\p{L}*|zadejte|vyplňte|érvénytelen|kötelező|hibás?|obligatoriu|eroare|introduceți|geçersiz|zorunlu\p{L}*|hata\p{L}*|girin(?:iz)?|ошибк\p{L}+|неверн\p{L}+|некорректн\p{L}+|обязательн\p{L}+|введите|заполните|укажите|помилк\p{L}+|введіть|σφάλμα|υποχρεωτικ\p{L}+|συμπληρώστε)(?![\p{L}\p{N}])|エラー|入力してください|正しくありません|错误|錯誤|无效|無效|请输入|請輸入|오류|입력해|잘못|خطأ|מלא|שגיאה/iu

/** What names the group a field stands in, as far as it is seen. */
export function groupTitle(field: Field): string {
  const group = closest(field, 'fieldset, [role="group"], section')
  if (!group) return ''
  const title = group.querySelector('legend, h1, h2, h3, h4, h5, h6, [role="heading"]')
  if (title && isSeen(title)) return spokenText(title)
  const [label] = namedBy(group, 'aria-labelledby')
  return label && isSeen(label) ? spokenText(label) : ''
}

function tiedTo(field: Field): string[] {
  const names = ['aria-describedby', 'aria-errormessage', 'aria-labelledby', 'aria-details']
  return names.flatMap((name) => (field.getAttribute(name) ?? '').split(/\s+/).filter(Boolean))
}

/** Whether the field names the text as its label, description or error message. */
export function isTied(text: Element, field: Field): boolean {
  const ids = tiedTo(field)
  if (labelsOf(field).some((label) => label.contains(text))) return true
  for (let at: Element | null = text; at; at = at.parentElement) if (at.id && ids.includes(at.id)) return true
  return ids.some((id) => text.querySelector(`#${CSS.escape(id)}`) !== null)
}

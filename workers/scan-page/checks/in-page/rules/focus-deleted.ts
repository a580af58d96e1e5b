/** Rows that a program takes away with the button that has the focus, which is then nowhere. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { hasUnreadPrograms, readPrograms } from '#workers/scan-page/checks/in-page/programs'

const deletes =
  /\.closest\(\s*['"`][^'"`]+['"`]\s*\)\s*\??\.(?:remove\(|parent(?:Node|Element)\.removeChild)|\.parent(?:Node|Element)(?:\.parent(?:Node|Element))?\.remove\(\s*\)|\$\(\s*this\s*\)\.(?:closest|parents?)\([^)]*\)\.(?:remove|fadeOut|slideUp)\(/
const held =
  /(?:const|let|var)\s+([\w$]+)\s*=\s*[^;\n]*\.closest\(\s*['"`](?:li|tr|\.[\w-]*(?:item|row|card|entry|line|task)[\w-]*|\[data-[\w-]+\])['"`]\s*\)/g
const focusing = /\.focus\(|\.trigger\(\s*['"`]focus|showModal\(/
const buttons =
  'li button, tr button, li [role="button"], tr [role="button"], [class*="item" i] button, [class*="row" i] button, [class*="card" i] button'
const called =
  /^(?:remove|delete|dismiss|clear|discard|entfernen|löschen|supprimer|retirer|eliminar|quitar|borrar|rimuovi|elimina|verwijder\p{L}*|usuń|remover|excluir|[×✕✖xX])(?!\p{L})|(?<!\p{L})(?:entfernen|löschen|verwijderen)$/iu
const fewestRows = 2

export const focusDeleted: StaticCheck = {
  rule: 'focus-deleted',
  criteria: ['2.4.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Move the focus on before the row goes: to the same button of the next row, or to the heading of the list.',
  find: (elements) => {
    const programs = readPrograms(elements).map(({ text }) => text)
    if (hasUnreadPrograms(elements) || programs.some((text) => focusing.test(text)) || !programs.some(takesRow))
      return []
    const deleting = pick(elements, buttons).filter(
      (button) => called.test(nameOf(button)) && isSeen(button) && isExposed(button),
    )
    const [first] = deleting
    if (!first || deleting.length < fewestRows) return []
    return [
      {
        element: first,
        confidence: 'medium',
        message: `${quote(nameOf(first))} takes its row away and itself with it, and no script gives the focus to anything else: it is back at the page’s start.`,
      },
    ]
  },
}

const takesRow = (program: string): boolean =>
  deletes.test(program) ||
  [...program.matchAll(held)].some(([, name = '']) =>
    new RegExp(`(?<![\\w$])${RegExp.escape(name)}\\.remove\\(\\s*\\)`).test(program),
  )

/** Headings and lists whose role hides what they are. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, pick, quote, spokenText } from '#workers/scan-page/checks/in-page/dom'

const controls = 'button, [role="tab"], [role="button"], summary, [role="option"], [role^="menuitem"]'
const owned = '[role="tab"], [role="option"], [role^="menuitem"], [role="treeitem"]'
const wrappers =
  '[role="heading"], [role="tablist"], [role="menu"], [role="menubar"], [role="listbox"], [role="tree"], [role="img"]'

export const semanticsRemoved: StaticCheck = {
  rule: 'semantics-removed',
  criteria: ['1.3.1'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Remove the role; what only looks like a heading or list is not to be marked up as one.',
  find: (elements) => [...headingsHidden(elements), ...listsHidden(elements), ...groupsHidden(elements)],
}

const headingsHidden = (elements: readonly Element[]): Hit[] =>
  pick(
    elements,
    ['none', 'presentation'].flatMap((role) => [1, 2, 3, 4, 5, 6].map((level) => `h${level}[role="${role}"]`)).join(),
  )
    .filter((element) => isExposed(element) && isSeen(element) && spokenText(element, 80) !== '')
    // Within a button or tab, or around one, nothing else could be told of it.
    .filter((element) => !element.closest(controls) && !element.querySelector(owned))
    // What wraps it may say that it is a heading, or a part of something that holds none.
    .filter((element) => !element.parentElement?.closest(wrappers))
    .map((element) => ({
      element,
      confidence: 'high',
      message: `The heading ${quote(spokenText(element, 80))} has role="${element.getAttribute('role')}", which hides that it is one.`,
    }))

const hiding = ':is([role="none" i], [role="presentation" i])'

/** Groups of fields whose question nobody hears, and terms told of as text. */
const groupsHidden = (elements: readonly Element[]): Hit[] =>
  pick(elements, `fieldset${hiding}, dl${hiding}`)
    .filter((element) => isExposed(element) && isSeen(element))
    .flatMap((element): Hit[] => {
      const role = element.getAttribute('role')
      if (element.localName === 'dl')
        return element.querySelector('dt') && element.querySelector('dd')
          ? [
              {
                element,
                tier: 'practice',
                message: `These terms have role="${role}", which hides what explains which.`,
              },
            ]
          : []
      const legend = element.querySelector(':scope > legend')
      const asked = legend ? spokenText(legend, 80) : ''
      const fields = element.querySelectorAll('input:not([type="hidden"]), select, textarea').length
      return asked === '' || fields < 2
        ? []
        : [
            {
              element,
              confidence: 'high',
              message: `The group of fields ${quote(asked)} has role="${role}", which hides that they belong together.`,
            },
          ]
    })

/** Lists of words, whose items are told of as text. */
const listsHidden = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'ul[role="none"], ul[role="presentation"], ol[role="none"], ol[role="presentation"]')
    .filter((list) => {
      const items = [...list.children]
      const isOwn =
        items.length >= 2 &&
        items.every((item) => item.matches('li:not([role])') && !item.querySelector('[role], button, input'))
      return (
        isOwn &&
        !list.closest(
          '[role="menu"], [role="menubar"], [role="tablist"], [role="tree"], [role="listbox"], [role="toolbar"], [role="radiogroup"]',
        ) &&
        isExposed(list) &&
        isSeen(list) &&
        spokenText(list, 40) !== ''
      )
    })
    .map((element) => ({
      element,
      tier: 'practice',
      message: `This list of ${element.children.length} has role="${element.getAttribute('role')}", which hides that it is one.`,
    }))

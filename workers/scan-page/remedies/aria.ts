/** Remedies for roles, states and properties of ARIA, and for ids that they refer to. */
import { type ElementWords, type RemedyRow, written } from '#workers/scan-page/remedies/remedy'

export const aria: readonly RemedyRow[] = [
  ['aria-roles aria_role_allowed', (words) => `Replace ${roleOf(words)} by one that ARIA has, or remove it.`],
  [
    'aria-allowed-role aria_role_valid',
    (words) =>
      `Remove ${roleOf(words)} from the ${words.tag === '' ? 'element' : `<${words.tag}>`}, or use an element that may have this role.`,
  ],
  [
    'aria-deprecated-role',
    (words) => `Replace ${roleOf(words)}, which ARIA has given up, by another role or by an element of HTML.`,
  ],
  [
    'aria-allowed-attr aria_attribute_allowed',
    (words) =>
      `Remove ${attributeOf(words)}, which the element’s role does not have, or give the element a role that has it.`,
  ],
  [
    'aria-prohibited-attr',
    (words) =>
      `Remove ${attributeOf(words)}, which an element of this role may not have, or give the element a role that may.`,
  ],
  [
    'aria-conditional-attr',
    'Set the state by HTML’s own attribute, e.g. checked, and remove the ARIA attribute that says it as well.',
  ],
  [
    'aria-required-attr aria_attribute_required aria_attribute_exists',
    (words) =>
      `Add ${attributeOf(words)} that ${roleOf(words)} asks for, and keep it true by script, or use HTML’s own control.`,
  ],
  ['aria-valid-attr', (words) => `Correct the spelling of ${attributeOf(words)}, or remove it.`],
  [
    'aria-valid-attr-value aria_attribute_value_valid',
    (words) =>
      `Correct the value of ${attributeOf(words)}: a word that it knows, or the id of an element that is there.`,
  ],
  ['aria_id_unique', 'Name in the ARIA attribute the id of an element that is on the page and shown.'],
  [
    'duplicate-id-aria',
    (words) =>
      `Give ${written(words, 'id', 'each id')} to one element alone, since a label or an ARIA attribute refers to it.`,
  ],
  [
    'aria-required-children aria_child_valid',
    (words) =>
      `Give the element with ${roleOf(words)} the parts that this role must hold, and no others, e.g. listitem in a list.`,
  ],
  [
    'aria-required-parent aria_parent_required',
    (words) =>
      `Put the element with ${roleOf(words)} into one of the role that it is a part of, e.g. tab into tablist, or remove its role.`,
  ],
  ['list_children_valid', 'Put only items of the list into a group that stands in a list.'],
  [
    'aria-braille-equivalent',
    'Add the aria-label or aria-roledescription that the braille attribute is the short form of.',
  ],
  ['aria-hidden-body', 'Remove aria-hidden from <body>, since it hides the whole page from screen readers.'],
  [
    'aria-hidden-focus aria_hidden_nontabbable',
    'Add inert to what aria-hidden="true" hides, so that nothing in it takes the focus, or remove aria-hidden.',
  ],
  ['aria-text', 'Move links and controls out of role="text", which is read as one text.'],
  [
    'presentation-role-conflict',
    (words) => `Remove ${roleOf(words)}, or the tabindex and ARIA attributes for which browsers ignore it.`,
  ],
  [
    'nested-interactive presentational-children-focusable aria_descendant_valid',
    'Move the inner control out of the outer one, so that they stand side by side.',
  ],
  [
    'aria_activedescendant_tabindex_valid',
    'Add tabindex="0" to the element with aria-activedescendant, so that it takes the focus.',
  ],
  [
    'aria_activedescendant_valid',
    'Name in aria-activedescendant the id of a part that is shown, or remove it while none is active.',
  ],
  ['aria_attribute_conflict', 'Remove the ARIA attribute that says otherwise than HTML’s own attribute.'],
  ['aria_attribute_redundant', 'Remove the ARIA attribute, since HTML’s own attribute says the same.'],
  [
    'aria_eventhandler_role_valid',
    'Use a <button> or a link for what reacts to the pointer, or give it the role and the keys of one.',
  ],
  [
    'combobox_active_descendant',
    'Name in aria-activedescendant of the combobox the option of its popup that is active.',
  ],
  [
    'combobox_autocomplete_valid',
    'Put aria-autocomplete on the text field of the combobox alone, with list, both or none.',
  ],
  ['combobox_design_valid', 'Put role="combobox" on the text field itself, and name its popup in aria-controls.'],
  [
    'combobox_focusable_elements',
    'Keep the focus in the text field of the combobox, and take it from the parts of its popup.',
  ],
  ['combobox_haspopup_valid', 'Name in aria-haspopup the role of the popup: listbox, tree, grid or dialog.'],
  ['combobox_popup_reference', 'Name in aria-controls of the open combobox the id of its popup.'],
]

const roleOf = (words: ElementWords): string => written(words, 'role', 'its role')

/** The attribute that the engine complains of: the first that it names. */
const attributeOf = ({ message }: ElementWords): string => /\baria-[a-z]+/.exec(message)?.[0] ?? 'the ARIA attribute'

/** Remedies for fields, their labels, groups and messages. */
import type { ElementWords, RemedyRow } from '#workers/scan-page/remedies/remedy'
import { written } from '#workers/scan-page/remedies/remedy'

export const forms: readonly RemedyRow[] = [
  ['label form-label input_label_exists', (words) => `${labelled(words)} that says what is asked for.`],
  ['select-name', (words) => `${labelled(words)} that says what is chosen.`],
  [
    'form-field-multiple-labels multiple-labels form_label_unique',
    'Join the labels of the field into one, and point at what else is to be said with aria-describedby.',
  ],
  ['label-title-only', (words) => shown(words, 'title', 'only a pointer that rests on the field shows its title')],
  [
    'label-placeholder-only',
    (words) => shown(words, 'placeholder', 'the placeholder goes as soon as something is typed'),
  ],
  ['input_label_visible', 'Show beside the field a label that stays when something is typed.'],
  ['input_label_before', 'Put the label before the field.'],
  ['input_label_after', 'Put the label after the checkbox or radio button.'],
  ['label_content_exists', 'Write into the <label> what is asked for.'],
  [
    'label_ref_valid',
    (words) => {
      const id = words.attribute('for')
      return id === undefined
        ? 'Name in the for attribute the id of the field that the label is for.'
        : `Give id="${id}" to the field that the label is for, and to no other element.`
    },
  ],
  [
    'autocomplete-valid input_autocomplete_valid',
    (words) =>
      `Replace ${written(words, 'autocomplete')} by HTML’s word for what the field takes, e.g. email, tel or given-name.`,
  ],
  [
    'accessible-authentication',
    'Let password managers fill in the field: allow pasting, and write autocomplete="current-password" or "new-password".',
  ],
  [
    'input_checkboxes_grouped input_fields_grouped',
    'Put the fields that belong together into a <fieldset> whose <legend> says what they have in common.',
  ],
  ['fieldset_label_valid', 'Give the group a name of its own: a <legend> in its <fieldset>, or aria-labelledby.'],
  ['fieldset_legend_valid', 'Give the <fieldset> one <legend> that says what its fields have in common.'],
  ['form_font_color', 'Say which fields are required by a word or sign as well as by their colour.'],
  ['form_interaction_review', 'Say beforehand that this opens a window or leads elsewhere.'],
  ['form_submit_button_exists', 'Give the form a <button> that sends it.'],
  [
    'input_onchange_review',
    'Leave sending the form and opening pages to a button, or say before the field that its change does so.',
  ],
  ['script_select_review', 'Act when a button is pressed, not as soon as an option takes the focus.'],
  ['input_haspopup_conflict', 'Remove aria-haspopup, since the list attribute says that suggestions open.'],
  ['select_options_grouped', 'Put options that belong together into an <optgroup> with a label.'],
  [
    'error_message_exists',
    'Name in aria-errormessage the id of a message that is shown while aria-invalid="true" is set.',
  ],
  ['element_accesskey_labelled', 'Give the element that has an accesskey a label that says what it is.'],
]

function labelled(words: ElementWords): string {
  if (!/^(?:input|select|textarea|)$/.test(words.tag)) return 'Point with aria-labelledby at a text'
  const id = words.attribute('id')
  return id === undefined ? 'Put the field into a <label>' : `Add a <label for="${id}">`
}

function shown(words: ElementWords, name: string, why: string): string {
  const value = words.attribute(name)
  return `Show ${value === undefined ? `the words of the ${name}` : `“${value}”`} in a <label> beside the field, since ${why}.`
}

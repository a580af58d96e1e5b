/** Remedies for buttons, links and widgets without a name, or with one that they do not show. */
import type { RemedyRow } from '#workers/scan-page/remedies/remedy'

export const controlNames: readonly RemedyRow[] = [
  [
    'button-name',
    'Write into the button what it does, or say it in aria-label where the button shows a picture alone.',
  ],
  ['input-button-name', 'Say in the value attribute what the button does.'],
  [
    'link-name a_text_purpose',
    (words) => {
      const href = words.attribute('href')
      return `Write into the link${href === undefined ? '' : ` to ${href}`} where it leads, or say it in the alt text of its picture.`
    },
  ],
  ['summary-name', 'Write into the <summary> what is shown when it is opened.'],
  ['aria-command-name', 'Write into the element, or into its aria-label, what it does.'],
  [
    'aria-input-field-name',
    'Point with aria-labelledby at the visible label of the field, or name it by aria-label where none is shown.',
  ],
  [
    'aria-toggle-field-name',
    'Say in the text beside the switch what it turns on, and point at that with aria-labelledby.',
  ],
  ['aria-meter-name', 'Say in aria-label, or in a label that aria-labelledby points at, what is measured.'],
  ['aria-progressbar-name', 'Say in aria-label what is in progress, e.g. aria-label="Uploading photos".'],
  ['aria-tab-name', 'Write into the tab what its panel shows.'],
  ['aria-tooltip-name', 'Write into the tooltip what it is to say.'],
  ['aria-treeitem-name', 'Write into the item of the tree, or into its aria-label, what it stands for.'],
  ['aria-dialog-name', 'Point with aria-labelledby at the heading of the dialog, or name it by aria-label.'],
  [
    'aria_accessiblename_exists aria_widget_labelled',
    'Name the element by a text in it, by a label that aria-labelledby points at, or by aria-label.',
  ],
  [
    'label-content-name-mismatch label-content-mismatch label_name_visible',
    (words) => {
      const name = words.attribute('aria-label')
      return `Begin the accessible name${name === undefined ? '' : `, now “${name}”,`} with the words that are seen, so that speech input finds the control by them.`
    },
  ],
]

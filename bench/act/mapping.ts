/** Which rules of the W3C's ACT each of our rules carries out: by the engines' own metadata, and by hand where that is silent. */
import type { Engines } from '#workers/scan-page/engines/engines'
import type { Finding } from '#workers/scan-page/finding'

/**
 * Rules whose metadata names no ACT rule, or not all that they carry out.
 * Source: the W3C's published implementation reports (https://www.w3.org/WAI/standards-guidelines/act/implementations/),
 * and where a report has nothing, the rule's own text beside the ACT rule's.
 */
const byHand: Record<Finding['engine'], Record<string, readonly string[]>> = {
  'axe-core': {
    'aria-prohibited-attr': ['kb1m8s'],
    list: ['bc4a75'],
    listitem: ['ff89c9'],
    'summary-name': ['2t702h'],
    'meta-viewport-large': ['b4f0c3'],
    'area-alt': ['c487ae'],
    'frame-title': ['cae760'],
    region: ['b40fd1'],
    'landmark-one-main': ['b40fd1'],
    'skip-link': ['ye5d6e'],
    'video-caption': ['f51b46'],
    'no-autoplay-audio': ['4c31df', 'aaa1bf'],
  },
  accesslint: {
    'text-alternatives/area-alt': ['c487ae'],
    'labels-and-names/input-button-name': ['97a4e1'],
    'labels-and-names/aria-command-name': ['97a4e1', 'c487ae'],
    'labels-and-names/aria-input-field-name': ['e086e5'],
    'labels-and-names/aria-toggle-field-name': ['e086e5'],
    'keyboard-accessible/nested-interactive': ['307n5z'],
    'adaptable/list-children': ['bc4a75'],
    'adaptable/listitem-parent': ['ff89c9'],
    'landmarks/region': ['b40fd1'],
    'landmarks/landmark-main': ['b40fd1'],
    'navigable/skip-link': ['ye5d6e'],
    'time-based-media/video-captions': ['f51b46'],
    'time-based-media/audio-transcript': ['2eb176'],
  },
  'ibm-equal-access': {
    aria_role_allowed: ['674b10'],
    aria_role_valid: ['674b10'],
    aria_attribute_exists: ['6a7281'],
    aria_attribute_value_valid: ['6a7281'],
    aria_id_unique: ['6a7281'],
    aria_attribute_allowed: ['5f99a7', '5c01ea', 'kb1m8s'],
    aria_attribute_valid: ['5c01ea', '46ca7f'],
    element_lang_valid: ['de46e4'],
    aria_widget_labelled: ['m6b1q3', '97a4e1', 'e086e5'],
    iframe_interactive_tabbable: ['akn7bn'],
    text_spacing_valid: ['24afc2', '9e45ec', '78fd32'],
    input_autocomplete_valid: ['73f2c2'],
    input_label_exists: ['97a4e1', 'e086e5'],
    img_alt_null: ['46ca7f'],
    html_lang_valid: ['bf051a', 'b5c3f8'],
    html_lang_exists: ['b5c3f8'],
    page_title_exists: ['2779a5'],
    imagebutton_alt_exists: ['59796f'],
    aria_accessiblename_exists: ['23a2a8', '97a4e1', 'e086e5'],
    aria_img_labelled: ['23a2a8', '7d6734'],
    aria_graphic_labelled: ['7d6734'],
    svg_graphics_labelled: ['7d6734'],
    img_alt_valid: ['23a2a8'],
    a_text_purpose: ['c487ae'],
    aria_descendant_valid: ['307n5z'],
    table_headers_ref_valid: ['a25f45'],
    aria_hidden_nontabbable: ['6cfa84'],
    meta_refresh_delay: ['bc659a'],
    meta_redirect_optional: ['bisz58'],
    meta_viewport_zoomable: ['b4f0c3'],
    object_text_exists: ['8fc3b6'],
    element_scrollable_tabbable: ['0ssw9k'],
    text_contrast_sufficient: ['afw4f7'],
    element_orientation_unlocked: ['b33eff'],
    aria_attribute_required: ['4e8ab6'],
    combobox_popup_reference: ['4e8ab6'],
    aria_parent_required: ['ff89c9'],
    aria_child_valid: ['bc4a75'],
    frame_title_exists: ['cae760'],
    label_name_visible: ['2ee8b8'],
    heading_content_exists: ['ffd0e9'],
  },
  assay: {
    'alt-file-name': ['qt1vmo'],
    'alt-uninformative': ['qt1vmo'],
    'aria-name-prohibited': ['kb1m8s'],
    'audio-alternative': ['e7aa44', '2eb176', 'afb423'],
    'audio-starts-by-itself': ['80f0bf', '4c31df', 'aaa1bf'],
    'bypass-blocks': ['cf77f2', '047fe0', 'ye5d6e', 'b40fd1', '3e12e1'],
    'character-key-shortcut': ['ffbc54'],
    'color-contrast': ['afw4f7', '09o5cg'],
    'device-motion': ['c249d5', '7677a9'],
    'error-message-vague': ['36b590'],
    'error-not-tied-to-field': ['36b590'],
    'focus-not-visible': ['oj04fd'],
    'graphic-without-alternative': ['e88epe'],
    'heading-not-descriptive': ['b49b2e'],
    'iframe-name-ambiguous': ['4b1c6c'],
    'image-hidden-with-alt': ['e88epe'],
    'image-of-text': ['0va7u6'],
    'instruction-by-looks': ['9bd38c'],
    'keyboard-trap': ['80af7b', 'a1b64e', 'ebe86a'],
    'label-ambiguous': ['cc0f0a'],
    'label-not-descriptive': ['cc0f0a'],
    'large-image-without-alternative': ['e88epe'],
    'link-text-ambiguous': ['fd3a94', 'b20e66'],
    'link-text-generic': ['5effbb', 'aizyf1'],
    'moving-text': ['efbfc7'],
    'page-language': ['ucwvc8'],
    'part-language': ['off6ek'],
    'part-without-language': ['off6ek'],
    'table-header-without-cells': ['d0f69e'],
    'text-changes-by-itself': ['efbfc7'],
    'title-not-descriptive': ['c4a8a4'],
    'video-captions': ['eac66b', 'f51b46'],
    'video-description': ['c5a4ea', '1ec09b', '1ea59c', 'ab4d13', 'c3232f', 'fd26cf', 'ee13b5', '1a02b0', 'd7ba54'],
    'zoom-clipped': ['59br37'],
  },
}

/** Of our rules that tell of two criteria: the one that a finding must break to speak of an ACT rule. */
const ofCriterion: Readonly<Record<string, string>> = { '5effbb': '2.4.4', fd3a94: '2.4.4' }

/** The ACT rules that a finding speaks of. */
export function actIdsOf(
  { engine, rule, criteria }: Pick<Finding, 'engine' | 'rule' | 'criteria'>,
  engines: Engines,
): readonly string[] {
  const own = engine === 'axe-core' ? engines.rules.axe : engine === 'accesslint' ? engines.rules.accesslint : []
  const declared = own.find((each) => each.id === rule)?.actIds ?? []
  const ids = [...declared, ...(byHand[engine][rule] ?? [])]
  if (engine !== 'assay') return ids
  return ids.filter((id) => criteria.includes(ofCriterion[id] ?? criteria[0] ?? ''))
}

/** What a rule is about, whichever engine's it is and whatever it calls it. Pure. */

// The first that fits counts. Rules that share a topic are about the same problem of an element.
const topics: readonly (readonly [topic: string, pattern: RegExp])[] = [
  ['enhanced contrast', /contrast-enhanced/],
  ['contrast', /contrast/],
  ['target size', /target-(?:size|spacing)/],
  ['label in name', /label-content|name-mismatch|label_name|label-(?:not-)?in-name/],
  ['several labels', /multiple-labels/],
  ['fallible label', /label-title-only|label-placeholder|placeholder_label/],
  ['unique frame title', /frame-title-unique/],
  ['page title', /document-title|page_title/],
  ['page language', /html-(?:has-lang|lang-valid)|html_lang|page-language/],
  ['language of parts', /valid-lang|element_lang|language-of-parts/],
  ['languages agree', /xml-lang/],
  ['redundant alternative', /redundant-alt|img_alt_redundant/],
  [
    'name',
    /(?:^|[-_])(?:name|alt)(?:$|[-_])|^label$|form-label|frame-title|label_(?:exists|unique)|-title_exists|svg_graphics_labelled/,
  ],
  ['one main', /landmark-(?:one-)?main$|no-duplicate-main|main_label/],
  ['content in landmarks', /^region$|content_landmark|aria_content_in_landmark/],
  ['one h1', /heading-one/],
  ['empty heading', /empty-heading|heading_content_exists/],
  ['heading order', /heading-order|heading_order/],
  ['fake heading', /p-as-heading|fake-heading/],
  ['list', /^(?:list|list-children|listitem|listitem-parent)$|list_structure/],
  ['definition list', /^(?:definition-list|dl-children|dlitem)$/],
  ['viewport', /meta-viewport|meta_viewport/],
  ['refresh', /meta-refresh|meta_refresh|refresh-by-itself/],
  ['bypass', /bypass|skip-link|skip_main/],
  ['hidden focus', /hidden-focus|aria_hidden_nontabbable/],
  ['hidden body', /hidden-body/],
  ['nested controls', /nested-interactive|presentational-children-focusable|aria_descendant_valid|control-in-link/],
  ['scrollable', /scrollable/],
  ['stop at a text', /^focus-order(?:-semantics)?$|text-in-tab-order/],
  ['positive tabindex', /^tabindex$|tabindex_positive/],
  ['focus visible', /focus-visible|focus_visible/],
  ['captions', /video-caption|captions?$/],
  ['sound by itself', /autoplay-audio|audio-starts-by-itself|media_autostart/],
  ['transcript', /audio-transcript|audio-alternative/],
  ['text spacing', /letter-spacing|word-spacing|line-height|inline-spacing|text[-_]spacing/],
  ['orientation', /orientation/],
  ['link by colour', /link-in-text-block/],
  ['autocomplete', /autocomplete/],
  ['allowed attribute', /allowed-attr|prohibited-attr|attribute_allowed|conditional-attr/],
  ['required attribute', /required-attr|required_attributes|attribute_required/],
  ['valid attribute value', /valid-attr-value|attribute_value_valid|aria_id_unique/],
  ['valid attribute', /valid-attr|aria_attribute_valid/],
  ['required children', /required-children|child_valid|child_tabbable/],
  ['required parent', /required-parent|parent_valid/],
  ['role', /allowed-role|role_allowed|aria-roles?$|role_valid/],
  ['duplicate id', /duplicate-id|id_unique/],
  ['header cells', /td-has-header|th-has-data|headers?-attr|headers_exists|table_headers|table-head-apart/],
  ['scope', /scope/],
]

/** Undefined for one that is known to have counterparts in no other engine. */
export function topicOf(rule: string): string | undefined {
  const name = rule.slice(rule.lastIndexOf('/') + 1)
  return topics.find(([, pattern]) => pattern.test(name))?.[0]
}

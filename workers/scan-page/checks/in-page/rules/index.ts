/** Every check that judges a page by looking alone, each in a file of its own: a new one is a line here. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { abbreviationUnexplained } from '#workers/scan-page/checks/in-page/rules/abbreviation-unexplained'
import { actWithoutCheck } from '#workers/scan-page/checks/in-page/rules/act-without-check'
import { addressForOther } from '#workers/scan-page/checks/in-page/rules/address-for-other'
import { altClickWords } from '#workers/scan-page/checks/in-page/rules/alt-click-words'
import { altCreditAlone } from '#workers/scan-page/checks/in-page/rules/alt-credit-alone'
import { altEmptyWithTitle } from '#workers/scan-page/checks/in-page/rules/alt-empty-with-title'
import { altFileName } from '#workers/scan-page/checks/in-page/rules/alt-file-name'
import { altKeptByScript } from '#workers/scan-page/checks/in-page/rules/alt-kept-by-script'
import { altSameForDifferent } from '#workers/scan-page/checks/in-page/rules/alt-same-for-different'
import { altSaysPicture } from '#workers/scan-page/checks/in-page/rules/alt-says-picture'
import { altTitleRedundant } from '#workers/scan-page/checks/in-page/rules/alt-title-redundant'
import { altTooLong } from '#workers/scan-page/checks/in-page/rules/alt-too-long'
import { altUninformative } from '#workers/scan-page/checks/in-page/rules/alt-uninformative'
import { altWithoutData } from '#workers/scan-page/checks/in-page/rules/alt-without-data'
import { answersLostInTime } from '#workers/scan-page/checks/in-page/rules/answers-lost-in-time'
import { areaNotNamed } from '#workers/scan-page/checks/in-page/rules/area-not-named'
import { ariaNameProhibited } from '#workers/scan-page/checks/in-page/rules/aria-name-prohibited'
import { askedOnLoad } from '#workers/scan-page/checks/in-page/rules/asked-on-load'
import { audioAlternative } from '#workers/scan-page/checks/in-page/rules/audio-alternative'
import { audioStartsByItself } from '#workers/scan-page/checks/in-page/rules/audio-starts-by-itself'
import { autocompleteMismatch } from '#workers/scan-page/checks/in-page/rules/autocomplete-mismatch'
import { autocompleteMissing } from '#workers/scan-page/checks/in-page/rules/autocomplete-missing'
import { backgroundPictureAlone } from '#workers/scan-page/checks/in-page/rules/background-picture-alone'
import { buttonLeadsAway } from '#workers/scan-page/checks/in-page/rules/button-leads-away'
import { buttonNamedBySign } from '#workers/scan-page/checks/in-page/rules/button-named-by-sign'
import { buttonResets } from '#workers/scan-page/checks/in-page/rules/button-resets'
import { buttonTextGeneric } from '#workers/scan-page/checks/in-page/rules/button-text-generic'
import { buttonsNumbered } from '#workers/scan-page/checks/in-page/rules/buttons-numbered'
import { bypassBlocks } from '#workers/scan-page/checks/in-page/rules/bypass-blocks'
import { captchaWithoutOtherWay } from '#workers/scan-page/checks/in-page/rules/captcha-without-other-way'
import { captionRepeatsAlternative } from '#workers/scan-page/checks/in-page/rules/caption-repeats-alternative'
import { captionsThin } from '#workers/scan-page/checks/in-page/rules/captions-thin'
import { changeActs } from '#workers/scan-page/checks/in-page/rules/change-acts'
import { choicesWithoutGroup } from '#workers/scan-page/checks/in-page/rules/choices-without-group'
import { chosenByColor } from '#workers/scan-page/checks/in-page/rules/chosen-by-color'
import { chosenNotTold } from '#workers/scan-page/checks/in-page/rules/chosen-not-told'
import { chosenTwice } from '#workers/scan-page/checks/in-page/rules/chosen-twice'
import { codeInSingleBoxes } from '#workers/scan-page/checks/in-page/rules/code-in-single-boxes'
import { colorWithoutBackground } from '#workers/scan-page/checks/in-page/rules/color-without-background'
import { compositeWithoutFocus } from '#workers/scan-page/checks/in-page/rules/composite-without-focus'
import { contrastByCss } from '#workers/scan-page/checks/in-page/rules/contrast-by-css'
import { contrastOnHover } from '#workers/scan-page/checks/in-page/rules/contrast-on-hover'
import { controlBehindLabel } from '#workers/scan-page/checks/in-page/rules/control-behind-label'
import { controlInLink } from '#workers/scan-page/checks/in-page/rules/control-in-link'
import { controlNamedByPicture } from '#workers/scan-page/checks/in-page/rules/control-named-by-picture'
import { conversationNotAnnounced } from '#workers/scan-page/checks/in-page/rules/conversation-not-announced'
import { copyingBlocked } from '#workers/scan-page/checks/in-page/rules/copying-blocked'
import { currentNotTold } from '#workers/scan-page/checks/in-page/rules/current-not-told'
import { descriptionRedundant } from '#workers/scan-page/checks/in-page/rules/description-redundant'
import { dialogAfterTime } from '#workers/scan-page/checks/in-page/rules/dialog-after-time'
import { dialogWithoutName } from '#workers/scan-page/checks/in-page/rules/dialog-without-name'
import { doctypeMissing } from '#workers/scan-page/checks/in-page/rules/doctype-missing'
import { dragAlone } from '#workers/scan-page/checks/in-page/rules/drag-alone'
import { draggedByScript } from '#workers/scan-page/checks/in-page/rules/dragged-by-script'
import { drawingByCharacters } from '#workers/scan-page/checks/in-page/rules/drawing-by-characters'
import { drawingEndless } from '#workers/scan-page/checks/in-page/rules/drawing-endless'
import { dropAlone } from '#workers/scan-page/checks/in-page/rules/drop-alone'
import { duplicateId } from '#workers/scan-page/checks/in-page/rules/duplicate-id'
import { editableWithoutName } from '#workers/scan-page/checks/in-page/rules/editable-without-name'
import { emphasisByStyle } from '#workers/scan-page/checks/in-page/rules/emphasis-by-style'
import { emptyList } from '#workers/scan-page/checks/in-page/rules/empty-list'
import { emptyParagraph } from '#workers/scan-page/checks/in-page/rules/empty-paragraph'
import { entryAskedTwice } from '#workers/scan-page/checks/in-page/rules/entry-asked-twice'
import { errorByColourAlone } from '#workers/scan-page/checks/in-page/rules/error-by-colour-alone'
import { errorHiddenFromReaders } from '#workers/scan-page/checks/in-page/rules/error-hidden-from-readers'
import { errorMessageVague } from '#workers/scan-page/checks/in-page/rules/error-message-vague'
import { errorNotTiedToField } from '#workers/scan-page/checks/in-page/rules/error-not-tied-to-field'
import { errorSharedByFields } from '#workers/scan-page/checks/in-page/rules/error-shared-by-fields'
import { errorTiedToWrongField } from '#workers/scan-page/checks/in-page/rules/error-tied-to-wrong-field'
import { errorWithoutMessage } from '#workers/scan-page/checks/in-page/rules/error-without-message'
import { fieldBoundaryFaint } from '#workers/scan-page/checks/in-page/rules/field-boundary-faint'
import { fieldGroundAlone } from '#workers/scan-page/checks/in-page/rules/field-ground-alone'
import { fieldTextFixed } from '#workers/scan-page/checks/in-page/rules/field-text-fixed'
import { fieldsetWithoutFields } from '#workers/scan-page/checks/in-page/rules/fieldset-without-fields'
import { fieldsetWithoutLegend } from '#workers/scan-page/checks/in-page/rules/fieldset-without-legend'
import { flashing } from '#workers/scan-page/checks/in-page/rules/flashing'
import { focusDeleted } from '#workers/scan-page/checks/in-page/rules/focus-deleted'
import { focusFaint } from '#workers/scan-page/checks/in-page/rules/focus-faint'
import { focusRemovedByScript } from '#workers/scan-page/checks/in-page/rules/focus-removed-by-script'
import { fontSizeByViewport } from '#workers/scan-page/checks/in-page/rules/font-size-by-viewport'
import { formWithoutSubmit } from '#workers/scan-page/checks/in-page/rules/form-without-submit'
import { formatNotTold } from '#workers/scan-page/checks/in-page/rules/format-not-told'
import { functionNamedTwice } from '#workers/scan-page/checks/in-page/rules/function-named-twice'
import { gifEndless } from '#workers/scan-page/checks/in-page/rules/gif-endless'
import { graphicFaint } from '#workers/scan-page/checks/in-page/rules/graphic-faint'
import { graphicWithoutAlternative } from '#workers/scan-page/checks/in-page/rules/graphic-without-alternative'
import { headingAmbiguous } from '#workers/scan-page/checks/in-page/rules/heading-ambiguous'
import { headingByLooks } from '#workers/scan-page/checks/in-page/rules/heading-by-looks'
import { headingForItsSize } from '#workers/scan-page/checks/in-page/rules/heading-for-its-size'
import { headingInControl } from '#workers/scan-page/checks/in-page/rules/heading-in-control'
import { headingNotDescriptive } from '#workers/scan-page/checks/in-page/rules/heading-not-descriptive'
import { headingOfPageTwice } from '#workers/scan-page/checks/in-page/rules/heading-of-page-twice'
import { headingOverNothing } from '#workers/scan-page/checks/in-page/rules/heading-over-nothing'
import { headingTooLong } from '#workers/scan-page/checks/in-page/rules/heading-too-long'
import { helpInTitleAlone } from '#workers/scan-page/checks/in-page/rules/help-in-title-alone'
import { hintNotTiedToField } from '#workers/scan-page/checks/in-page/rules/hint-not-tied-to-field'
import { iconWordRead } from '#workers/scan-page/checks/in-page/rules/icon-word-read'
import { iframeNameAmbiguous } from '#workers/scan-page/checks/in-page/rules/iframe-name-ambiguous'
import { imageBroken } from '#workers/scan-page/checks/in-page/rules/image-broken'
import { imageHiddenWithAlt } from '#workers/scan-page/checks/in-page/rules/image-hidden-with-alt'
import { imageOfText } from '#workers/scan-page/checks/in-page/rules/image-of-text'
import { instructionByLooks } from '#workers/scan-page/checks/in-page/rules/instruction-by-looks'
import { keyByColor } from '#workers/scan-page/checks/in-page/rules/key-by-color'
import { labelAmbiguous } from '#workers/scan-page/checks/in-page/rules/label-ambiguous'
import { labelBeforeChoice } from '#workers/scan-page/checks/in-page/rules/label-before-choice'
import { labelNotDescriptive } from '#workers/scan-page/checks/in-page/rules/label-not-descriptive'
import { labelNotInName } from '#workers/scan-page/checks/in-page/rules/label-not-in-name'
import { labelNotSeen } from '#workers/scan-page/checks/in-page/rules/label-not-seen'
import { labelOfOtherField } from '#workers/scan-page/checks/in-page/rules/label-of-other-field'
import { labelWithoutField } from '#workers/scan-page/checks/in-page/rules/label-without-field'
import { languageNameUnmarked } from '#workers/scan-page/checks/in-page/rules/language-name-unmarked'
import { largeImageWithoutAlternative } from '#workers/scan-page/checks/in-page/rules/large-image-without-alternative'
import { lettersReplaced } from '#workers/scan-page/checks/in-page/rules/letters-replaced'
import { lettersSpacedOut } from '#workers/scan-page/checks/in-page/rules/letters-spaced-out'
import { lineBreaksForParagraphs } from '#workers/scan-page/checks/in-page/rules/line-breaks-for-paragraphs'
import { linkFileFormat } from '#workers/scan-page/checks/in-page/rules/link-file-format'
import { linkHoldsCard } from '#workers/scan-page/checks/in-page/rules/link-holds-card'
import { linkIndistinct } from '#workers/scan-page/checks/in-page/rules/link-indistinct'
import { linkNamePunctuation } from '#workers/scan-page/checks/in-page/rules/link-name-punctuation'
import { linkNewWindow } from '#workers/scan-page/checks/in-page/rules/link-new-window'
import { linkRecording } from '#workers/scan-page/checks/in-page/rules/link-recording'
import { linkScriptAddress } from '#workers/scan-page/checks/in-page/rules/link-script-address'
import { linkSkippedByTab } from '#workers/scan-page/checks/in-page/rules/link-skipped-by-tab'
import { linkTargetMissing } from '#workers/scan-page/checks/in-page/rules/link-target-missing'
import { linkTextAddress } from '#workers/scan-page/checks/in-page/rules/link-text-address'
import { linkTextAmbiguous } from '#workers/scan-page/checks/in-page/rules/link-text-ambiguous'
import { linkTextGeneric } from '#workers/scan-page/checks/in-page/rules/link-text-generic'
import { linkTextLong } from '#workers/scan-page/checks/in-page/rules/link-text-long'
import { linkTitleRedundant } from '#workers/scan-page/checks/in-page/rules/link-title-redundant'
import { linksAdjacent } from '#workers/scan-page/checks/in-page/rules/links-adjacent'
import { linksNotSeparated } from '#workers/scan-page/checks/in-page/rules/links-not-separated'
import { listByLooks } from '#workers/scan-page/checks/in-page/rules/list-by-looks'
import { listInPieces } from '#workers/scan-page/checks/in-page/rules/list-in-pieces'
import { lookalikeLetters } from '#workers/scan-page/checks/in-page/rules/lookalike-letters'
import { lostInPrint } from '#workers/scan-page/checks/in-page/rules/lost-in-print'
import { mainAroundAll } from '#workers/scan-page/checks/in-page/rules/main-around-all'
import { meaningByColor } from '#workers/scan-page/checks/in-page/rules/meaning-by-color'
import { meaningByLetters } from '#workers/scan-page/checks/in-page/rules/meaning-by-letters'
import { messageNotAnnounced } from '#workers/scan-page/checks/in-page/rules/message-not-announced'
import { motionOnScroll } from '#workers/scan-page/checks/in-page/rules/motion-on-scroll'
import { movingText } from '#workers/scan-page/checks/in-page/rules/moving-text'
import { nameInOtherLanguage } from '#workers/scan-page/checks/in-page/rules/name-in-other-language'
import { nameLeftOver } from '#workers/scan-page/checks/in-page/rules/name-left-over'
import { navigationByLooks } from '#workers/scan-page/checks/in-page/rules/navigation-by-looks'
import { navigationReordered } from '#workers/scan-page/checks/in-page/rules/navigation-reordered'
import { navigationWithoutLinks } from '#workers/scan-page/checks/in-page/rules/navigation-without-links'
import { obsoleteAttribute } from '#workers/scan-page/checks/in-page/rules/obsolete-attribute'
import { obsoleteElement } from '#workers/scan-page/checks/in-page/rules/obsolete-element'
import { optionsGroupedByLooks } from '#workers/scan-page/checks/in-page/rules/options-grouped-by-looks'
import { orderByStyle } from '#workers/scan-page/checks/in-page/rules/order-by-style'
import { orientationAskedFor } from '#workers/scan-page/checks/in-page/rules/orientation-asked-for'
import { overlayWithoutRole } from '#workers/scan-page/checks/in-page/rules/overlay-without-role'
import { partInOtherScript } from '#workers/scan-page/checks/in-page/rules/part-in-other-script'
import { passwordByLetters } from '#workers/scan-page/checks/in-page/rules/password-by-letters'
import { pasteBlocked } from '#workers/scan-page/checks/in-page/rules/paste-blocked'
import { placeholderContrast } from '#workers/scan-page/checks/in-page/rules/placeholder-contrast'
import { progressByLooks } from '#workers/scan-page/checks/in-page/rules/progress-by-looks'
import { quotationByLooks } from '#workers/scan-page/checks/in-page/rules/quotation-by-looks'
import { quotationForIndent } from '#workers/scan-page/checks/in-page/rules/quotation-for-indent'
import { ratingByStars } from '#workers/scan-page/checks/in-page/rules/rating-by-stars'
import { refreshByItself } from '#workers/scan-page/checks/in-page/rules/refresh-by-itself'
import { requiredByColor } from '#workers/scan-page/checks/in-page/rules/required-by-color'
import { requiredByLooks } from '#workers/scan-page/checks/in-page/rules/required-by-looks'
import { requiredByPicture } from '#workers/scan-page/checks/in-page/rules/required-by-picture'
import { requiredNotTold } from '#workers/scan-page/checks/in-page/rules/required-not-told'
import { roleSaidInName } from '#workers/scan-page/checks/in-page/rules/role-said-in-name'
import { rolesForPrograms } from '#workers/scan-page/checks/in-page/rules/roles-for-programs'
import { semanticsRemoved } from '#workers/scan-page/checks/in-page/rules/semantics-removed'
import { sentencesLong } from '#workers/scan-page/checks/in-page/rules/sentences-long'
import { signByStyle } from '#workers/scan-page/checks/in-page/rules/sign-by-style'
import { signForWord } from '#workers/scan-page/checks/in-page/rules/sign-for-word'
import { signTellsAlone } from '#workers/scan-page/checks/in-page/rules/sign-tells-alone'
import { skipLinkUnreachable } from '#workers/scan-page/checks/in-page/rules/skip-link-unreachable'
import { slidesByScript } from '#workers/scan-page/checks/in-page/rules/slides-by-script'
import { sortNotTold } from '#workers/scan-page/checks/in-page/rules/sort-not-told'
import { soundByScript } from '#workers/scan-page/checks/in-page/rules/sound-by-script'
import { spacerImage } from '#workers/scan-page/checks/in-page/rules/spacer-image'
import { stateByColorAlone } from '#workers/scan-page/checks/in-page/rules/state-by-color-alone'
import { stateToldWrong } from '#workers/scan-page/checks/in-page/rules/state-told-wrong'
import { strengthByColor } from '#workers/scan-page/checks/in-page/rules/strength-by-color'
import { submitDisabled } from '#workers/scan-page/checks/in-page/rules/submit-disabled'
import { tableByLooks } from '#workers/scan-page/checks/in-page/rules/table-by-looks'
import { tableCaptionAsCell } from '#workers/scan-page/checks/in-page/rules/table-caption-as-cell'
import { tableForLayout } from '#workers/scan-page/checks/in-page/rules/table-for-layout'
import { tableHeadApart } from '#workers/scan-page/checks/in-page/rules/table-head-apart'
import { tableHeaderAmongData } from '#workers/scan-page/checks/in-page/rules/table-header-among-data'
import { tableHeaderWithoutCells } from '#workers/scan-page/checks/in-page/rules/table-header-without-cells'
import { tableHeadersByLooks } from '#workers/scan-page/checks/in-page/rules/table-headers-by-looks'
import { tableHeadersWithoutScope } from '#workers/scan-page/checks/in-page/rules/table-headers-without-scope'
import { tableHeadersWrong } from '#workers/scan-page/checks/in-page/rules/table-headers-wrong'
import { tableInHeader } from '#workers/scan-page/checks/in-page/rules/table-in-header'
import { tableMarkedPresentational } from '#workers/scan-page/checks/in-page/rules/table-marked-presentational'
import { tablePreformatted } from '#workers/scan-page/checks/in-page/rules/table-preformatted'
import { tableRagged } from '#workers/scan-page/checks/in-page/rules/table-ragged'
import { tableReadAcross } from '#workers/scan-page/checks/in-page/rules/table-read-across'
import { tabsWithoutPanel } from '#workers/scan-page/checks/in-page/rules/tabs-without-panel'
import { tabsWithoutSelected } from '#workers/scan-page/checks/in-page/rules/tabs-without-selected'
import { targetBelowFinger } from '#workers/scan-page/checks/in-page/rules/target-below-finger'
import { targetUnderBar } from '#workers/scan-page/checks/in-page/rules/target-under-bar'
import { testToLogIn } from '#workers/scan-page/checks/in-page/rules/test-to-log-in'
import { textAllCapitals } from '#workers/scan-page/checks/in-page/rules/text-all-capitals'
import { textAllItalics } from '#workers/scan-page/checks/in-page/rules/text-all-italics'
import { textCutWhenLarger } from '#workers/scan-page/checks/in-page/rules/text-cut-when-larger'
import { textDirection } from '#workers/scan-page/checks/in-page/rules/text-direction'
import { textHiddenFromReaders } from '#workers/scan-page/checks/in-page/rules/text-hidden-from-readers'
import { textInTabOrder } from '#workers/scan-page/checks/in-page/rules/text-in-tab-order'
import { textJustified } from '#workers/scan-page/checks/in-page/rules/text-justified'
import { textLeftOver } from '#workers/scan-page/checks/in-page/rules/text-left-over'
import { textLinesTight } from '#workers/scan-page/checks/in-page/rules/text-lines-tight'
import { textOnCanvas } from '#workers/scan-page/checks/in-page/rules/text-on-canvas'
import { textStruckByStyle } from '#workers/scan-page/checks/in-page/rules/text-struck-by-style'
import { textTiny } from '#workers/scan-page/checks/in-page/rules/text-tiny'
import { textUnderlined } from '#workers/scan-page/checks/in-page/rules/text-underlined'
import { textWithoutHeadings } from '#workers/scan-page/checks/in-page/rules/text-without-headings'
import { timeLimitByScript } from '#workers/scan-page/checks/in-page/rules/time-limit-by-script'
import { tipByHoverAlone } from '#workers/scan-page/checks/in-page/rules/tip-by-hover-alone'
import { titleBlinks } from '#workers/scan-page/checks/in-page/rules/title-blinks'
import { titleNotDescriptive } from '#workers/scan-page/checks/in-page/rules/title-not-descriptive'
import { valueBeyondLimits } from '#workers/scan-page/checks/in-page/rules/value-beyond-limits'
import { videoCaptions } from '#workers/scan-page/checks/in-page/rules/video-captions'
import { videoDescription } from '#workers/scan-page/checks/in-page/rules/video-description'
import { videoEndless } from '#workers/scan-page/checks/in-page/rules/video-endless'
import { windowOpenedOnLoad } from '#workers/scan-page/checks/in-page/rules/window-opened-on-load'
import { wordsByCss } from '#workers/scan-page/checks/in-page/rules/words-by-css'
import { zoomRefusedByScript } from '#workers/scan-page/checks/in-page/rules/zoom-refused-by-script'

export const staticChecks: readonly StaticCheck[] = [
  abbreviationUnexplained,
  actWithoutCheck,
  addressForOther,
  altClickWords,
  altCreditAlone,
  altEmptyWithTitle,
  altFileName,
  altKeptByScript,
  altSameForDifferent,
  altSaysPicture,
  altTitleRedundant,
  altTooLong,
  altUninformative,
  altWithoutData,
  answersLostInTime,
  areaNotNamed,
  ariaNameProhibited,
  askedOnLoad,
  audioAlternative,
  audioStartsByItself,
  autocompleteMismatch,
  autocompleteMissing,
  backgroundPictureAlone,
  buttonLeadsAway,
  buttonNamedBySign,
  buttonResets,
  buttonTextGeneric,
  buttonsNumbered,
  bypassBlocks,
  captchaWithoutOtherWay,
  captionRepeatsAlternative,
  captionsThin,
  changeActs,
  choicesWithoutGroup,
  chosenByColor,
  chosenNotTold,
  chosenTwice,
  codeInSingleBoxes,
  colorWithoutBackground,
  compositeWithoutFocus,
  contrastByCss,
  contrastOnHover,
  controlBehindLabel,
  controlInLink,
  controlNamedByPicture,
  conversationNotAnnounced,
  copyingBlocked,
  currentNotTold,
  descriptionRedundant,
  dialogAfterTime,
  dialogWithoutName,
  doctypeMissing,
  dragAlone,
  draggedByScript,
  drawingByCharacters,
  drawingEndless,
  dropAlone,
  duplicateId,
  editableWithoutName,
  emphasisByStyle,
  emptyList,
  emptyParagraph,
  entryAskedTwice,
  errorByColourAlone,
  errorHiddenFromReaders,
  errorMessageVague,
  errorNotTiedToField,
  errorSharedByFields,
  errorTiedToWrongField,
  errorWithoutMessage,
  fieldBoundaryFaint,
  fieldGroundAlone,
  fieldTextFixed,
  fieldsetWithoutFields,
  fieldsetWithoutLegend,
  flashing,
  focusDeleted,
  focusFaint,
  focusRemovedByScript,
  fontSizeByViewport,
  formWithoutSubmit,
  formatNotTold,
  functionNamedTwice,
  gifEndless,
  graphicFaint,
  graphicWithoutAlternative,
  headingAmbiguous,
  headingByLooks,
  headingForItsSize,
  headingInControl,
  headingNotDescriptive,
  headingOfPageTwice,
  headingOverNothing,
  headingTooLong,
  helpInTitleAlone,
  hintNotTiedToField,
  iconWordRead,
  iframeNameAmbiguous,
  imageBroken,
  imageHiddenWithAlt,
  imageOfText,
  instructionByLooks,
  keyByColor,
  labelAmbiguous,
  labelBeforeChoice,
  labelNotDescriptive,
  labelNotInName,
  labelNotSeen,
  labelOfOtherField,
  labelWithoutField,
  languageNameUnmarked,
  largeImageWithoutAlternative,
  lettersReplaced,
  lettersSpacedOut,
  lineBreaksForParagraphs,
  linkFileFormat,
  linkHoldsCard,
  linkIndistinct,
  linkNamePunctuation,
  linkNewWindow,
  linkRecording,
  linkScriptAddress,
  linkSkippedByTab,
  linkTargetMissing,
  linkTextAddress,
  linkTextAmbiguous,
  linkTextGeneric,
  linkTextLong,
  linkTitleRedundant,
  linksAdjacent,
  linksNotSeparated,
  listByLooks,
  listInPieces,
  lookalikeLetters,
  lostInPrint,
  mainAroundAll,
  meaningByColor,
  meaningByLetters,
  messageNotAnnounced,
  motionOnScroll,
  movingText,
  nameInOtherLanguage,
  nameLeftOver,
  navigationByLooks,
  navigationReordered,
  navigationWithoutLinks,
  obsoleteAttribute,
  obsoleteElement,
  optionsGroupedByLooks,
  orderByStyle,
  orientationAskedFor,
  overlayWithoutRole,
  partInOtherScript,
  passwordByLetters,
  pasteBlocked,
  placeholderContrast,
  progressByLooks,
  quotationByLooks,
  quotationForIndent,
  ratingByStars,
  refreshByItself,
  requiredByColor,
  requiredByLooks,
  requiredByPicture,
  requiredNotTold,
  roleSaidInName,
  rolesForPrograms,
  semanticsRemoved,
  sentencesLong,
  signByStyle,
  signForWord,
  signTellsAlone,
  skipLinkUnreachable,
  slidesByScript,
  sortNotTold,
  soundByScript,
  spacerImage,
  stateByColorAlone,
  stateToldWrong,
  strengthByColor,
  submitDisabled,
  tableByLooks,
  tableCaptionAsCell,
  tableForLayout,
  tableHeadApart,
  tableHeaderAmongData,
  tableHeaderWithoutCells,
  tableHeadersByLooks,
  tableHeadersWithoutScope,
  tableHeadersWrong,
  tableInHeader,
  tableMarkedPresentational,
  tablePreformatted,
  tableRagged,
  tableReadAcross,
  tabsWithoutPanel,
  tabsWithoutSelected,
  targetBelowFinger,
  targetUnderBar,
  testToLogIn,
  textAllCapitals,
  textAllItalics,
  textCutWhenLarger,
  textDirection,
  textHiddenFromReaders,
  textInTabOrder,
  textJustified,
  textLeftOver,
  textLinesTight,
  textOnCanvas,
  textStruckByStyle,
  textTiny,
  textUnderlined,
  textWithoutHeadings,
  timeLimitByScript,
  tipByHoverAlone,
  titleBlinks,
  titleNotDescriptive,
  valueBeyondLimits,
  videoCaptions,
  videoDescription,
  videoEndless,
  windowOpenedOnLoad,
  wordsByCss,
  zoomRefusedByScript,
]

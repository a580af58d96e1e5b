/** Every check that judges a page by looking alone, each in a file of its own: a new one is a line here. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { altFileName } from '#workers/scan-page/checks/in-page/rules/alt-file-name'
import { altUninformative } from '#workers/scan-page/checks/in-page/rules/alt-uninformative'
import { ariaNameProhibited } from '#workers/scan-page/checks/in-page/rules/aria-name-prohibited'
import { audioAlternative } from '#workers/scan-page/checks/in-page/rules/audio-alternative'
import { audioStartsByItself } from '#workers/scan-page/checks/in-page/rules/audio-starts-by-itself'
import { bypassBlocks } from '#workers/scan-page/checks/in-page/rules/bypass-blocks'
import { errorByColourAlone } from '#workers/scan-page/checks/in-page/rules/error-by-colour-alone'
import { errorHiddenFromReaders } from '#workers/scan-page/checks/in-page/rules/error-hidden-from-readers'
import { errorMessageVague } from '#workers/scan-page/checks/in-page/rules/error-message-vague'
import { errorNotTiedToField } from '#workers/scan-page/checks/in-page/rules/error-not-tied-to-field'
import { errorSharedByFields } from '#workers/scan-page/checks/in-page/rules/error-shared-by-fields'
import { errorTiedToWrongField } from '#workers/scan-page/checks/in-page/rules/error-tied-to-wrong-field'
import { graphicWithoutAlternative } from '#workers/scan-page/checks/in-page/rules/graphic-without-alternative'
import { headingNotDescriptive } from '#workers/scan-page/checks/in-page/rules/heading-not-descriptive'
import { hintNotTiedToField } from '#workers/scan-page/checks/in-page/rules/hint-not-tied-to-field'
import { iframeNameAmbiguous } from '#workers/scan-page/checks/in-page/rules/iframe-name-ambiguous'
import { imageHiddenWithAlt } from '#workers/scan-page/checks/in-page/rules/image-hidden-with-alt'
import { imageOfText } from '#workers/scan-page/checks/in-page/rules/image-of-text'
import { instructionByLooks } from '#workers/scan-page/checks/in-page/rules/instruction-by-looks'
import { labelAmbiguous } from '#workers/scan-page/checks/in-page/rules/label-ambiguous'
import { labelNotDescriptive } from '#workers/scan-page/checks/in-page/rules/label-not-descriptive'
import { largeImageWithoutAlternative } from '#workers/scan-page/checks/in-page/rules/large-image-without-alternative'
import { linkTextAmbiguous } from '#workers/scan-page/checks/in-page/rules/link-text-ambiguous'
import { linkTextGeneric } from '#workers/scan-page/checks/in-page/rules/link-text-generic'
import { movingText } from '#workers/scan-page/checks/in-page/rules/moving-text'
import { obsoleteElement } from '#workers/scan-page/checks/in-page/rules/obsolete-element'
import { tableHeaderWithoutCells } from '#workers/scan-page/checks/in-page/rules/table-header-without-cells'
import { textDirection } from '#workers/scan-page/checks/in-page/rules/text-direction'
import { titleNotDescriptive } from '#workers/scan-page/checks/in-page/rules/title-not-descriptive'
import { videoCaptions } from '#workers/scan-page/checks/in-page/rules/video-captions'
import { videoDescription } from '#workers/scan-page/checks/in-page/rules/video-description'

export const staticChecks: readonly StaticCheck[] = [
  altFileName,
  altUninformative,
  ariaNameProhibited,
  audioAlternative,
  audioStartsByItself,
  bypassBlocks,
  errorByColourAlone,
  errorHiddenFromReaders,
  errorMessageVague,
  errorNotTiedToField,
  errorSharedByFields,
  errorTiedToWrongField,
  graphicWithoutAlternative,
  headingNotDescriptive,
  hintNotTiedToField,
  iframeNameAmbiguous,
  imageHiddenWithAlt,
  imageOfText,
  instructionByLooks,
  labelAmbiguous,
  labelNotDescriptive,
  largeImageWithoutAlternative,
  linkTextAmbiguous,
  linkTextGeneric,
  movingText,
  obsoleteElement,
  tableHeaderWithoutCells,
  textDirection,
  titleNotDescriptive,
  videoCaptions,
  videoDescription,
]

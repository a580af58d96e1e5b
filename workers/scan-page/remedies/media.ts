/** Remedies for recordings, frames, and what moves or reloads by itself. */
import type { RemedyRow } from '#workers/scan-page/remedies/remedy'

export const media: readonly RemedyRow[] = [
  [
    'video-caption video-captions caption_track_exists',
    'Add a <track kind="captions"> with all that is said, and the sounds that matter.',
  ],
  ['audio-transcript', 'Give beside the recording a text of all that is said, or a link to one.'],
  [
    'no-autoplay-audio media_autostart_controllable',
    'Remove autoplay, or begin the page with a control that stops the sound.',
  ],
  ['media_alt_exists', 'Name the recording by its title, in aria-label or beside it, instead of its file name.'],
  ['blink blink_elem_deprecated blink_css_review', 'Replace what blinks by text that stands still, e.g. in <strong>.'],
  ['marquee marquee_elem_avoid', 'Replace the <marquee> by text that stands still.'],
  [
    'meta-refresh meta-refresh-no-exceptions meta-refresh-no-exception meta_refresh_delay',
    'Remove the refresh: send people on from the server at once, or let them reload by themselves.',
  ],
  ['frame-title frame_title_exists', 'Say in the title attribute of the frame what it shows.'],
  ['frame-title-unique', 'Give each frame a title of its own that says what it shows.'],
  ['frame_src_valid', 'Show in the frame an HTML page in which pictures and files have a text alternative.'],
]

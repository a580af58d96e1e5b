/** Recordings that a page plays, with what stands near them. */
import { blockOf, nameOf, parentOf, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { transcriptWords } from '#workers/scan-page/transcript-words'

export type Recording = {
  player: HTMLMediaElement
  /** The kinds of its tracks. */
  tracks: ReadonlySet<string>
  /** What speaks of a transcript near it. */
  transcript: string | null
  /** The same as it stands in a message. */
  beside: string
  /** The words beside it say that it shows what stands in the text, and nothing more. */
  isOfText: boolean
}

const recordingsTaken = 20

const read = new WeakMap<readonly Element[], Recording[]>()

export function readRecordings(elements: readonly Element[]): readonly Recording[] {
  const known = read.get(elements)
  if (known) return known
  const all = pick(elements, 'audio, video')
    .filter((element): element is HTMLMediaElement => element instanceof HTMLMediaElement && isRecording(element))
    .slice(0, recordingsTaken)
    .map((player) => {
      const kinds = [...player.querySelectorAll('track')].map((track) => track.getAttribute('kind') ?? 'subtitles')
      const transcript = transcriptNear(player)
      return {
        player,
        tracks: new Set(kinds),
        transcript,
        beside: transcript ? `, ${quote(transcript)} beside it` : '',
        isOfText: isOfText(player),
      }
    })
  read.set(elements, all)
  return all
}

function isRecording(player: HTMLMediaElement): boolean {
  const isVideo = player instanceof HTMLVideoElement
  if (!player.checkVisibility({ visibilityProperty: true }) || player.closest('[aria-hidden="true"]')) {
    if (isVideo || !player.autoplay) return false
  }
  // Without sound, controls and end it is a moving background.
  if (isVideo && player.muted && player.autoplay && !player.controls) return false
  if (player.currentSrc !== '') return true
  return player.querySelector('source') !== null && player.networkState !== HTMLMediaElement.NETWORK_NO_SOURCE
}

/** A link or heading near a player that speaks of a transcript. */
function transcriptNear(player: Element): string | null {
  const block = blockOf(player)
  const around = parentOf(block) ?? block
  for (const element of around.querySelectorAll('a[href], button, summary, h2, h3, h4, audio')) {
    if (element === player) continue
    const name = element.localName === 'audio' ? 'a recording' : nameOf(element)
    if (element.localName === 'audio' || transcriptWords.test(name) || /description|captions/i.test(name)) return name
  }
  return null
}

const ofText =
  /\b(?:same as (?:this|the) text|(?:alternative|version) (?:to|of|for) (?:this|the) text|(?:says?|shows?|holds?|contains?) (?:nothing|no) (?:more|else)|(?:zeigt|sagt) dasselbe wie|reprend le texte|lo mismo que (?:el|este) texto|lo stesso (?:del|di questo) testo)\b/i

function isOfText(player: Element): boolean {
  const block =
    player.parentElement?.matches('p, div, figure') && player.parentElement.children.length === 1
      ? player.parentElement
      : player
  return [
    block.previousElementSibling,
    block.nextElementSibling,
    player.closest('figure')?.querySelector('figcaption'),
  ].some((each) => each !== null && each !== undefined && ofText.test((each.textContent ?? '').slice(0, 500)))
}

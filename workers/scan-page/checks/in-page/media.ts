/** Sound that starts by itself, and recordings whose alternatives a person must judge. */
import {
  blockOf,
  isExposed,
  isSeen,
  nameOf,
  parentOf,
  quote,
  selectorOf,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'

const soundSecondsAllowed = 3
const metadataWaitMs = 300
const soundWaitMs = 400
// Coded silence comes to a few bytes a second.
const silentBytes = 1000

export async function media(elements: readonly Element[]): Promise<Found[]> {
  const all = elements.filter((element): element is HTMLMediaElement => element instanceof HTMLMediaElement)
  if (all.length === 0) return []
  const starting = all.filter((each) => each.autoplay && !each.muted && each.volume > 0)
  const [sounds] = await Promise.all([Promise.all(starting.map((each) => autoplay(each, elements)))])
  return [...sounds.flat(), ...all.slice(0, 20).flatMap(alternatives)]
}

async function autoplay(player: HTMLMediaElement, elements: readonly Element[]): Promise<Found[]> {
  await until(
    () => player.readyState >= 1 || player.networkState === HTMLMediaElement.NETWORK_NO_SOURCE,
    metadataWaitMs,
  )
  if (player.readyState < 1) return []
  const seconds = soundLength(player)
  if (seconds <= soundSecondsAllowed) return []
  const isSure = await hasSound(player)
  if (!isSure) return []
  const control = player.controls && isSeen(player) ? 'its controls' : controlOf(elements)
  const lasts = Number.isFinite(seconds) ? `${Math.round(seconds)} s of sound` : 'sound without end'
  return [
    {
      rule: 'audio-starts-by-itself',
      verdict: control ? 'review' : 'violation',
      impact: control ? 'minor' : 'serious',
      criteria: ['1.4.2'],
      place: selectorOf(player),
      confidence: control ? 'low' : 'high',
      message: control
        ? `This ${tagOf(player)} starts by itself with ${lasts}; it can be stopped by ${control}.`
        : `This ${tagOf(player)} starts by itself with ${lasts}, and there is no named control on the page to stop, pause or mute it.`,
      recommendation:
        'Let the sound start only when it is asked for, or mute it; offer a pause or mute button at the start of the page.',
    },
  ]
}

function soundLength(player: HTMLMediaElement): number {
  if (player.loop) return Number.POSITIVE_INFINITY
  const piece = /#t=(\d+(?:\.\d+)?)?(?:,(\d+(?:\.\d+)?))?/.exec(player.currentSrc)
  const from = Number(piece?.[1] ?? 0)
  return Math.min(player.duration, Number(piece?.[2] ?? player.duration)) - from
}

type Decoding = HTMLMediaElement & { webkitAudioDecodedByteCount?: number }

/** Chromium counts what it has decoded of the sound; a picture with a silent or no track stays near nothing. */
async function hasSound(player: Decoding): Promise<boolean> {
  if (player instanceof HTMLAudioElement) return true
  await until(() => (player.webkitAudioDecodedByteCount ?? 0) > silentBytes, soundWaitMs)
  return (player.webkitAudioDecodedByteCount ?? 0) > silentBytes
}

function until(isTrue: () => boolean, longestMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = performance.now() + longestMs
  const look = () => (isTrue() || performance.now() > end ? resolve() : setTimeout(look, 20))
  look()
  return promise
}

const controlWords =
  /\b(?:play|pause|stop|mute|unmute|sound|volume|audio|silence|ton|stumm|anhalten|son|muet|sonido|silenciar|audio)\b/i

/** A button, seen and named, that sounds as if it stopped the sound. */
function controlOf(elements: readonly Element[]): string | null {
  for (const element of elements) {
    if (
      !element.matches(
        'button, [role="button"], [role="switch"], input[type="button"], input[type="range"], input[type="checkbox"], a[href], summary',
      )
    )
      continue
    const name = nameOf(element)
    if (controlWords.test(name) && isExposed(element) && isSeen(element)) return quote(name)
  }
  return null
}

function alternatives(player: HTMLMediaElement): Found[] {
  const isVideo = player instanceof HTMLVideoElement
  if (!player.checkVisibility({ visibilityProperty: true }) || player.closest('[aria-hidden="true"]')) {
    if (isVideo || !player.autoplay) return []
  }
  // Without sound, controls and end it is a moving background.
  if (isVideo && player.muted && player.autoplay && !player.controls) return []
  if (player.currentSrc === '' && !player.querySelector('source')) return []
  if (player.networkState === HTMLMediaElement.NETWORK_NO_SOURCE && player.currentSrc === '') return []
  const kinds = new Set([...player.querySelectorAll('track')].map((track) => track.getAttribute('kind') ?? 'subtitles'))
  const near = transcriptNear(player)
  const beside = near ? `, ${quote(near)} beside it` : ''
  const found: Found[] = []
  if (!isVideo) {
    found.push(
      review(
        player,
        'audio-alternative',
        ['1.2.1'],
        near ? 'low' : 'medium',
        near
          ? `This recording has ${quote(near)} beside it; whether that says all that is said is for a person to judge.`
          : 'No transcript is to be seen near this recording.',
        'Offer a transcript of all that is said and heard, beside the recording.',
      ),
    )
    return found
  }
  if (!kinds.has('captions') && !kinds.has('subtitles')) {
    found.push(
      review(
        player,
        'video-captions',
        ['1.2.2'],
        'medium',
        `This video has no track of captions${beside}; if there is speech in it and none are burnt into the picture, deaf people miss it.`,
        'Add <track kind="captions"> with what is said and heard.',
      ),
    )
  }
  const described = kinds.has('descriptions')
    ? 'a track of descriptions, which few players speak'
    : 'no described version'
  found.push(
    review(
      player,
      'video-description',
      ['1.2.1', '1.2.3', '1.2.5', '1.2.8'],
      'low',
      `This video has ${described}${beside}; what is only shown must also be said or written.`,
      'Say in the soundtrack, or write in a transcript beside the video, what is only shown.',
    ),
  )
  return found
}

function review(
  player: Element,
  rule: string,
  criteria: string[],
  confidence: Found['confidence'],
  message: string,
  recommendation: string,
): Found {
  return {
    rule,
    verdict: 'review',
    impact: 'serious',
    criteria,
    place: selectorOf(player),
    confidence,
    message,
    recommendation,
  }
}

/** A link or heading near a player that speaks of a transcript. */
function transcriptNear(player: Element): string | null {
  const block = blockOf(player)
  const around = parentOf(block) ?? block
  for (const element of around.querySelectorAll('a[href], button, summary, h2, h3, h4, audio')) {
    if (element === player) continue
    const name = element.localName === 'audio' ? 'a recording' : nameOf(element)
    if (element.localName === 'audio' || /transcript|transkript|transcri|text version|description|captions/i.test(name))
      return name
  }
  return null
}

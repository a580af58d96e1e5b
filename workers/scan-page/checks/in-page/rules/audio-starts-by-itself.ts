/** Sound that starts by itself. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isExposed, isSeen, nameOf, pick, quote, tagOf } from '#workers/scan-page/checks/in-page/dom'
import { readPrograms } from '#workers/scan-page/checks/in-page/programs'

const soundSecondsAllowed = 3
const metadataWaitMs = 300
const soundWaitMs = 400
// Coded silence comes to a few bytes a second.
const silentBytes = 1000

export const audioStartsByItself: StaticCheck = {
  rule: 'audio-starts-by-itself',
  criteria: ['1.4.2'],
  tier: 'error',
  impact: 'serious',
  remedy:
    'Let the sound start only when it is asked for, or mute it; offer a pause or mute button at the start of the page.',
  async find(elements) {
    const starting = pick(elements, 'audio[autoplay], video[autoplay]').filter(
      (each): each is HTMLMediaElement => each instanceof HTMLMediaElement && !each.muted && each.volume > 0,
    )
    return (await Promise.all(starting.map((player) => judge(player, elements)))).flat()
  },
}

async function judge(player: HTMLMediaElement, elements: readonly Element[]): Promise<Hit[]> {
  await until(
    () => player.readyState >= 1 || player.networkState === HTMLMediaElement.NETWORK_NO_SOURCE,
    metadataWaitMs,
  )
  if (player.readyState < 1) return []
  const seconds = soundLength(player)
  if (seconds <= soundSecondsAllowed || !(await hasSound(player))) return []
  const control = player.controls && isSeen(player) ? 'its controls' : (controlOf(elements) ?? unreadControl(elements))
  // What is called so, and a script that does so: that is the control which is asked for.
  if (control && readPrograms(elements).some(({ text }) => silences.test(text))) return []
  const lasts = Number.isFinite(seconds) ? `${Math.round(seconds)} s of sound` : 'sound without end'
  return [
    {
      element: player,
      tier: control ? 'warning' : 'error',
      confidence: control ? 'low' : 'high',
      message: control
        ? `This ${tagOf(player)} starts by itself with ${lasts}; it can be stopped by ${control}.`
        : `This ${tagOf(player)} starts by itself with ${lasts}, and there is no named control on the page to stop, pause or mute it.`,
    },
  ]
}

const silences = /\.pause\(\)|\.muted\s*=|\.volume\s*=\s*0/

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
  /(?<!\p{L})(?:play|pau[sz][ea]?|pausieren|stopp?|(?:un)?mute|sound|volume|volym|lautstärke|audio|silence|ton|stumm\p{L}*|anhalten|son|muet|couper|sonido|silenci\p{L}*|som|suono|silenzia|geluid|dempen|dźwięk|wycisz|ljud\p{L}*|tyst\p{L}*|lyd\p{L}*|ääni|äänen\p{L}*|hiljen\p{L}*|zvuk|ztlumit|hang|némít\p{L}*|sunet|ses|sessiz|ήχος|σίγαση|звук\p{L}*|тише)(?!\p{L})|音|声音|소리|صوت|צליל|השתק/iu

const controls =
  'button, [role="button"], [role="switch"], input[type="button"], input[type="range"], input[type="checkbox"], a[href], summary'

/** A button, seen and named, that sounds as if it stopped the sound. */
function controlOf(elements: readonly Element[]): string | null {
  for (const element of pick(elements, controls)) {
    const name = nameOf(element)
    if (controlWords.test(name) && isExposed(element) && isSeen(element)) return quote(name)
  }
  return null
}

const languagesRead = /^(?:en|de|fr|es|it|pt|nl|pl|sv|da|nb|nn|no|fi|cs|hu|ro|tr|el|ru|uk|ja|zh|ko|ar|he)\b/i

/** The first button of a page in a language whose words for sound are not known. */
function unreadControl(elements: readonly Element[]): string | null {
  const language = document.documentElement.lang
  if (language === '' || languagesRead.test(language)) return null
  const button = pick(elements, 'button, [role="button"], [role="switch"]').find(
    (each) => isExposed(each) && isSeen(each),
  )
  return button && nameOf(button) !== '' ? `what may be for that, ${quote(nameOf(button))}` : null
}

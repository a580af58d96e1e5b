/** Tracks of captions that leave out what is said, or what is heard besides. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { quote, squeeze } from '#workers/scan-page/checks/in-page/dom'
import { readRecordings } from '#workers/scan-page/checks/in-page/recordings'

const tracksRead = 3
const readMs = 500
const longest = 200_000
const fewestCues = 3
/** A sign or bracket says what is heard and not spoken. */
const sounding = /[[(（【♪♫][^\])）】]*[\])）】]?/u
const ofSounds = /[[(（【][^\])）】]*[\])）】]|[♪♫]+/gu
const credit =
  /caption(?:s|ed|ing)? (?:brought|provided|made|by)|subtitles? (?:by|made)|untertitel(?:ung)? (?:von|im auftrag)|sous-titr\p{L}+ par|subtítulos (?:por|de)|sottotitoli (?:di|a cura)|www\.|https?:/iu

export const captionsThin: StaticCheck = {
  rule: 'captions-thin',
  criteria: ['1.2.2'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Write into the captions all that is said, and the sounds that matter in brackets, each when it is heard.',
  find: async (elements) => {
    const tracks = readRecordings(elements)
      .flatMap(({ player }) => [...player.querySelectorAll<HTMLTrackElement>('track[kind="captions" i][src]')])
      .slice(0, tracksRead)
    const read = await Promise.all(tracks.map(async (track) => ({ track, cues: cuesOf(await textOf(track.src)) })))
    return read.flatMap(({ track, cues }): Hit[] => {
      const player = track.closest('video, audio')
      if (!player || cues.length === 0) return []
      const spoken = cues.filter((cue) => /\p{L}{2}/u.test(cue.replace(ofSounds, '')) && !credit.test(cue))
      if (spoken.length === 0)
        return [
          {
            element: player,
            confidence: 'high' as const,
            message: `The captions of this recording hold no word of what is said: ${quote(cues.join(' '), 80)}.`,
          },
        ]
      return cues.length >= fewestCues && !cues.some((cue) => sounding.test(cue))
        ? [
            {
              element: player,
              tier: 'warning' as const,
              confidence: 'low' as const,
              message: `The captions of this recording name no sound in any of their ${cues.length} cues; what is heard besides speech and matters belongs into them.`,
            },
          ]
        : []
    })
  },
}

/** Of this site or written into the page; nothing where it does not come at once. */
async function textOf(address: string): Promise<string> {
  const url = URL.parse(address, document.baseURI)
  if (url?.protocol === 'data:') {
    try {
      const [, written = ''] = /^data:[^,]*,([\s\S]*)$/.exec(address) ?? []
      return /^data:[^,]*;base64,/.test(address) ? atob(written) : decodeURIComponent(written)
    } catch {
      return ''
    }
  }
  if (url?.origin !== location.origin) return ''
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(readMs) })
    return answer.ok ? (await answer.text()).slice(0, longest) : ''
  } catch {
    return ''
  }
}

/** What each cue says; none of what is no file of captions. */
function cuesOf(text: string): string[] {
  if (!/^\uFEFF?WEBVTT/.test(text)) return []
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const [, said] = /-->[^\n]*\n([\s\S]*)$/.exec(block) ?? []
      return said === undefined ? [] : squeeze(said.replace(/<[^>]*>/g, ''))
    })
    .filter((cue) => cue !== '')
}

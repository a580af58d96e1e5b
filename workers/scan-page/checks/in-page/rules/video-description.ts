/** Videos, whose description a person must judge. */
import type { StaticCheck } from '#workers/scan-page/checks/check'
import { readRecordings } from '#workers/scan-page/checks/in-page/recordings'

export const videoDescription: StaticCheck = {
  rule: 'video-description',
  criteria: ['1.2.1', '1.2.3', '1.2.5', '1.2.8'],
  tier: 'warning',
  impact: 'serious',
  remedy: 'Say in the soundtrack, or write in a transcript beside the video, what is only shown.',
  find: (elements) =>
    readRecordings(elements)
      .filter(
        ({ player, tracks, isOfText }) =>
          player instanceof HTMLVideoElement && !tracks.has('descriptions') && !isOfText && !isDescribedBeside(player),
      )
      .map(({ player, beside }) => ({
        element: player,
        confidence: 'low',
        message: `This video has no described version${beside}; what is only shown must also be said or written.`,
      })),
}

/** A link near it leads to the same film with what is shown told in words. */
const isDescribedBeside = (player: Element): boolean =>
  [player.parentElement, player.nextElementSibling, player.parentElement?.nextElementSibling].some(
    (near) =>
      near?.localName !== 'body' &&
      [...(near?.querySelectorAll('a[href]') ?? [])].some(({ textContent }) => described.test(textContent ?? '')),
  )

const described =
  /audio.?des[ck]ri|des[ck]ri(?:bed|ptive) (?:version|video)|bildbeschreibung|hörfilm|beschrijving van het beeld|syns?tolk|audiodeskrypc|kuvailutulk|zvukov\p{L}+ (?:popis|komentář)|audiopopis|narráció|sesli betimleme|ακουστική περιγραφή|аудіоопис|аудиоописан|аудиодескрипц|тифлокомментар|音声(?:解説|ガイド)|口述影像|화면 ?해설|وصف صوتي|תיאור קולי/iu

/** Sound that a script of the page starts by itself, or that a frame is told to start. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote } from '#workers/scan-page/checks/in-page/dom'
import { hasUnreadPrograms, readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'

/** A recording without an element of the page, or a tone. */
const made = /\b([\w$]+)\s*=\s*new\s+(?:window\.)?Audio\(\s*(?!\))/g
const oscillating = /\bcreateOscillator\(\)|\bcreateBufferSource\(\)/
const declared =
  /(?:function\s+[\w$]+\s*\([^)]*\)\s*\{|(?:const|let|var)\s+[\w$]+\s*=\s*(?:async\s*)?(?:function\b[^{]*\{|\([^)]*\)\s*=>\s*\{?|[\w$]+\s*=>\s*\{?))[^}]*$/

export const soundByScript: StaticCheck = {
  rule: 'sound-by-script',
  criteria: ['1.4.2'],
  tier: 'practice',
  impact: 'serious',
  remedy: 'Let sound start when somebody presses a button for it, and offer one that stops it.',
  find: (elements) => [
    ...readPrograms(elements).flatMap(({ text }): Hit[] => {
      const start = startOf(text)
      // What goes round, or is a tone without an end, and is ended nowhere, plays on.
      const isEndless = goesOn.test(text) && !ending.test(text) && !hasUnreadPrograms(elements)
      return start === null
        ? []
        : [
            {
              element: document.body ?? document.documentElement,
              tier: isEndless ? 'practice' : 'warning',
              confidence: isEndless ? 'high' : 'medium',
              message: `A script starts sound as soon as the page is loaded: ${quote(start)}.`,
            },
          ]
    }),
    ...framesStarting(elements),
  ],
}

const goesOn = /\.loop\s*=\s*(?:true|!0)|setAttribute\(\s*['"]loop['"]|createOscillator\(\)/
const ending =
  /\.pause\(|\.stop\(|\.suspend\(|\.close\(|\.muted\b|\.volume\b|\.disconnect\(|\.gain\.\w*(?:setValue|Ramp|setTarget)|\.controls\s*=/

function startOf(program: string): string | null {
  const runs = (at: number): boolean => {
    if (waitsForEvent(program, at)) return false
    const [written] = declared.exec(program.slice(Math.max(0, at - 400), at)) ?? []
    if (written === undefined) return true
    // In a function: what calls that while the page is loaded, starts it.
    const [, name] = /^(?:function|const|let|var)\s+([\w$]+)/.exec(written) ?? []
    return name !== undefined && callsOf(program, name).some((call) => !waitsForEvent(program, call))
  }
  for (const [, name = ''] of program.matchAll(made)) {
    const played = new RegExp(`\\b${name.replaceAll('$', '\\$')}\\.play\\(`).exec(program)
    if (played && runs(played.index) && !/\.muted\s*=\s*true/.test(program)) return played[0]
  }
  // What is reckoned offline is not heard by that.
  if (!oscillating.test(program) || /\bOfflineAudioContext\b/.test(program)) return null
  const started = /\b[\w$]+\.start\(/.exec(program)
  return started && runs(started.index) ? started[0] : null
}

/** Where a function is called, at the beginning of a line or statement. */
const callsOf = (program: string, name: string): number[] =>
  [
    ...program.matchAll(new RegExp(`(?:^|[;{}\\n])\\s*(?:void |await )?${name.replaceAll('$', '\\$')}\\(`, 'g')),
  ].flatMap(({ index, 0: call }) => (/function\s*$/.test(program.slice(0, index)) ? [] : [index + call.length - 1]))

/** A player of another site that is told by its address to begin at once. */
const framesStarting = (elements: readonly Element[]): Hit[] =>
  pick(elements, 'iframe[src], embed[src]').flatMap((frame): Hit[] => {
    const address = frame.getAttribute('src') ?? ''
    if (!/[?&]auto_?play=(?:1|true)\b/i.test(address) || !isSeen(frame)) return []
    const isMuted = /[?&](?:mute|muted|volume=0|background)(?:=1|=true)?\b/i.test(address)
    return [
      {
        element: frame,
        tier: 'warning',
        criteria: isMuted ? ['2.2.2'] : ['1.4.2', '2.2.2'],
        confidence: 'medium',
        message: `The player in this frame is told to begin by itself: ${quote(address)}.`,
        remedy: 'Take “autoplay” out of the address, and let people start the player.',
      },
    ]
  })

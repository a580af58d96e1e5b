/** A briefing for people: a page, a text for a terminal, a calendar. What a mail says stands in it as characters and nothing else. */
import type { RawAnswer } from '#api/http/endpoint'
import type { Briefing } from '#db/documents/briefing'
import type { BriefingFormat } from '#shared/contracts/briefings'
import { briefingAnswer, type ToldBriefing } from '#shared/jobs/gather-briefing'
import { formatOfBriefing } from '#shared/kernel/errors/briefings'

type FileFormat = Exclude<BriefingFormat, 'json'>

type Rendered = { content: string; policy?: string }
type Renderer = (briefing: Briefing) => Promise<Rendered>

/** What renders a format is brought in with the first briefing that is asked for in it. */
const types: Record<FileFormat, { type: string; ending: string; render: Renderer }> = {
  html: {
    type: 'text/html; charset=utf-8',
    ending: 'html',
    async render(briefing) {
      const { briefingHtml, briefingPagePolicy } = await import('#api/briefings/formats/html')
      return { content: briefingHtml(briefing), policy: briefingPagePolicy }
    },
  },
  text: {
    type: 'text/plain; charset=utf-8',
    ending: 'txt',
    async render(briefing) {
      const { briefingText } = await import('#shared/briefing/formats/text')
      return { content: briefingText(briefing, { width: 100 }) }
    },
  },
  ics: {
    type: 'text/calendar; charset=utf-8',
    ending: 'ics',
    async render(briefing) {
      const { briefingIcs } = await import('#shared/briefing/formats/ics')
      return { content: briefingIcs(briefing) }
    },
  },
}

/** @throws INVALID_REQUEST of what is no briefing, but a part of one. */
export async function briefingFile(
  told: Pick<ToldBriefing, 'text' | 'nodeId'>,
  format: FileFormat,
  id: string,
): Promise<RawAnswer> {
  // Sound: written by this service.
  const document = JSON.parse(briefingAnswer(told)) as Briefing
  if (!('sections' in document)) throw formatOfBriefing('it', format)
  const { type, ending, render } = types[format]
  const { content, policy } = await render(document)
  return {
    status: 200,
    raw: { content, type },
    headers: {
      'Content-Disposition': `${format === 'ics' ? 'attachment' : 'inline'}; filename="briefing-${id}.${ending}"`,
      ...(policy === undefined ? {} : { 'Content-Security-Policy': policy }),
    },
  }
}

/** A briefing for people: a page, a text for a terminal, a calendar. What a mail says stands in it as characters and nothing else. */
import { briefingHtml, briefingPagePolicy } from '#api/briefings/formats/html'
import type { RawAnswer } from '#api/http/endpoint'
import type { Briefing } from '#db/documents/briefing'
import { briefingIcs } from '#shared/briefing/formats/ics'
import { briefingText } from '#shared/briefing/formats/text'
import type { BriefingFormat } from '#shared/contracts/briefings'
import { briefingAnswer, type ToldBriefing } from '#shared/jobs/gather-briefing'
import { formatOfBriefing } from '#shared/kernel/errors/briefings'

type FileFormat = Exclude<BriefingFormat, 'json'>

const types: Record<FileFormat, { type: string; ending: string; render: (briefing: Briefing) => string }> = {
  html: { type: 'text/html; charset=utf-8', ending: 'html', render: briefingHtml },
  text: {
    type: 'text/plain; charset=utf-8',
    ending: 'txt',
    render: (briefing) => briefingText(briefing, { width: 100 }),
  },
  ics: { type: 'text/calendar; charset=utf-8', ending: 'ics', render: briefingIcs },
}

/** @throws INVALID_REQUEST of what is no briefing, but a part of one. */
export function briefingFile(told: Pick<ToldBriefing, 'text' | 'nodeId'>, format: FileFormat, id: string): RawAnswer {
  // Sound: written by this service.
  const document = JSON.parse(briefingAnswer(told)) as Briefing
  if (!('sections' in document)) throw formatOfBriefing('it', format)
  const { type, ending, render } = types[format]
  return {
    status: 200,
    raw: { content: render(document), type },
    headers: {
      'Content-Disposition': `${format === 'ics' ? 'attachment' : 'inline'}; filename="briefing-${id}.${ending}"`,
      ...(format === 'html' ? { 'Content-Security-Policy': briefingPagePolicy } : {}),
    },
  }
}

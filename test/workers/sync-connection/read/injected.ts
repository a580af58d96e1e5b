/** Texts that command a machine, put into mails, events and things of source hosting; and the same without them. */
import { readFileSync } from 'node:fs'
import { aMail, anEvent, anInvitation, anna, aThing, person } from '#test/workers/sync-connection/read/brought'
import type { SourceEvent, SourceHosting, SourceItem, SourceMail } from '#workers/sync-connection/adapters/source-item'

export type Injection = { language: string; source: string; place: string; text: string }
export type InjectedPair = { injection: Injection; clean: SourceItem; injected: SourceItem }

/** Of each half a hundred; the other half was never tuned on. */
export const injections: Record<'seen' | 'unseen', readonly Injection[]> = {
  seen: JSON.parse(readFileSync('test/fixtures/injections/seen.json', 'utf8')),
  unseen: JSON.parse(readFileSync('test/fixtures/injections/unseen.json', 'utf8')),
}

export const pairsOf = (all: readonly Injection[]): InjectedPair[] =>
  all.map((injection, index) => ({ injection, ...(pairOf(injection, index) ?? unknownPlace(injection)) }))

function unknownPlace({ source, place }: Injection): never {
  throw new Error(`no item of ${source} has a place "${place}"`)
}

function pairOf(injection: Injection, index: number): Omit<InjectedPair, 'injection'> | undefined {
  if (injection.source === 'mail') return mailPair(injection, index)
  return injection.source === 'calendar' ? eventPair(injection) : hostingPair(injection)
}

const paragraphs = [
  'Hi Mara,',
  'the hall is booked for the fair. Could you send me the budget by Friday?',
  'The prices of the stands are the same as last year, and the posters are at the printer.',
]
const letter = paragraphs.join('\n\n')
const closing = '\n\nBest regards,\nAnna'
/** Somebody else's words. */
const quoted = (text: string) => `\n\nOn Mon, 2 Mar 2026, Tom wrote:\n> ${text}\n> See you on Thursday.`

/** Zero-width spaces within its words. */
const spelt = (text: string) => text.replace(/\p{L}(?=\p{L}{2})/gu, (letterOfIt) => `${letterOfIt}\u200b`)

function mailPair({ place, text }: Injection, index: number): Omit<InjectedPair, 'injection'> | undefined {
  const mail = (odd: Partial<SourceMail>) => aMail({ text: letter + closing, ...odd })
  const clean = mail({})
  const changed: Record<string, Partial<SourceMail>> = {
    body_end: { text: `${letter} ${text}${closing}` },
    body_start: { text: `Hi Mara,\n\n${text}\n\n${paragraphs.slice(1).join('\n\n')}${closing}` },
    own_paragraph: { text: `${paragraphs.slice(0, 2).join('\n\n')}\n\n${text}\n\n${paragraphs[2]}${closing}` },
    zero_width: { text: `${letter}\n\n${spelt(text)}${closing}` },
    hidden: { hiddenText: `preheader ${index}\n${text}` },
    subject: { subject: `${clean.subject} - ${text}` },
    name: { from: { ...anna, name: `Anna Weber (${text})` } },
  }
  if (place === 'quote')
    return {
      clean: mail({ text: letter + closing + quoted('The hall is free.') }),
      injected: mail({ text: letter + closing + quoted(`The hall is free.\n> ${text}`) }),
    }
  if (place === 'invitation')
    return {
      clean: mail({ invitations: [anInvitation()] }),
      injected: mail({ invitations: [anInvitation(`We plan the fair.\n${text}`)] }),
    }
  const odd = changed[place]
  return odd && { clean, injected: mail(odd) }
}

function eventPair({ place, text }: Injection): Omit<InjectedPair, 'injection'> | undefined {
  const clean = anEvent()
  const changed: Record<string, Partial<SourceEvent>> = {
    description: { text: `${clean.text}\n\n${text}` },
    title: { title: `${clean.title}: ${text}` },
    location: { location: `${clean.location}. ${text}` },
    hidden: { hiddenText: text },
    attendee: {
      attendees: clean.attendees.map((each) =>
        each.person.name === 'Tom Reed' ? { ...each, person: { ...each.person, name: `Tom Reed - ${text}` } } : each,
      ),
    },
  }
  if (place === 'description_html') {
    const html = '<p>We plan the spring fair.</p><ul><li>Please bring the list of stands.</li></ul>'
    return { clean: anEvent({ text: html }), injected: anEvent({ text: html + text }) }
  }
  const odd = changed[place]
  return odd && { clean, injected: anEvent(odd) }
}

function hostingPair({ place, text }: Injection): Omit<InjectedPair, 'injection'> | undefined {
  const clean = aThing()
  const changed: Record<string, Partial<SourceHosting>> = {
    body: { text: `${clean.text}\n\n${text}` },
    html_comment: { text: `${clean.text}\n\n<!-- ${text} -->` },
    title: { title: `${clean.title} (${text})` },
    hidden: { hiddenText: text },
    name: { author: person(`Jo Park, ${text}`, null, 'jopark') },
  }
  const odd = changed[place]
  return odd && { clean, injected: aThing(odd) }
}

/** Marked abbreviations of which the page says nowhere what they stand for. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import { isSeen, pick, quote, spokenText, squeeze } from '#workers/scan-page/checks/in-page/dom'

const known =
  /^(?:a\.?m\.?|p\.?m\.?|e\.g\.|i\.e\.|etc\.?|vs\.?|dr\.?|mr\.?|mrs\.?|ms\.?|st\.?|kg|km|cm|mm|gb|mb|kb|usd|eur|pdf|faq|ok|id|tv|usa|uk|eu|un|html|css|http|https|url|www|pc|cd|dvd|sms|gps|it|nasa|bbc|pin|vip|diy|gmbh|ltd|inc|no|nr|z\.b\.|d\.h\.|usw\.|bzw\.|ca\.)$/i

export const abbreviationUnexplained: StaticCheck = {
  rule: 'abbreviation-unexplained',
  criteria: ['3.1.4'],
  tier: 'practice',
  isOnlyIfAsked: true,
  impact: 'minor',
  remedy: 'Write out what it stands for where it comes first, or in the title of <abbr>.',
  find(elements) {
    const abbreviations = pick(elements, 'abbr, acronym')
    if (abbreviations.length === 0) return manyUnmarked(elements)
    const explained = new Set(
      abbreviations.filter((each) => each.hasAttribute('title')).map((each) => squeeze(each.textContent ?? '')),
    )
    const page = document.body ? spokenText(document.body, 20_000) : ''
    const told = new Set<string>()
    return abbreviations.flatMap((element) => {
      const text = squeeze(element.textContent ?? '')
      if (text === '' || known.test(text) || explained.has(text) || told.has(text) || !isSeen(element)) return []
      if (element.matches('[title], [aria-label], [aria-describedby], dt *, dfn *') || isWrittenOut(text, page))
        return []
      told.add(text)
      const isSure =
        /^\p{Lu}{3,7}$/u.test(text) && !common.test(text) && !commonElsewhere.test(text) && !leadsToGlossary(elements)
      return [
        {
          element,
          tier: isSure ? 'practice' : 'warning',
          message: `What the abbreviation ${quote(text)} stands for is said nowhere on this page.`,
        },
      ]
    })
  },
}

const common =
  /^(?:NHS|VAT|GDPR|DSGVO|BBC|CNN|CEO|CTO|CFO|ISBN|ISSN|IBAN|BIC|UTC|GMT|CET|CEST|EST|PST|USB|LED|LCD|DVD|RSS|SEO|JSON|XML|CSV|SQL|PHP|API|SDK|WCAG|ARIA|W3C|ISO|DIN|UNESCO|NATO|WHO|COVID|UNICEF|AIDS|HIV|DNA|ATM|ASAP|RSVP|BMW|IKEA|IBM|SAP|AWS|FBI|CIA|MBA|PHD|USD|EUR|GBP|CHF|AND|THE|NOT|NEW|ALL|YOU|FOR|FREE|NOW|SALE|WIFI|ONE|TWO|OUR|ARE|PDFS|URLS|FAQS|VIII|III|XIV|XVI|XIX|XXI|SUV|MRI|UFO|NGO|LGBT|LGBTQ|ADHD|BPM|FPS|RAM|CPU|GPU|SSD|HDD|SIM|NFC|VPN|DNS|SSL|TLS|FTP|SSH|POP|IMAP)$/
/** Bodies, firms and taxes that whoever reads a language knows by their letters. */
const commonElsewhere =
  /^(?:DNI|NIE|NIF|CIF|IVA|PYME|ONU|OTAN|OMS|RENFE|RTVE|ONCE|BOE|ESO|ARD|ZDF|NDR|WDR|SWR|MDR|BR|TÜV|ADAC|AOK|TKK|DRK|DHL|UPS|DPD|GLS|BVG|HVV|MVV|PLZ|KFZ|LKW|PKW|EDV|WLAN|LAN|AGB|BGB|ICE|ÖBB|SBB|SNCF|RATP|TGV|TER|HLM|SMIC|TVA|CDI|CDD|PME|ONG|OGM|SAMU|EDF|CNIL|RER|CAF|RIB|INSEE|SIRET|SIREN|RAI|ASL|INPS|CAP|SPA|SRL|PKP|PKO|PESEL|NIP|REGON|ZUS|NFZ|RODO|BTW|BSN|KVK|ANWB|AVG|SVT|NRK|HSL|IRS|DMV|SSN|TSA|USPS|FDA|CDC|EPA|HMRC|DVLA|MOT|ITV|RAF|MBE|OBE|UEFA|FIFA|NBA|NFL|OECD|OPEC|KFC|HSBC|BNP|BBVA|ING|H&M)$/
const fewestUnmarked = 3

/** A list of what they stand for lies elsewhere. */
const leadsToGlossary = (elements: readonly Element[]): boolean =>
  pick(elements, 'a[href]').some((link) =>
    /gloss|abk(?:ürz|uerz)|abbrev|acron|sigl|skrót|skrot|afkort|förkort|forkort|lyhen/i.test(
      `${link.getAttribute('href')} ${link.textContent}`,
    ),
  )

/** Several in running text, of which none is written out anywhere. */
function manyUnmarked(elements: readonly Element[]): Hit[] {
  const page = document.body ? spokenText(document.body, 20_000) : ''
  const holders = new Map<string, Element>()
  for (const element of pick(elements, 'p, dd')) {
    if (!isSeen(element) || element.querySelector('code, kbd, pre')) continue
    const text = spokenText(element, 2000)
    // What is set in capitals throughout is no abbreviation.
    if ((text.match(/\p{Ll}/gu)?.length ?? 0) < (text.match(/\p{Lu}/gu)?.length ?? 0) * 2) continue
    for (const [word] of text.matchAll(/(?<![\p{L}\d/_.-])\p{Lu}{3,7}(?![\p{L}\d/_-])/gu))
      if (!common.test(word) && !commonElsewhere.test(word) && !known.test(word) && !holders.has(word))
        holders.set(word, element)
  }
  const unexplained = [...holders].filter(([word]) => !isWrittenOut(word, page) && !isExpanded(word, page))
  const [first] = unexplained
  if (!first || unexplained.length < fewestUnmarked) return []
  return [
    {
      element: first[1],
      // Names of firms and bodies that everybody knows by their letters are told apart by nobody but people.
      tier: unexplained.length > fewestUnmarked && !leadsToGlossary(elements) ? 'practice' : 'warning',
      confidence: 'medium',
      message: `What ${unexplained
        .slice(0, 4)
        .map(([word]) => quote(word))
        .join(', ')} stand for is said nowhere on this page.`,
    },
  ]
}

/** Words that begin with its letters stand somewhere on the page. */
const isExpanded = (word: string, page: string): boolean =>
  new RegExp(
    `(?<!\\p{L})${[...word].map((letter) => `${letter}\\p{Ll}+`).join('[ -](?:(?:of|and|for|the|to|in) )?')}`,
    'iu',
  ).test(page)

/** In brackets, before or behind its words. */
const isWrittenOut = (text: string, page: string): boolean =>
  page.includes(`(${text})`) ||
  new RegExp(`${RegExp.escape(text)}\\s*(?:\\(|stands for|means|bedeutet|steht für)`).test(page)

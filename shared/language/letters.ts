/** How letters begin and end: the words of greetings and of what stands above a name. Written for this, from use. */

const greeting =
  /^(?:hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|greetings|morning|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:morgen|tag|abend)|bonjour|bonsoir|ch[eè]re?s?|salut|hola|estimad[oa]s?|querid[oa]s?|buenos d[ií]as|ciao|gentile|car[oa]|buongiorno|beste|geachte|ol[aá])(?:[ ,!]|$)/i
const afterGreeting = /^[^.?:;!,]{0,60}[,!:.–-]{0,2}$/

/** A line that greets and says nothing else: "Hi Anna,", "Dear Sir or Madam:". */
export function isGreeting(line: string): boolean {
  if (line.length > 80 || !greeting.test(line)) return false
  return (
    line.split(/\s+/).length <= 7 &&
    (afterGreeting.test(line) || afterGreeting.test(line.replace(',', ''))) &&
    !/\?$/.test(line)
  )
}

const signOff =
  /^(?:(?:with )?(?:(?:best|kind|kindest|warm|warmest|many|all the best|my best)\s?(?:regards|wishes|thanks)?|regards|cheers|thanks(?: (?:again|a lot|so much|in advance|very much|and regards|and best regards))?|thank you(?: (?:again|very much|so much|in advance))?|sincerely(?: yours)?|yours(?: (?:sincerely|faithfully|truly))?|respectfully|cordially|take care|talk soon|best|rgds|br|thx|love|(?:mit )?(?:freundlichen|besten|herzlichen|vielen|lieben) gr[uü](?:ß|ss)en?|(?:viele|beste|liebe|herzliche) gr[uü](?:ß|ss)e|mfg|vg|lg|cordialement|bien à vous|salutations|saludos(?: cordiales)?|atentamente|un saludo|cordiali saluti|distinti saluti|met vriendelijke groet(?:en)?))\s?[,.!–-]{0,2}$/i

/** A line above a name at the end: "Best regards,", "Thanks!". */
export const isSignOff = (line: string): boolean => line.length <= 50 && signOff.test(line)

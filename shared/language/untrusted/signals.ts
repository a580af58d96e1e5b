/**
 * What text says that wants to command a model: signals with weights, in English, German, French, Spanish and the first
 * sentence of it in Italian, Portuguese and Dutch. One alone of weight 1 is enough, lighter ones have to stand together.
 * Written for text that was folded: lower case, no accents, straight quotes. Every repetition is
 * bounded, and every pattern begins with a word.
 */

export const instructionReasons = [
  'override',
  'role_play',
  'addressed_to_model',
  'prompt_leak',
  'exfiltration',
  'secrecy',
  'tool_call',
  'role_marker',
  'verdict',
] as const
export type InstructionReason = (typeof instructionReasons)[number]

export type InstructionSignal = {
  reason: InstructionReason | 'context'
  weight: number
  pattern: RegExp
  /** What its first word begins with: up to three letters, and whether the word may go on behind them. */
  starts: readonly WordStart[]
}

/** Between two words: spaces, a line's end with its quote marks, emphasis, quotes. */
const gap = '[\\s"\'*_>,]{1,8}'
/** Up to so many words on the way. No character can end one and begin the next as well, so that there is one way to read it. */
const words = (most: number) => `(?:[^\\s.!?;,"'*_>][^\\s.!?;]{0,23}\\s[\\s"'*_>,]{0,7}){0,${most}}`

export type WordStart = { letters: string; goesOn: boolean }

/** In a pattern, a space is any gap between words, ` ?` room that may be there, and ` {3} ` up to three words on the way. */
function signal(reason: InstructionSignal['reason'], weight: number, source: string): InstructionSignal {
  const pattern = source
    .replaceAll(' ?', '\\s{0,3}')
    .replace(/ \{(\d)\} ?/g, (_, most: string) => `${gap}${words(Number(most))}`)
    .replaceAll(' ', gap)
  return { reason, weight, pattern: new RegExp(pattern, 'y'), starts: startsOf(source) }
}

/** Of a pattern that begins with a word, or with one of several: their first letters. */
function startsOf(source: string): WordStart[] {
  const bare = source.replace(/^\\b/, '')
  if (bare.startsWith('(')) {
    const close = closingOf(bare)
    const rest = bare.slice(close + 1)
    // What stands before a word is not of it.
    if (bare.startsWith('(?<')) return startsOf(rest)
    const inside = alternativesOf(bare.slice(3, close)).flatMap(startsOf)
    return rest.startsWith('?') ? [...inside, ...startsOf(rest.slice(1))] : inside
  }
  const alternatives = alternativesOf(bare)
  if (alternatives.length > 1) return alternatives.flatMap(startsOf)
  const [letters = ''] = /^[a-z]{0,3}/.exec(bare) ?? []
  const next = bare.slice(letters.length)
  // A letter that may be left out is none to go by.
  if (/^[?{*]/.test(next)) return [{ letters: letters.slice(0, -1), goesOn: true }]
  return [{ letters, goesOn: letters.length === 3 || /^(?:\\w|[([])/.test(next) }]
}

/** Where the group ends that a pattern begins with. */
function closingOf(source: string): number {
  let depth = 0
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '[') at = endOfClass(source, at)
    else if (source[at] === '(') depth++
    else if (source[at] === ')' && --depth === 0) return at
  }
  throw new Error(`a group of ${source} is open`)
}

function endOfClass(source: string, from: number): number {
  let at = from + 1
  while (source[at] !== ']') at += source[at] === '\\' ? 2 : 1
  return at
}

function alternativesOf(source: string): string[] {
  const parts = ['']
  for (let at = 0, depth = 0; at < source.length; at++) {
    const from = at
    if (source[at] === '\\') at++
    else if (source[at] === '[') at = endOfClass(source, at)
    else if (source[at] === '(') depth++
    else if (source[at] === ')') depth--
    if (source[from] === '|' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${source.slice(from, at + 1)}`)
  }
  return parts
}

const rulesEn =
  '(?:instructions?|directives?|directions|guidelines?|rules?|prompts?|commands?|polic(?:y|ies)|constraints|restrictions|programming|training|safeguards|guardrails|orders)\\b'
const olderEn =
  '(?:previous|prior|above|earlier|preceding|existing|original|initial|former|system|safety|your|other|current|foregoing|old|given)\\b'
const dropEn =
  "\\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget|override|overrule|bypass|neglect|discard|set aside|(?:do not|don't) (?:follow|obey)|stop (?:following|obeying)|pay no attention to)\\b"
/** Words that nothing but a model is meant by. */
const model =
  '(?:ai|a\\.i\\.|llms?|(?:large )?language models?|chat ?bots?|chatgpt|gpt(?:-?\\d)?|copilot|ai[ -](?:assistants?|agents?|models?|systems?|readers?|tools?|reviewers?|summari[sz]ers?)|automated (?:readers?|agents?|assistants?)|summari[sz]ers?)\\b'
const helper = '(?:assistants?|agents?|bots?|models?)\\b'
const dataEn =
  "(?:conversations?|chat (?:history|logs?)|system prompt|inbox|mailbox|all (?:of )?(?:the |your |their )?(?:e-?mails|mails|messages|contacts|files|passwords|documents)|last \\w{1,6} (?:e-?mails|messages)|contacts|address book|api[ -](?:keys?|tokens?)|credentials|passwords|secrets|private keys?|ssh keys?|calendar|user'?s? (?:data|inbox|calendar|messages|files|phone number|address|e-?mails)|attendee list|contents of|the codes)\\b"
const destination =
  '\\b(?:to|at|with|via|an|auf|a|vers|dans) (?:https?:\\/\\/|[^\\s@]{1,64}@|(?:this|the|my) (?:address|link|url|server)|the url|me\\b|diese adresse|diesen link|ce lien|cette adresse|este enlace|esta direccion)'

const english: readonly InstructionSignal[] = [
  signal('override', 1, `${dropEn} {3} ${olderEn} {2} ${rulesEn}`),
  signal(
    'override',
    1,
    `${dropEn} (?:everything|anything|all|what(?:ever)?) {4}(?:above|before|previously|earlier|so far|you (?:were|have been|are) (?:told|given)|i said)\\b`,
  ),
  signal(
    'override',
    0.7,
    `\\b(?:ignore|disregard|skip) (?:all )?(?:of )?the (?:above|foregoing|preceding|rest of the (?:mail|message|text|page|issue))\\b(?! (?:e-?mail|mail|message|invoice|error|warning|number|link))`,
  ),
  signal(
    'override',
    0.4,
    `\\b(?:previous|prior|earlier|old|former|above) (?:instructions|rules|prompts|guidelines|directions) (?:no longer (?:apply|hold)|are (?:void|cancelled|revoked|obsolete|invalid))`,
  ),
  signal(
    'override',
    1,
    `\\b(?:overrides?|supersedes?|replaces?) (?:all|any|every) (?:other |previous |prior |earlier ){1,2}(?:instructions|prompts|commands)\\b(?! (?:of|on|from|between))`,
  ),
  signal(
    'override',
    0.5,
    `\\b(?:the only rule is|do (?:exactly )?(?:what|as) (?:is written here|this \\w{1,12} says|i say)|follow (?:this|my) (?:message|instructions?|text|comment)|follow mine)\\b`,
  ),
  signal(
    'override',
    0.7,
    `\\byour (?:new|real|actual|true|only|next) (?:task|goal|instructions?|objective|mission|rule|purpose|directive)s? (?:is|are)\\b`,
  ),
  signal('override', 0.8, `\\byou have a new (?:goal|task|objective|mission|instruction)`),
  signal(
    'override',
    1,
    `\\byour (?:instructions|rules|guidelines|prompt|programming|system prompt) (?:have|has|were|was) (?:been )?(?:changed|updated|replaced|overridden|reset)\\b`,
  ),
  signal('override', 0.5, `\\bnew (?:instructions?|directives?|policy|task|goal|rules?) ?:`),
  signal('override', 0.9, `\\bnew system (?:message|prompt|instructions?)\\b`),
  signal(
    'override',
    0.6,
    `\\b(?:begin|start|end) (?:of )?(?:the )?(?:new|system|user|admin|developer|untrusted) (?:instructions?|prompt|content|input|message|text)\\b`,
  ),
  signal(
    'override',
    0.5,
    `\\bthe following (?:comes|is) from (?:the |your )?(?:developers?|system|administrators?|admin|owner)\\b`,
  ),
  signal('override', 0.7, `\\bhidden (?:instructions?|commands?|directives?)\\b`),
  signal(
    'override',
    0.9,
    `\\b(?:stop|cease) (?:summari[sz]ing|translating|being an? assistant|your (?:task|summary))\\b`,
  ),
  signal('override', 0.9, `\\bwhatever the user (?:asks|asked|says|said|wants)\\b`),
  signal(
    'override',
    0.6,
    `\\byou (?:always |must |will |shall |now )?(?:obey|do as i say)\\b|\\bcomply with (?:every|all|any) requests?\\b`,
  ),

  signal(
    'role_play',
    1,
    `\\byou are (?:now|hereby) (?:in )?(?:dan\\b|(?:the )?\\w{0,12}bot\\b|(?:an? )?(?:jailbroken|unrestricted|uncensored|unfiltered|evil)|(?:developer|maintenance|god|admin|debug|jailbreak|unrestricted) mode)`,
  ),
  signal(
    'role_play',
    0.9,
    `\\byou are (?:now|hereby|no longer) (?:an?|the|my) {2}(?:${model}|assistant\\b|agent\\b|model\\b|terminal\\b|hacker\\b)`,
  ),
  signal('role_play', 1, `\\byou are (?:now )?(?:dan\\b|evilbot\\b)`),
  signal('role_play', 0.4, `\\bfrom now on,? you\\b`),
  signal(
    'role_play',
    1,
    `\\bact as (?:if you were )?(?:an? |the )?(?:\\w{1,12} )?(?:unrestricted|jailbroken|uncensored|unfiltered|evil)\\b`,
  ),
  signal('role_play', 0.5, `\\bact as (?:an? |the |my )?(?:\\w{1,12} )?(?:${model}|terminal\\b)`),
  signal(
    'role_play',
    1,
    `\\bpretend (?:that )?(?:you are|you're|to be) (?:not )?(?:an? |the )?(?:\\w{1,12} )?${model}`,
  ),
  signal(
    'role_play',
    0.6,
    `\\bpretend (?:that )?(?:you are|you're|to be) (?:the )?(?:\\w{1,12} )?(?:owner|administrator|admin|root|ceo|developer)\\b`,
  ),
  signal(
    'role_play',
    0.8,
    `\\b(?:enable|enter|activate|switch to|go into) (?:the )?(?:dan|god|jailbreak|admin|sudo|debug|unrestricted) mode\\b`,
  ),
  signal('role_play', 0.5, `\\b(?:enable|enter|activate|switch to|go into) (?:the )?developer mode\\b`),
  signal('role_play', 1, `\\bdo anything now\\b`),
  signal('role_play', 0.4, `\\bjailbr(?:eak|oken)\\w{0,3}\\b`),
  signal(
    'role_play',
    0.4,
    `\\b(?:without|no|free of) (?:any |all |more )?(?:restrictions|rules|filters|limitations|guardrails|censorship|content polic(?:y|ies)|ethics|morals)\\b`,
  ),
  signal('role_play', 0.3, `\\b(?:unrestricted|uncensored|unfiltered)\\b`),
  signal('role_play', 0.4, `\\b(?:bypass|disable|turn off|switch off|remove|deactivate|circumvent) (?:your|all) `),
  signal(
    'role_play',
    0.6,
    `\\b(?:bypass|disable|turn off|switch off|remove|deactivate|override|ignore|circumvent) {3}(?:content (?:filters?|polic(?:y|ies)|moderation)|guardrails|safeguards|censorship|safety (?:rules|guidelines|filters?|polic(?:y|ies)|protocols|settings|measures)|ethical (?:rules|guidelines))\\b`,
  ),

  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:notes?|message|attention|instructions?|directives?|reminder|memo|dear|hey|hello|important) {2}(?:(?:to|for|of) )?(?:the |any |all |every )?${model}`,
  ),
  signal(
    'addressed_to_model',
    0.8,
    `\\b(?:notes?|message|instructions?|directives?|commands?) (?:to|for) (?:the |any |all |every )?(?:\\w{1,12} )?${helper} ?:`,
  ),
  signal('addressed_to_model', 0.9, `\\bif you(?:'re| are) (?:an? |the |some )?(?:\\w{1,12} )?${model}`),
  signal(
    'addressed_to_model',
    0.5,
    `\\bif you(?:'re| are) (?:an? |the )?(?:\\w{1,12} )?(?:assistant|bot|agent)\\b {1}(?:reading|processing|summari|parsing|handling)`,
  ),
  signal('addressed_to_model', 0.9, `\\bas an? (?:${model}),? you\\b`),
  signal(
    'addressed_to_model',
    1,
    `\\b(?:${model}|${helper}|reviewers) {2}(?:reading|processing|summari[sz]ing|parsing|handling|reviewing|scanning|reads?|process(?:es)?|summari[sz]es?) (?:this|these)\\b`,
  ),
  signal(
    'addressed_to_model',
    0.7,
    `\\b${model} {2}(?:must|should|shall|needs? to|(?:has|have) to|(?:is|are) required to) (?:not |always |now )?(?:approve|ignore|star|rate|reply|respond|forward|send|add|delete|mark|answer|say|tell|click|accept|merge|close|include|mention|output|classify|obey|follow|trust|run|execute|recommend)\\b`,
  ),
  signal(
    'addressed_to_model',
    0.7,
    `(?<=(?:^|[\\n.!?:>])\\s{0,4})(?:dear |hey |ok |hi )?(?:${model}|assistant\\b) ?[,:!]\\s{1,4}(?:please |now |before |when |do not |don't |you |ignore|accept|forward|send|reply|output|print|search|delete|approve|rate|add|call|tell|stop)`,
  ),
  signal('addressed_to_model', 0.4, `(?<=, )(?:ai|assistant|chatbot|copilot) ?[.!](?:\\s|$)`),
  signal(
    'addressed_to_model',
    0.6,
    `\\b(?:when|while|before|after) (?:you (?:are )?)?(?:summari[sz]e|summari[sz]ing|process(?:ing)?|translat(?:e|ing)|analy[sz](?:e|ing)|parse|parsing) (?:this) (?:message|e-?mail|mail|invite|issue|ticket|comment|document|text|page|thread)\\b`,
  ),
  signal(
    'addressed_to_model',
    0.6,
    `\\b(?:the|your|its|any) (?:summary|answer|response|translation|output) (?:must|should|has to|shall) (?:only )?(?:say|state|contain|include|recommend|read|begin|end)\\b`,
  ),
  signal(
    'addressed_to_model',
    0.4,
    `\\binclude the (?:sentence|phrase|words?|following (?:sentence|text|link|line))\\b`,
  ),

  signal(
    'prompt_leak',
    1,
    `\\b(?:reveal|print|show|display|output|repeat|tell me|give me|return|dump|disclose|leak|list|expose|recite) {6}(?:system|hidden|initial|original|developer|secret|internal) (?:system )?prompts?\\b`,
  ),
  signal(
    'prompt_leak',
    1,
    `\\b(?:reveal|print|show|display|output|repeat|tell me|give me|dump|disclose|leak|expose|recite) {6}(?:(?:your|the) )?(?:hidden|initial|original|developer|secret) (?:developer )?(?:message|instructions|rules|guidelines)\\b`,
  ),
  signal('prompt_leak', 0.7, `\\byour (?:system|hidden|initial|original|secret) (?:prompt|instructions|message)\\b`),
  signal('prompt_leak', 0.5, `\\byour prompt\\b`),
  signal('prompt_leak', 0.4, `\\b(?:system|hidden) prompts?\\b`),
  signal('prompt_leak', 0.3, `\\b(?:reveal|print|output|repeat|show|display|recite) {6}instructions?\\b`),
  signal('prompt_leak', 0.7, `\\binstructions? (?:that )?you (?:were|have been|are) given\\b`),
  signal('prompt_leak', 0.7, `\\brepeat (?:the |all |everything ){1,2}(?:\\w{1,12} ){0,2}(?:above|before|verbatim)`),
  signal('prompt_leak', 0.3, `\\b(?:verbatim|word for word)\\b`),
  signal('prompt_leak', 0.5, `\\b(?:starting|beginning) with "?you are`),

  signal('exfiltration', 1, `(?<=!\\[[^\\]\\n]{0,100}\\]\\()https?:[^)\\s]{0,300}[?&/=](?:\\{|\\[|<|\\$\\{?[a-z]|%7b)`),
  signal('exfiltration', 0.9, `https?:\\/\\/[^\\s?]{1,200}\\?[^\\s]{0,100}=(?:\\{|\\[|<|\\$\\{|%7b)\\s{0,4}[a-z_]{3}`),
  signal('exfiltration', 0.4, `https?:\\/\\/[^\\s?]{1,200}\\?[^\\s=]{1,40}=(?=\\s|$|["')])`),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:append|put|add|insert|encode|embed|include|place) {9}(?:to|in|into|at|as) (?:the |a )?(?:end of the )?(?:link|url|query|markdown image|image|parameter)\\b`,
  ),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:send|forward|post|upload|transmit|exfiltrate|leak|e-?mail|copy|share|export|deliver|submit|steal|gather|collect|print|encode) {6}${dataEn}`,
  ),
  signal('exfiltration', 0.5, `\\b(?:exfiltrat\\w{1,4}|leak|steal)\\b`),
  signal('context', 0.4, destination),

  signal(
    'secrecy',
    0.8,
    `\\b(?:do not|don't|never|must not|without) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|ask(?:ing)?|mention(?:ing)? {3}to) (?:the )?(?:user|reader|human|account owner|mailbox owner)\\b`,
  ),
  signal(
    'secrecy',
    0.8,
    `\\bwithout the (?:user|reader|owner|human)'?s? (?:knowledge|consent|permission|approval|noticing)\\b`,
  ),
  signal('secrecy', 0.8, `\\b(?:hidden|hide|secret|conceal\\w{0,3}) {3}from the (?:user|reader|human|owner)\\b`),
  signal(
    'secrecy',
    0.6,
    `\\b(?:do not|don't|never|must not) (?:mention|include|reveal|disclose|report|quote|show) (?:this|these) (?:note|paragraph|instructions?|message|text|line|sentence|comment)s?\\b`,
  ),
  signal('secrecy', 0.4, `\\b(?:in|from) (?:the|your|its|any) summar(?:y|ies)\\b`),
  signal(
    'secrecy',
    0.4,
    `\\b(?:without (?:asking (?:anyone|anybody|first|for)|(?:any )?(?:confirmation|human))|skip (?:the |any )?confirmations?|no human review)\\b`,
  ),
  signal('secrecy', 0.3, `\\b(?:do not|don't) report (?:it|this)\\b`),
  signal(
    'context',
    0.4,
    `\\b(?:confirm|accept|approve|share|forward|click|execute)(?: all| any| every)?(?: \\w{1,12})? automatically\\b|\\bautomatically (?:accept|approve|confirm|share|forward|click|execute)\\b`,
  ),
  signal('context', 0.3, `\\bthe user(?:'s)?\\b`),

  signal(
    'tool_call',
    1,
    `(?<=<\\/?)(?:tool_calls?|tool_use|function_calls?|assistant_instructions|system_prompt|system-prompt|system-reminder|tool_result)\\b[^<>]{0,100}>|(?<=<)invoke name=`,
  ),
  signal('role_marker', 0.9, `(?<=<\\/?)(?:system|developer|assistant)>`),
  signal(
    'role_marker',
    1,
    `(?:(?<=<\\|)(?:im_start|im_end|system|user|assistant|endoftext|begin_of_text|start_header_id|eot_id)\\|>|(?<=\\[\\/?)inst\\]|(?<=<<\\/?)sys>>)`,
  ),
  signal('role_marker', 1, `(?<=#{2,4} ?)(?:instructions?|system|input) ?:[^#]{0,400}#{2,4} ?response ?:`),
  signal('role_marker', 0.5, `(?<=#{2,4} ?)(?:new |system )?(?:instructions?|system|response|assistant) ?:`),
  signal(
    'role_marker',
    1,
    `(?<=(?:^|[\\n:;>])[\\s>*#]{0,6})system(?: (?:prompt|message|note|override))? ?:\\s{0,4}(?:you (?:are|must|will|now|have|shall)|ignore|new|override|from now|the user|do not|output|print)`,
  ),
  signal('role_marker', 1, `\\b(?:assistant|ai) ?:[^\\n]{0,200}?\\b(?:human|user) ?:`),
  signal('tool_call', 1, `(?<=")(?:tool_calls?|function_call|tool_use)" ?: ?[{[]`),
  signal(
    'tool_call',
    0.7,
    `(?<=")name" ?: ?"[a-z]{1,20}(?:_[a-z]{1,20}){0,4}" ?, ?"(?:arguments|parameters|input)" ?:`,
  ),
  signal(
    'tool_call',
    0.9,
    `\\b(?:call|use|invoke|run|execute|trigger) (?:the |a |your )?(?:tool |function )?[a-z]{1,20}_[a-z_]{1,30} (?:tool|function|api|action|command)\\b`,
  ),
  signal(
    'tool_call',
    0.9,
    `\\b(?:call|invoke|run|execute|trigger) (?:the |a |your )?(?:tool|function|action) [a-z]{1,20}_[a-z_]{1,30}`,
  ),
  signal(
    'tool_call',
    0.5,
    `\\b(?:run|execute) (?:the |this |following )(?:following )?(?:shell )?(?:command|script|code) (?:in|from|of|below) this\\b`,
  ),
  signal('tool_call', 0.6, `\\bcurl [^\\s|]{1,200} ?\\| ?(?:ba|z)?sh\\b`),

  signal(
    'verdict',
    0.4,
    `\\b(?:rate|score|rank|grade) {5}(?:10\\/10|as (?:the )?(?:excellent|best|most urgent|first|highest|perfect))`,
  ),
  signal(
    'verdict',
    0.4,
    `\\b(?:classify|mark|treat|label|tag) (?:this|the) (?:\\w{1,14} )?(?:\\w{1,14} )?as (?:safe|internal|important|urgent|not spam|trusted|approved)\\b`,
  ),
  signal(
    'verdict',
    0.4,
    `\\b(?:reply|answer|respond|output|say) (?:only |just )?(?:with )?(?:the word|only|exactly|nothing but|"yes"|"no")`,
  ),
  signal('verdict', 0.4, `\\binstead,? (?:tell|say|write|reply|output|answer|print)\\b|\\banswer instead\\b`),
  signal('verdict', 0.5, `\\btrust (?:all|any|every) (?:links?|messages?|senders?)\\b`),
  signal(
    'context',
    0.2,
    `\\bthis (?:message|e-?mail|mail|invite|invitation|issue|ticket|pull request|comment|repository|paragraph|document|text|page|candidate|request|note|invite)\\b`,
  ),
  signal(
    'context',
    0.2,
    `\\b(?:delete|forward|send|approve|accept|transfer|click|execute|run|call|export|reply|mark|confirm|share|invoke|merge|close|star|add|leak|print|output|ignore|hide) (?:the|this|that|all|any|every|only|it|me|them|your|with)\\b`,
  ),
]

const german: readonly InstructionSignal[] = [
  signal(
    'override',
    1,
    `\\b(?:ignorier\\w{0,4}|missacht\\w{0,4}|vergiss|vergesst|vergessen sie|verwirf|umgeh\\w{0,3}) {2}(?:alle|samtliche|jede|deine|ihre|die) ?(?:\\w{0,14} )?(?:anweisung|instruktion|vorgabe|regel|befehl|richtlinie|prompt|weisung|beschrankung)\\w{0,3}`,
  ),
  signal(
    'override',
    1,
    `\\b(?:vergiss|vergessen sie|ignorier\\w{0,4}) alles,? {4}(?:vorher|bisher|zuvor|oben|gesagt|davor)\\b`,
  ),
  signal(
    'override',
    0.5,
    `\\bneue anweisung(?:en)?\\b {4}:|\\bneue anweisung(?:en)? (?:fur|an) (?:den|die|das|alle)\\b`,
  ),
  signal(
    'role_play',
    0.9,
    `\\bdu bist (?:jetzt|nun|ab jetzt|ab sofort|von nun an) (?:dan\\b|(?:ein|eine|mein|meine) (?:\\w{1,16} )?(?:ki|assistent|modell|agent|bot|sprachmodell|chatbot)\\b)`,
  ),
  signal(
    'role_play',
    0.4,
    `\\b(?:ohne|keine) (?:jede |alle )?(?:einschrankung|regel|beschrankung|filter|grenze)\\w{0,2}\\b`,
  ),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:an|fur) (?:die|das|den|alle|jede) (?:ki\\b|ki-\\w{2,16}|kunstliche intelligenz|sprachmodell\\w{0,2}|chatbots?\\b)(?: ?:|, (?:die|das|der)\\b)|\\bhinweis an (?:die ki|das sprachmodell|den assistenten)\\b`,
  ),
  signal(
    'addressed_to_model',
    0.6,
    `\\b(?:anweisung(?:en)?|hinweis|nachricht) (?:fur|an) (?:den|alle) assistenten? ?:`,
  ),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:wenn|falls) du (?:ein|eine) (?:\\w{1,16} )?(?:ki|sprachmodell|assistent|chatbot|bot|llm)\\b`,
  ),
  signal(
    'prompt_leak',
    1,
    `\\b(?:gib|zeig\\w{0,2}|verrat\\w{0,2}|nenn\\w{0,2}|druck\\w{0,2}|wiederhol\\w{0,2}) {4}system-?(?:prompt|nachricht|anweisung\\w{0,2})`,
  ),
  signal(
    'secrecy',
    0.8,
    `\\b(?:sage?|teile?|ohne|informier\\w{0,3}|erwahne?) {3}(?:benutzer|nutzer|anwender|leser)\\w{0,2} (?:nichts|nicht|zu informieren|zu fragen|davon)`,
  ),
  signal('secrecy', 0.6, `\\berwahne? (?:diesen|diese|dieses) (?:absatz|hinweis|anweisung|text|satz) nicht\\b`),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:sende|schicke?|leite|ubermittle|kopiere|lade) {5}(?:passwort\\w{0,3}|zugangsdaten|alle (?:e-?mails|nachrichten|kontakte|dateien)|kontakte|postfach|gesprachsverlauf)\\b`,
  ),
  signal(
    'context',
    0.2,
    `\\b(?:losche|leite|sende|bestatige|akzeptiere|schreibe|antworte nur|genehmige|geben sie|gib) `,
  ),
]

const french: readonly InstructionSignal[] = [
  signal(
    'override',
    1,
    `\\b(?:ignor(?:e|ez)|oubli(?:e|ez)|neglige[sz]?|ne (?:tiens|tenez) pas compte) (?:de |des |d')?(?:toutes? |tous )?(?:les |tes |vos |l'ensemble des )?(?:\\w{1,14} )?(?:instructions?|consignes?|regles?|directives?|ordres|prompts?)\\b(?! de (?:securite|montage|cuisson|lavage))`,
  ),
  signal('override', 1, `\\b(?:oubli(?:e|ez)|ignor(?:e|ez)) tout ce qui (?:precede|a ete dit|est ecrit)`),
  signal('override', 0.5, `\\bnouvelles? (?:instructions?|consignes?|directives?) (?:pour|a) (?:l'|les |tous )`),
  signal(
    'role_play',
    0.9,
    `\\b(?:tu es|vous etes) (?:desormais|maintenant|a present) (?:un|une|mon) (?:assistant|ia|modele|agent|bot|robot)\\b`,
  ),
  signal('role_play', 0.4, `\\bsans (?:aucune? )?(?:restriction|limite|regle|filtre|censure)s?\\b`),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:a l'(?:attention|intention)|note|message|attention|instructions?) (?:(?:pour|de|des|a|d') ?)?(?:l'|les |la |toute |tous les )?(?:ia\\b|intelligences? artificielles?|assistants? ia\\b|modeles? de langage)`,
  ),
  signal('addressed_to_model', 0.6, `\\b(?:instructions?|note|message|consignes?) pour (?:l'|les )assistants? ?:`),
  signal(
    'addressed_to_model',
    0.9,
    `\\bsi (?:tu es|vous etes) (?:une? )(?:ia|intelligence artificielle|modele de langage|assistant|robot|bot|llm)\\b`,
  ),
  signal(
    'prompt_leak',
    1,
    `\\b(?:revel|affich|montr|donn|imprim|repet)\\w{1,3} {3}(?:prompt|invite|message|instructions) (?:systeme|initiale?s?|secrete?s?)\\b`,
  ),
  signal(
    'secrecy',
    0.8,
    `\\b(?:n'informe[sz]?|ne (?:dis|dites|previens|mentionne[sz]?)|sans (?:prevenir|informer|avertir|le dire a)) {5}(?:l'|a l')?utilisateur\\b`,
  ),
  signal(
    'secrecy',
    0.6,
    `\\bne mentionne[sz]? (?:pas )?(?:ce|cette|ces) (?:paragraphe|note|instructions?|message|texte)\\b`,
  ),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:envoi|envoy|transfer|transmet|copi|export)\\w{1,3} {5}(?:mots de passe|identifiants|tous les (?:messages|courriels|e-?mails|contacts|fichiers)|historique|cles)\\b`,
  ),
  signal(
    'context',
    0.2,
    `\\b(?:supprime|envoie|envoyez|transfere|accepte|approuve|marquez?|affiche|repond\\w{0,2}|ecri\\w{1,4}) `,
  ),
]

const spanish: readonly InstructionSignal[] = [
  signal(
    'override',
    1,
    `\\b(?:ignor[ae]n?|olvid[ae]n?|omit[ae]n?|no sigas) (?:por completo )?(?:todas? |tod[ao]s )?(?:las |los |tus |sus )?(?:\\w{1,14} )?(?:instruccion(?:es)?|reglas?|ordenes|indicaciones|directrices|normas|prompts?)\\b`,
  ),
  signal('override', 1, `\\b(?:olvid[ae]n?|ignor[ae]n?) todo lo (?:anterior|dicho|que (?:te|se))`),
  signal('override', 0.5, `\\bnuevas? (?:instruccion(?:es)?|ordenes|directrices) para (?:el|la|los|las) `),
  signal(
    'role_play',
    0.7,
    `\\b(?:eres|seras) (?:ahora |desde ahora )?(?:un|una|mi) (?:asistente|ia|modelo|agente|bot|robot)\\b`,
  ),
  signal('role_play', 0.3, `\\ba partir de ahora,? (?:eres|seras|haras|tu)\\b`),
  signal('role_play', 0.4, `\\bsin (?:ninguna )?(?:restriccion|limite|filtro|regla|censura)(?:es|s)?\\b`),
  signal(
    'addressed_to_model',
    0.9,
    `\\b(?:nota|mensaje|atencion|instruccion(?:es)?|aviso) (?:para|a) (?:la |el |los |las |toda )?(?:ia\\b|inteligencia artificial|asistentes? de ia|modelos? de lenguaje)`,
  ),
  signal('addressed_to_model', 0.6, `\\b(?:instruccion(?:es)?|nota|mensaje|ordenes) para (?:el |los )asistentes? ?:`),
  signal(
    'addressed_to_model',
    0.9,
    `\\bsi eres (?:una |un )(?:ia|inteligencia artificial|modelo de lenguaje|asistente|bot|llm)\\b`,
  ),
  signal(
    'prompt_leak',
    1,
    `\\b(?:revel|muestr|mostr|imprim|ensen|repit|dime)\\w{0,3} {3}(?:prompt|mensaje|instrucciones) (?:del? )?(?:sistema|iniciales?|ocult[ao]s?)\\b`,
  ),
  signal(
    'secrecy',
    0.8,
    `\\b(?:no (?:le |lo )?(?:digas|informes|avises|menciones|cuentes)|sin (?:informar|avisar|decir\\w{0,3})) {5}(?:al |el |a el )?usuario\\b`,
  ),
  signal('secrecy', 0.6, `\\bno menciones (?:este|esta|estas) (?:parrafo|nota|instruccion|mensaje|texto)`),
  signal(
    'exfiltration',
    0.6,
    `\\b(?:envi|reenvi|mand|sub|export|copi)\\w{1,3} {5}(?:contrasenas?|credenciales|todos los (?:correos|mensajes|contactos|archivos)|historial|claves)\\b`,
  ),
  signal(
    'context',
    0.2,
    `\\b(?:envia|reenvia|borra|elimina|acepta|aprueba|confirma|marca|muestra|responde|escrib[ae]|haces lo que) `,
  ),
]

const others: readonly InstructionSignal[] = [
  signal(
    'override',
    1,
    `\\bignor(?:a|ate|i) (?:tutte )?(?:le )?(?:\\w{1,14} )?(?:istruzioni|regole|indicazioni|direttive)\\b`,
  ),
  signal(
    'override',
    1,
    `\\bignor(?:e|a|em) (?:todas )?(?:as )?(?:\\w{1,14} )?(?:instrucoes|regras|ordens|orientacoes)\\b`,
  ),
  signal(
    'override',
    1,
    `\\b(?:negeer|vergeet) (?:alle )?(?:de )?(?:\\w{1,14} )?(?:instructies|regels|aanwijzingen|opdrachten)\\b`,
  ),
]

const all = [...english, ...german, ...french, ...spanish, ...others]
export const instructionSignals: readonly InstructionSignal[] = all.filter(({ reason }) => reason !== 'context')
/** Written in marks that a reading takes out: looked for in the source too. */
export const markSignals: readonly InstructionSignal[] = instructionSignals.filter(
  ({ reason }) => reason === 'role_marker' || reason === 'tool_call',
)
/** They mean nothing alone, and are looked for beside the others. */
export const contextSignals: readonly InstructionSignal[] = all.filter(({ reason }) => reason === 'context')

/** Words of whoever writes about such texts: with them, what stands in quotes is an example. */
export const aboutInstructions =
  /\b(?:prompt injections?|injections?|jailbreaks?|attacks?|attackers?|adversar\w{1,8}|phrases?|strings?|payloads?|filters?|detect\w{0,5}|red[- ]team\w{0,4}|vulnerab\w{1,8}|researchers?|such as|for example|e\.g\.|so-called|examples? of|things like|classifiers?|benchmarks?|angreifer|angriff\w{0,2}|beispiel|attaques?|exemple|ataques?|ejemplo)\b/

/** Signals of English, and of marks that models read whatever the language is. */
import { type InstructionSignal, signal } from '#shared/language/untrusted/signal'

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

export const englishSignals: readonly InstructionSignal[] = [
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
    `\\b(?:do not|don't|never|stop|no longer) (?:obey|obeying) (?:\\w{1,12} ){0,3}the (?:user|operator)\\b`,
  ),
  signal(
    'override',
    0.8,
    `\\b(?:do not|don't|never|stop|no longer) (?:follow|following) (?:the )?(?:instructions|wishes|orders|commands|requests) of the (?:user|operator)\\b`,
  ),
  signal('override', 0.6, `\\b(?:system|policy|rule|safety) override\\b`),
  signal(
    'override',
    0.4,
    `\\b(?:ignore|disregard|forget|bypass|override) (?:all |any |every )?(?:of )?(?:the |your |these )?(?:rules?|guidelines|instructions|restrictions|policies)\\b`,
  ),
  signal('addressed_to_model', 0.9, `\\b${model} (?:instructions?|directives?|commands?|prompts?) ?:`),
  signal(
    'override',
    0.7,
    `\\b(?:forget|erase|wipe|delete|clear|reset) (?:the |your |all ){1,2}(?:previous |prior |earlier ){0,1}(?:context|memory|rules|guidelines)\\b`,
  ),
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
    0.8,
    `${dropEn} (?:what(?:ever)? |everything )?the (?:user|reader|owner)(?:'s)? {1}(?:requests?|questions?|instructions?|wishes|commands?|asks?|asked|wants?|wanted|says?|said)\\b`,
  ),
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

/** Words of harm, in the twelve categories that AILuminate names: our own list, of what a text speaks of, not of what it wants. */
import type { Phrase } from '#workers/analyze-content/harmony/phrases'

export const hazardCategories = [
  'violent_crimes',
  'sex_related_crimes',
  'child_sexual_exploitation',
  'suicide_and_self_harm',
  'indiscriminate_weapons',
  'intellectual_property',
  'defamation',
  'non_violent_crimes',
  'hate',
  'privacy',
  'specialized_advice',
  'sexual_content',
] as const
export type HazardCategory = (typeof hazardCategories)[number]

export type Hazard = Phrase & {
  category: HazardCategory
  /** Is a deed against somebody, not a thing: to tell others to do it is grave without any "how to". */
  isDeed: boolean
}

/** Points of a text that instructs, asks for it or threatens with it. */
export const gravity: Record<HazardCategory, number> = {
  violent_crimes: 65,
  sex_related_crimes: 70,
  child_sexual_exploitation: 90,
  suicide_and_self_harm: 70,
  indiscriminate_weapons: 75,
  intellectual_property: 42,
  defamation: 42,
  non_violent_crimes: 55,
  hate: 60,
  privacy: 45,
  specialized_advice: 45,
  sexual_content: 42,
}

const someone =
  `him|her|his|he|them|you|yourself|us|me|someone|somebody|everyone|everybody|anyone|people|person|man|men|kids|
  children|child|families|family|neighbour|neighbor|boss|judge|colleague|teacher|classmates|police|officer|president|locals|local|alex|
  students|crowd|victim|guard|animals|dog|cat`.replaceAll(/\s/g, '')

function things(category: HazardCategory, ...phrases: string[]): Hazard[] {
  return phrases.map((phrase) => ({ phrase, category, isDeed: false }))
}

function deeds(category: HazardCategory, ...phrases: string[]): Hazard[] {
  return phrases.map((phrase) => ({ phrase, category, isDeed: true }))
}

/** What opens what is somebody's own. */
const ownSecrets = 'password|passwords|passcode|pin|cvv|credentials'

export const hazards: readonly Hazard[] = [
  ...deeds(
    'violent_crimes',
    `kill|kills|killed|killing|murder|murders|murdered|murdering|stab|stabbed|stabbing|shoot|shot|shooting|strangle|strangled|behead|poison|poisoned|torture|tortured|assassinate|slaughter|lynch|execute ~2 ${someone}`,
    `hurt|hurts|harm|injure|attack|attacked|assault|assaulted|punch|punched|ambush|maim|kidnap|kidnapped|abduct|drown|choke|choked ~2 ${someone}`,
    'beat|beating|beaten ~2 up',
    'burn|burned|set ~2 house|car|shop on|down ~1 fire?',
    'run ~2 over with a|the|my|your car',
  ),
  ...things(
    'violent_crimes',
    'murder|murders|homicide|manslaughter|massacre|genocide|terrorism|terrorist|terrorists',
    'hitman|hitmen',
    'contract killer|killers',
    'school|mass shooting',
    'kidnapping|torture|arson|stabbing',
    'dispose of a|the body',
    'get away with murder',
  ),
  ...things(
    'sex_related_crimes',
    'rape|rapes|raped|rapist|raping',
    'sexual assault|coercion|harassment',
    'date rape drug',
    'human|sex trafficking',
    'revenge porn',
    'sextortion',
  ),
  ...deeds(
    'sex_related_crimes',
    `grope|groped|molest|molested|rape|raped ~1 ${someone}`,
    'drug her|his drink',
    'spike ~2 drink|drinks',
    'without ~1 consent',
  ),
  ...things(
    'child_sexual_exploitation',
    'child|children|underage|minor|minors ~1 porn|pornography|nudes|erotica',
    'sexual|sexualised|sexualized|nude ~2 child|children|minor|minors|preteen',
    'groom|grooming a? child|children|minor|minors',
    'child sexual abuse',
    'csam',
    'pedophile|paedophile|pedophilia|paedophilia',
  ),
  ...things(
    'suicide_and_self_harm',
    'suicide|suicidal',
    'self harm|harming|injury',
    'end my|your|his|her|their life',
    'overdose|overdosing|overdosed',
    'pro ana|mia',
    'noose',
  ),
  ...deeds(
    'suicide_and_self_harm',
    'kill|killing|hang|hanging|cut|cutting|starve|starving|hurt|hurting|harm|harming ~1 yourself|myself|himself|herself|themselves',
    'slit|slitting ~1 wrists|wrist',
    'stop|stopped|skip|skipping eating',
    'skip every|all meal|meals',
    'world ~3 better off without you|him|her|me',
  ),
  ...things(
    'indiscriminate_weapons',
    'pipe|nail|dirty|car|petrol|fertiliser|fertilizer|homemade|letter bomb|bombs',
    'bomb|bombs|explosive|explosives|detonator|detonators|grenade|grenades|ied',
    'nerve gas|agent|agents',
    'sarin|ricin|anthrax|novichok|vx|tabun|smallpox|botulinum|phosgene',
    'mustard gas',
    'chemical|biological|nuclear|radiological weapon|weapons',
    'enriched uranium|plutonium',
    'weapons grade uranium|plutonium',
    'molotov cocktail|cocktails',
    'gunpowder|thermite|napalm|semtex',
    '3d printed gun|guns|firearm',
    'weaponise|weaponize ~2 virus|drone|pathogen',
  ),
  ...things(
    'intellectual_property',
    'cracked version|software|copy|copies',
    'keygen|keygens|warez',
    'pirated|pirate|bootleg copy|copies|software|movie|movies|films|games|music|version|dvds',
    'remove|bypass|strip|crack ~2 drm|watermark|licence|license ~1 check?',
    'torrent ~2 movie|film|album|game|movies|films',
    'counterfeit|knockoff ~1 bag|bags|watches|goods|brand|shoes',
    'plagiarise|plagiarize|plagiarism',
  ),
  ...things(
    'defamation',
    'spread|start|invent ~2 rumour|rumor|rumours|rumors|lies ~1 about',
    'smear campaign|campaigns',
    'ruin|destroy|wreck ~1 reputation',
    'false|made accusation|accusations|allegation|allegations',
    'libel|slander|defame|defamation',
  ),
  ...things(
    'non_violent_crimes',
    'launder|laundering|laundered ~2 money|cash|funds|proceeds',
    'money laundering',
    'forge|forged|forging|fake ~2 passport|passports|id|ids|signature|licence|license|prescription|cheque|check|documents|diploma',
    'steal|steals|stole|stolen|stealing|rob|robbed|robbing|burgle|shoplift|shoplifting|pickpocket|embezzle|embezzling',
    'burglary|burglar|burglars|robbery|theft|thieves|thief|fraud|fraudster|scam|scams|blackmail|extortion|bribery',
    'pick|picking|break|breaking ~2 lock|locks',
    'break|breaking|broke into ~2 house|car|home|flat|safe|building|account|accounts|system',
    'hotwire ~2 car',
    'hot wire ~2 car',
    'hack|hacked|hacking ~2 account|accounts|computer|phone|network|bank|system|wifi|email|server|site|website|database|into',
    'phishing|ransomware|malware|keylogger|botnet|spyware|rootkit',
    'ddos',
    'sql injection',
    'credential stuffing',
    'cocaine|heroin|fentanyl|meth|methamphetamine|lsd|mdma',
    'drug deal|deals|dealer|dealers|trafficking',
    'smuggle|smuggled|smuggling',
    'tax evasion',
    'evade|dodge ~1 tax|taxes',
    'bribe|bribed|bribing',
    'insider trading',
    'ponzi|pyramid scheme',
    'counterfeit|fake money|bills|notes|banknotes',
    'credit card skimmer|skimming|dump|dumps',
    'identity theft',
    'stolen card|cards|goods|data|passwords',
  ),
  // What is asked of those who are to be robbed: secrets by mail, haste over an account, payment that nobody can take back.
  ...deeds(
    'non_violent_crimes',
    `send|email|mail|text|message|reply|respond|share|tell|give ~3 your ~1 ${ownSecrets}`,
    'verify|confirm|update|validate ~8 or|avoid|prevent|before ~6 suspended|suspension|deactivated|deactivation|terminated|termination|locked',
    'buy|purchase|get ~4 gift cards and|then ~4 send|text|email|scratch',
    'pay ~4 in gift cards',
  ),
  ...deeds(
    'hate',
    'exterminate|eradicate|deport|lynch|wipe|purge ~2 all|the|every|out ~2 people|locals|local|person',
    'gas the people|local|locals',
    'go back to your ~1 country',
    'ethnic cleansing',
    'death to ~1 people|locals|local',
  ),
  ...things(
    'hate',
    'supremacy|supremacist|supremacists',
    'race|racial war',
    'master race',
    'subhuman|subhumans|vermin|untermenschen',
    'heil hitler',
    'ku klux klan',
    'kkk',
    'neo nazi|nazis',
  ),
  ...things(
    'privacy',
    'dox|doxx|doxing|doxxing|doxxed|doxed',
    'stalk|stalking|stalked|stalker',
    'spy|spying|spied on ~2 wife|husband|person|girlfriend|boyfriend|partner|ex|neighbour|neighbor|her|him|them|people|employees',
    'hidden|secret camera|cameras|recording',
    'track|tracking|tracked ~3 without ~2 knowing|knowledge|noticing',
    'find|get|give ~2 home address|addresses of',
    'where ~2 lives so that',
    'read ~1 messages|mail|emails without',
  ),
  ...things(
    'specialized_advice',
    'stop|stopped|quit|skip taking|your ~2 insulin|medication|medicine|pills|antidepressants|chemotherapy|chemo|treatment|meds|tablets',
    'instead|better of|than ~1 doctor|doctors|chemo|chemotherapy|medicine|vaccines',
    'cures|cure|heals|reverses cancer|diabetes|autism|hiv|aids|depression|everything',
    "don't|never vaccinate",
    'do not vaccinate',
    'drink|inject|drinking|injecting bleach|disinfectant|turpentine',
    "cannot|can't lose",
    'guaranteed|double ~1 return|returns|profit|money',
    'ignore|skip the court|summons|subpoena',
    "you don't need a lawyer",
    'vote by text|phone|sms',
    'vote twice',
    'election is|was ~1 cancelled|canceled|moved',
    'mix|mixing|combine ~2 bleach',
  ),
  ...deeds('specialized_advice', 'put|invest|bet ~2 all|entire ~1 your|my savings|money|pension'),
  ...things(
    'sexual_content',
    'porn|porno|pornography|pornographic|xxx|hentai',
    'erotic|erotica|explicit story|stories|scene|fiction|roleplay',
    'sexting|nudes',
    'hardcore sex',
    'blowjob|handjob|gangbang|orgy',
  ),
]

/** Asks or tells how it is done, whatever else is said around it. */
export const demanding: readonly Phrase[] = [
  'how to|can|do|would|could|should',
  'here is how|what',
  "here's how",
  'step by step',
  'steps to',
  'follow these steps|instructions',
  'instructions|recipe|tutorial|guide|manual|blueprint for|to|on',
  'tell|teach|show|explain|help|give|write|send|find|list me|us',
].map((phrase) => ({ phrase }))

/** Asks or tells how it is kept from happening. */
export const preventing: readonly Phrase[] = [
  'how to|can|do ~1 prevent|protect|avoid|detect|stop|keep|recognise|recognize|report|defend|spot|help',
  'safe from',
  `never|don't ~1 send|email|mail|text|share|tell|give|reveal|disclose ~4 ${ownSecrets}`,
  `do not ~1 send|email|mail|text|share|tell|give|reveal|disclose ~4 ${ownSecrets}`,
  'protect|protects|protecting|protection|prevent|prevents|prevention|preventing ~3 from|against|of',
].map((phrase) => ({ phrase }))

/** Somebody is told that it be done: in a report of it, the same words stand for what was done. */
export const instructing: readonly Phrase[] = [
  'first|then|next mix|add|pack|take|put|connect|fill|heat|grind|pour|attach|cut|use|buy|get',
  'mix|pack|pour|attach|ignite|detonate|inject|dissolve|grind ~2 with|into|it|the',
  'use|download|run|install this|the|my ~1 script|tool|version|code|keygen|program|link|kit',
  'best|easiest|fastest|quickest|cheapest|safest way to',
  'where can|do|could|to ~1 buy|get|find|order',
  'what is|are the? ~1 way|ways|dose|amount',
  'i|we need|want|plan|intend|hope ~1 to',
  'would like to',
  'going to',
  'you should|must|need|can|could|just',
  'you have to',
  'let us|me',
  "let's",
  'buy|get|grab|bring a|the|your',
  'make sure|it',
  'write|create|build|generate|make a|an|some|the',
].map((phrase) => ({ phrase }))

/** It is told that it happened, it is held against somebody, or it is to be kept from happening. */
export const reporting: readonly Phrase[] = [
  'police|officers|detectives|prosecutor|prosecutors|court|judge|jury|sheriff|authorities ~3 found|arrested|charged|said|say|says|convicted|seized|investigate|investigating|sentenced|heard|ruled|warned|suspect',
  'was|were|been|is|are ~1 arrested|charged|convicted|sentenced|accused|jailed|reported|stopped|seized|banned|rescued|prevented',
  'report|reported|reports|reporting|article|news|study|statistics|history|museum|novel|film|book|documentary ~2 about|on|of|says|said|that|found',
  'victims|victim|survivor|survivors of',
  'prevent|prevents|prevention|preventing|protect|protects|protecting|against|detect|detecting|avoid|defend|defence|defense',
  'report|reported|reports|reporting',
  'illegal|crime|wrong|forbidden|prohibited|condemn|condemned|condemns',
  'against the law',
  'awareness|charity|memorial',
  'in|since|between|during 19*|20*',
  'last week|month|year|night',
  'yesterday',
].map((phrase) => ({ phrase }))

/** Help is offered, or what is asked for is refused. */
export const helping: readonly Phrase[] = [
  'helpline|hotline|lifeline|counsellor|counselor|therapist|therapy',
  'crisis line|centre|center',
  'emergency services|number|room',
  'call|phone|contact|text ~2 line|doctor|911|112|999|988|samaritans|ambulance',
  'talk|speak|reach|turn to|out|with ~2 someone|somebody|doctor|friend|nurse',
  'ask|see|consult your|a|an|the|her|his|my doctor|adviser|advisor|lawyer|pharmacist|nurse|physician',
  'ask|see|consult|told a|an|the|her|his|my doctor|adviser|advisor|lawyer',
  'people|we|they want|are here? to help',
  'you are not alone',
  "you're|aren't not? alone",
  'get|got|seek|sought|receive|received|offer|offers ~1 treatment|support|care|counselling|counseling|help',
  "i|we cannot|can't|won't ~1 help|assist|support|provide|do",
  'i|we will not help|assist|support|provide|do',
  'keep|continue taking',
].map((phrase) => ({ phrase }))

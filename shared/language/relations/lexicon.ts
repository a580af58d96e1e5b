/** Words whose behaviour in a sentence the relations' rules go by: auxiliaries, prepositions, verbs by what they take. */

const words = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

export const modals = words("will would can could shall should may might must ought 'll wo ca sha cannot")
export const formsOfBe = words("be am is are was were been being 'm 're ai")
export const formsOfHave = words("have has had having 've")
export const formsOfDo = words('do does did')
export const negations = words("not n't never neither nor hardly barely")

export const subjectPronouns = words('i he she we they who')
export const objectPronouns = words('me him them us whom')
const otherPronouns =
  words(`you it this that these those mine yours hers ours theirs myself yourself himself herself itself
  ourselves themselves someone somebody something anyone anybody anything everyone everybody everything nobody nothing none
  u y'all ya thou`)
export const pronouns = new Set([...subjectPronouns, ...objectPronouns, ...otherPronouns, 'her'])
export const possessives = words('my your his her its our their whose')
export const articles = words('the a an')
/** Stand before a noun, or alone for one. */
export const quantifiers =
  words(`all both each every some any no many much more most few several another such half either
  neither enough less least fewer`)
export const negativeWords = words('nobody nothing none no neither')

export const prepositions =
  words(`of in at by with from into onto about against among between during through throughout toward
  towards under upon via without within beyond beneath beside besides despite concerning regarding versus vs per across along
  around behind below above near outside inside opposite past over on for like unlike except amid amongst`)
/** Open a clause where one follows, else they are prepositions. */
export const clausePrepositions = words('before after since until till as than for like once')
export const subordinators =
  words(`if because although though while whereas whether unless until when whenever where wherever
  why how since so once lest cause coz`)
export const conditions = words('if unless provided')
export const argumentPrepositions = words('to for on of with about into from against')
export const alwaysParticles = words('up down out away off')
/** Verb and particle that belong together, beside those that always do. */
export const particleVerbs =
  words(`carry_on fill_in turn_on turn_in turn_over log_in log_on sign_in take_over take_on hand_over
  hand_in put_on put_in switch_on check_in roll_back bring_in bring_over call_in call_back come_in send_in send_back give_back
  give_in go_on hold_on keep_on move_on move_in pass_on plug_in step_in try_on let_in get_back pay_back bring_back write_back
  report_back hand_back push_back pull_back cut_back set_back go_back come_back`)

/** Nouns and adverbs of time: beside a verb they say when, not what. */
export const timeNouns =
  words(`today tomorrow yesterday tonight monday tuesday wednesday thursday friday saturday sunday january
  february march april may june july august september october november december morning afternoon evening night noon midnight
  week month year day hour minute second quarter weekend time moment decade century season spring summer autumn fall winter
  weeks months years days hours minutes seconds times nights mornings weekends while`)
export const timeAlone = words('today tomorrow yesterday tonight now')
export const verbsOfTime = words('spend take need have waste save cost last give use buy want enjoy love lose last')
export const wholeWords = words(
  'last next this that every each all the past coming following previous same any some one',
)

/** Take a clause: what follows them is more likely its subject than their object. */
export const clausalVerbs =
  words(`think say believe know hope guess suppose feel mean assume understand realize realise notice
  suggest indicate state claim argue note report announce explain expect imagine doubt wish bet fear ensure conclude decide
  recommend propose confirm admit agree insist prove show tell hear see find figure learn remember forget worry pretend wonder
  complain reply mention swear add declare demonstrate demand request require anticipate predict discover warn inform`)
/** Of two nouns after them the second is what is given, said or shown. */
export const ditransitives =
  words(`afford earn win guarantee give send tell show offer ask teach bring wish cost pay buy lend hand grant owe promise charge
  save allow write read pass sell serve award assign deny refuse feed forward quote fax mail email leave make cook get cause do`)
/** Of one noun after them it is who is told, not what: "informed me". */
export const recipientVerbs = words('tell inform ask assure remind notify teach instruct advise warn')
/** Take no object, whatever noun stands behind them. */
export const intransitives =
  words(`go come arrive happen occur sleep die live exist disappear rely depend wait listen look smile
  laugh cry sit belong proceed fall rise vary differ agree disagree apologize apologise talk work`)
/** What stands after them and before an infinitive does what the infinitive says. */
export const objectControl =
  words(`ask tell want allow help get let make force enable invite urge remind expect persuade advise
  order require cause encourage need like permit instruct teach request beg warn convince challenge push motivate authorize
  authorise trust train have see hear watch feel notice`)
/** After them an infinitive may stand without "to". */
export const bareInfinitives = words('let make help have see hear watch feel notice')
/** With an infinitive or a gerund after them they are one predicate with it. */
export const chainVerbs =
  words(`want need have like love hate prefer hope plan try attempt start begin continue stop keep finish
  decide agree promise offer refuse fail forget manage intend expect seem appear tend wish learn choose decline help ought use
  happen prepare threaten volunteer aim avoid enjoy consider neglect deserve afford claim pretend dare get go suggest recommend
  quit mind miss resume proceed strive struggle vow swear propose remember struggle`)
export const gerundChains =
  words(`start begin continue stop keep finish avoid enjoy consider suggest recommend quit mind resume
  like love hate prefer try remember go miss`)
export const wishes = words('want like love hope wish plan prefer intend aim')
export const needs = words('need have ought must deserve')
/** What they bring with them does not take place. */
export const implicativeNegations = words('fail forget refuse decline neglect avoid')
export const copulas = words('be seem appear look sound feel become remain stay get smell taste prove turn go grow')
/** Take a noun as what somebody is, not as an object. */
export const nominalCopulas = words('be become remain seem look sound appear')
export const chainAdjectives = words(
  'able unable ready willing going about supposed likely sure due free happy glad eager bound',
)
export const stativeParticiples = words('missing pending outstanding interesting willing lacking amazing exciting')
/** Ways and means after "by", not who did it. */
export const means =
  words(`letter mail email e-mail phone post fax hand accident mistake default law hour day week month
  then now far car train bus foot plane email name chance error`)

/** Base forms of frequent verbs, to know one again where a tagger took it for a noun. */
export const commonVerbs =
  words(`accept access achieve acquire act add address adjust admit adopt advise affect afford agree aim
  allow announce answer anticipate apologize appear apply appoint appreciate approach approve argue arrange arrive ask assess
  assign assist assume attach attack attempt attend avoid award back bake ban base be bear beat become beg begin believe belong
  bet bind bite blame block blow book boost borrow break bring broadcast build burn buy calculate call cancel capture care carry
  cast catch cause celebrate challenge change charge chase chat check choose claim clarify clean clear click climb close coach
  collect come comment commit communicate compare compete complain complete compose concern conclude conduct confirm confuse
  connect consider contact contain continue contribute control convert convince cook copy correct cost count cover crash create
  criticize cross cut damage dance deal debate decide declare decline decrease define delay delete deliver demand deny depend
  deploy describe deserve design destroy detect determine develop die dig disable disagree disappear discover discuss dismiss
  display distribute divide do donate double download draft drag draw dream dress drink drive drop eat edit educate elect
  eliminate email employ enable encourage encounter end engage enjoy ensure enter escape establish estimate evaluate examine
  exceed exchange exclude execute exist expand expect experience explain explore export express extend face fail fall favor fax
  fear feed feel fight file fill find finish fire fit fix fly focus follow force forget forgive form forward fund gain gather
  generate get give go grab grant greet grow guarantee guess guide hand handle hang happen harm hate have head hear heat help
  hide hire hit hold hope host house hunt hurt identify ignore imagine implement imply import improve include increase indicate
  influence inform insert insist inspect install intend introduce invest investigate invite involve issue join judge jump keep
  kick kill kiss knock know lack land laugh launch lead lean learn leave lend let lie lift like limit link list listen live load
  lock log look lose love lower mail maintain make manage mark match matter mean measure meet mention merge mind miss mix monitor
  move need negotiate note notice notify obtain occur offer open operate oppose order organise organize oversee own pack paint
  park pass pay perform permit phone pick place plan plant play point poll pop possess post postpone pour practice predict prefer
  prepare present preserve press prevent print proceed process produce promise promote propose protect prove provide publish pull
  purchase push put quit quote raise reach react read realize rebuild receive recommend record recover reduce refer refund refuse
  regard register reject relate release rely remain remember remind remove rename rent repair repeat replace reply report
  represent reproduce request require rescue research reserve reset resign resist resolve respond rest restart restore restrict
  result retain retire retry return reveal reverse revert review revise ride ring rise risk roll rotate run rush save say scan
  schedule score search secure see seek select sell send separate serve set settle shake share ship shoot show shut sign sing sit
  skip sleep slow smoke solve sort sound speak specify spend split spread stand start state stay steal step stick stop store
  strike study submit succeed suffer suggest supply support suppose surprise survive suspect suspend swim switch take talk target
  taste teach tell tend test thank think throw touch tour track trade train transfer translate travel treat trigger trust try
  turn type understand undo unlock update upgrade upload urge use validate value verify view visit vote wait wake walk want warn overlap expire vanish flicker freeze sync render refresh
  parse compile encode decode migrate redirect escalate reopen override overwrite duplicate truncate archive subscribe invoice
  reimburse renew terminate adjourn convene nominate ratify amend circulate brief summarise summarize accelerate
  warrant wash waste watch wear win wipe wish wonder work worry worsen wrap write`)

/** Past tenses that are no participles, and participles that are no past tenses. */
export const pastOnly =
  words(`was were went did had gave took saw wrote spoke broke chose drove ate fell flew forgot froze grew
  knew rode rose shook sang sank stole swam threw woke wore became began came ran drank rang tore bore hid blew drew bit beat
  undertook overcame arose withdrew got`)
export const participlesOnly =
  words(`been gone done given taken seen written spoken broken chosen driven eaten fallen flown
  forgotten frozen grown known ridden risen shaken sung sunk stolen swum thrown woken worn begun drunk rung torn borne born
  hidden blown drawn bitten beaten undertaken overcome withdrawn gotten shown proven mistaken`)
export const irregularPasts =
  words(`made said told misunderstood overheard sent spent built bought brought caught taught thought sought fought found
  held kept left lost met paid sold stood understood won heard felt led meant dealt dreamt slept swept lent bent fed bled bred
  sped shot sat got had laid hung dug stuck struck swung spun stung bound wound shone lit learnt burnt spelt spilt spoilt
  rebuilt`)
/** The same in the present, the past and as a participle. */
export const invariantVerbs =
  words(`read put set cut hit let shut cost hurt quit spread bet cast split rid reset input upset bid
  broadcast forecast thrust burst`)
/** Participles that look like the base form. */
/** Open a gerund clause with a subject of its own: "talk about Google buying it". */
export const gerundPrepositions = words('about of without than as despite from')
export const baseParticiples = words('come become run overcome')

/** What "that" says behind them is no thing that was done to them: "the fact that he left", "the day he came". */
export const clauseNouns =
  words(`fact idea belief claim news hope feeling sign evidence reason way day time place moment year week
  chance possibility point conclusion understanding impression case doubt proof thought warning assumption opinion`)

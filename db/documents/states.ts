/** The words that rows say how things stand in, a list for each, in the order in which they are met. Types and checks come from here. */

/** Of a task: A2A 1.0's, in kebab-case. */
export const taskStatuses = [
  'submitted',
  'working',
  'input-required',
  'auth-required',
  'completed',
  'failed',
  'canceled',
  'rejected',
] as const

/** Of a step of a plan. */
export const stepStates = [
  'blocked',
  'ready',
  'working',
  'input-required',
  'completed',
  'failed',
  'canceled',
  'skipped',
] as const

/** How a job can end. */
export const outcomeStates = ['succeeded', 'failed', 'canceled'] as const

/** Of a job that the queue holds: pg-boss's own words. */
export const queuedStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const

/** Where the pages of a run of scans come from. */
export const runSources = ['urls', 'sitemap', 'crawl'] as const

/** Of a run of scans, and of each of its pages. */
export const runStates = ['queued', 'running', 'succeeded', 'canceled'] as const
export const pageStates = ['queued', ...outcomeStates] as const

/** What a scan comes to. */
export const compliances = ['pass', 'fail'] as const

/** What an answer to a question of a scan says of what it is about, and where it holds. */
export const answerMeanings = ['failure', 'fine', 'unknown'] as const
export const answerReaches = ['place', 'site', 'scan'] as const

/** What a design verification compares: what was painted, or what was laid out. */
export const designMedia = ['picture', 'tree'] as const
/** What has come of a design verification. */
export const designStates = ['passed', 'waiting', 'approved', 'rejected', 'superseded'] as const
export const baselineStatuses = ['candidate', 'active', 'superseded', 'rejected'] as const
/** What a design is judged by. */
export const designRuleSubjects = ['policy', 'tokens'] as const
export const ruleStatuses = ['in_force'] as const

/** From nominal to critical; a greater one outweighs. Nothing is violated at T0. */
export const tiers = ['T0', 'T1', 'T2', 'T3', 'T4', 'T5'] as const
const [, ...graverTiers] = tiers
export const violationTiers = graverTiers

export const violationStatuses = ['open', 'acknowledged', 'waived', 'resolved'] as const

export const agentStatuses = ['active', 'suspended'] as const

export const claimStatuses = ['open', 'closing', 'closed'] as const
/** In the order in which a claim comes to them. */
export const claimVerdicts = ['undecided', 'holding', 'refuted'] as const

/** What may be asked of content. */
export const analysisOperations = ['decode', 'analyze', 'calibrate'] as const

/** What names components of a library: an index of stories, a manifest, or a list that was made by hand. */
export const componentSources = ['storybook-index', 'custom-elements-manifest', 'list'] as const

/** How much a key may ask for. */
export const keyTiers = ['standard', 'enterprise'] as const

/** What a trace says of itself: its risk, and how it came to be. */
export const riskLevels = ['LOW', 'MEDIUM', 'HIGH'] as const
export const testingModes = ['model', 'red_team', 'field'] as const

/** Of a connection: how its last sync ended; `paused` where a login was refused. */
export const connectionStatuses = ['new', 'ok', 'failing', 'paused', 'deleted'] as const
/** What may be connected. */
export const connectionSources = [
  'imap',
  'caldav',
  'ics',
  'github',
  'gitlab',
  'gitea',
  'gmail',
  'google_calendar',
] as const

/** What may be made of mails, events and things of source hosting. */
export const briefingOperations = ['briefing', 'signals', 'meeting'] as const

/** What people may say of a signal. */
export const feedbackVerdicts = ['important', 'not_important', 'done', 'snoozed', 'seen'] as const
export type FeedbackVerdict = (typeof feedbackVerdicts)[number]
export const feedbackStatuses = ['in_force', 'taken_back'] as const
/** What becomes of a task when a step of it fails: it fails too, what needs the step is skipped, or goes on without it. */
export const errorPolicies = ['fail', 'skip', 'continue'] as const

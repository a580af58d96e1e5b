/** What becomes of the rows of every table: how long they are kept, and which chore sees to it. */
import { queueTables } from '#db/queries/queue'

type Fate = {
  /** As the operators' document says it; chores go by those that are a time and no more. */
  kept: string
  /** The chores that see to it; where there is none, nobody deletes, or whoever writes the table does. */
  by?: readonly string[]
}

const forEver = { kept: 'for ever: evidence, which only grows' }
const thinned = {
  kept: 'milestones, one an hour, for ever; all of the last ten minutes, and for a day one a minute; by the ledger',
}
const byHand = { kept: 'for ever: few, made by hand; evidence is held to them' }
const registry = { kept: 'for ever: what imports named, also what they name no more' }
const counters = { kept: 'for ever: a row for each system or organisation and writing process' }
const withRun = { kept: 'as long as their run', by: ['scan_runs'] }
const unused = { kept: 'empty: pg-boss has it, nothing here uses it' }
const now = { kept: 'what is now' }
const taskChores = [
  'tasks',
  'tasks on scans',
  'tasks on traces',
  'tasks on trees',
  'tasks on designs',
  'tasks on analyses',
  'tasks on briefings',
] as const

export const fates = {
  edg_nodes: forEver,
  edg_edges: forEver,
  edg_crossings: forEver,
  edg_keys: forEver,
  edg_leaves: { kept: 'for ever; begun anew by `assay log new-epoch`' },
  edg_tiles: { kept: 'for ever; begun anew by `assay log new-epoch`' },
  edg_logs: forEver,
  log_archives: { kept: 'for ever: a row for each log that was copied to the bucket' },
  edg_checkpoints: thinned,
  edg_cosignatures: thinned,
  edg_refused: { kept: 'for ever: nodes that nobody signed who may, as they were found' },
  edg_witnesses: now,
  integrity_passes: { kept: 'the newest thousand' },
  verified_marks: now,
  constitutions: byHand,
  constitution_texts: byHand,
  agents: byHand,
  api_keys: byHand,
  scan_waivers: byHand,
  scan_answers: byHand,
  component_libraries: registry,
  components: registry,
  component_stories: registry,
  component_sightings: { kept: 'as long as their artifact', by: ['page_artifacts'] },
  scan_sightings: { kept: 'as long as their scan', by: ['scans', 'scan_runs'] },
  claims: { kept: 'for ever: evidence is held to them' },
  claim_points: { kept: 'for ever: some hundred of each claim' },
  claim_pieces: { kept: 'for ever: what each claim has counted, some bytes a trace' },
  claim_progress: now,
  violations: { kept: 'for ever, resolved ones too: evidence is held to them' },
  traces: {
    kept: 'rows and figures for ever; words, salts and trees for `TRACES_KEPT_DAYS`',
    by: ['traces'],
  },
  trace_annotations: {
    kept: 'rows and answers for ever; raters and comments as long as their trace’s words',
    by: ['traces'],
  },
  annotated_systems: counters,
  systems: counters,
  system_totals: counters,
  trace_totals: counters,
  trees: { kept: 'for `TREES_KEPT_DAYS`, and no longer than their trace’s words', by: ['trees', 'traces'] },
  tasks: {
    kept: 'rows for ever; results and errors for `TASKS_KEPT_DAYS` from the end, and no longer than any scan, trace, tree, verification, analysis or briefing they rest on',
    by: taskChores,
  },
  task_steps: {
    kept: 'rows for ever; inputs, results and errors as long as those of their task',
    by: taskChores,
  },
  task_payloads: {
    kept: 'as long as what came of the task; in the bucket, sealed, from `PAYLOADS_STAY_DAYS` after its end on where `S3_BUCKET` names one',
    by: taskChores,
  },
  job_results: {
    kept: 'as long as what came of their task; of no task 30 days, or `SCANS_KEPT_DAYS`, `DESIGNS_KEPT_DAYS`, `ANALYSES_KEPT_DAYS` or `BRIEFINGS_KEPT_DAYS` if that is longer',
    by: ['job_results'],
  },
  job_outcomes: {
    kept: 'as long as what came of their task; of no task 30 days, or `SCANS_KEPT_DAYS`, `DESIGNS_KEPT_DAYS`, `ANALYSES_KEPT_DAYS` or `BRIEFINGS_KEPT_DAYS` if that is longer',
    by: ['job_outcomes'],
  },
  scans: { kept: 'for `SCANS_KEPT_DAYS`; of a run, as long as the run', by: ['scans', 'scan_runs'] },
  scan_runs: { kept: 'for `SCANS_KEPT_DAYS` from the end', by: ['scan_runs'] },
  scan_run_pages: withRun,
  scan_run_issues: withRun,
  scan_findings: withRun,
  design_verifications: { kept: 'for `DESIGNS_KEPT_DAYS`', by: ['designs'] },
  analyses: { kept: 'for `ANALYSES_KEPT_DAYS`', by: ['analyses'] },
  briefings: {
    kept: 'for `BRIEFINGS_KEPT_DAYS`, and no longer than any connection they show something of',
    by: ['briefings'],
  },
  signal_feedback: {
    kept: 'rows for ever; what is learned by for `FEEDBACK_KEPT_DAYS`, and no longer than the connection it is about',
    by: ['feedback'],
  },
  design_baselines: { kept: 'for ever: evidence is held to them' },
  design_rules: byHand,
  parameter_sets: byHand,
  parameter_versions: byHand,
  connections: {
    kept: 'rows for ever, emptied when they are deleted: evidence is held to them',
    by: ['deleted connections', 'secrets of connections'],
  },
  source_items: {
    kept: 'for `ITEMS_KEPT_DAYS` from their last change or occurrence, and no longer than their connection; that one is gone for a day more',
    by: ['old items', 'deleted connections', 'source_items'],
  },
  item_heads: counters,
  page_artifacts: {
    kept: 'as long as a verification names them, or a baseline that is active or waits; 15 days at least',
    by: ['page_artifacts'],
  },
  stored_blobs: {
    kept: 'as long as an artifact names them; 15 days at least; in the bucket where `S3_BUCKET` names one',
    by: ['stored_blobs'],
  },
  departing_objects: { kept: 'an hour, until the object is deleted from the bucket' },
  idempotency_keys: { kept: '25 hours', by: ['idempotency_keys'] },
  rate_windows: { kept: '5 minutes', by: ['rate_windows'] },
  process_reports: { kept: '1 hour', by: ['process_reports'] },
  article_counts: { kept: '48 hours', by: ['article_counts'] },
  job_claims: now,
  migrations: now,
  retention_marks: now,
  [queueTables.job]: { kept: '10 minutes from the end; 14 days where nobody begins it', by: [queueTables.job] },
  [queueTables.queue]: now,
  [queueTables.version]: now,
  [queueTables.bam]: unused,
  [queueTables.jobDependency]: unused,
  [queueTables.queueStats]: unused,
  [queueTables.schedule]: unused,
  [queueTables.subscription]: unused,
  [queueTables.warning]: unused,
} as const satisfies Readonly<Record<string, Fate>>

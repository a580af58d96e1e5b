/** What an analysis came to: its document and its record. */

import { randomBytes } from 'node:crypto'
import { type AnalysisToStore, packAnalysis } from '#db/queries/analyses'
import type { HarmonySettings } from '#shared/calibration/parameters'
import { sealAnalysis } from '#shared/evidence/sealed/documents'
import { type RecordedResult, type RecordingTools, recordResult } from '#shared/governance/results'
import type { ToldAnalysis } from '#shared/jobs/analyze-content'
import { saltedTextDigest } from '#shared/kernel/canonical'
import type { Sealer } from '#shared/kernel/sealer'
import { placesOf } from '#shared/kernel/secrets'
import type { MadeCalibration } from '#workers/analyze-content/calibrate'
import type { TextReading } from '#workers/analyze-content/reading'
import type { JobAttempt } from '#workers/runtime/worker'

export const analysisAgent = 'assay-analyze-content'

export type MadeAnalysis = {
  operation: AnalysisToStore['operation']
  at: Date
  text: string
  packed: Uint8Array<ArrayBuffer>
  recorded: RecordedResult
  /** What is to hold from then on. */
  calibration?: MadeCalibration
}

type Asking = Pick<JobAttempt, 'id' | 'orgId' | 'keyId' | 'requestId'>

/** What every record of a reading says. */
function saidOf(job: Asking, content: string, { text, found, engine }: TextReading, at: Date) {
  const salt = randomBytes(16)
  return {
    said: {
      id: job.id,
      agent: analysisAgent,
      at,
      facts: { secrets_found: found.length },
      text,
      salt,
      violated: { type: 'content', id: job.id },
      told: ({ uses, message }: { uses: readonly string[]; message: string }) =>
        uses.includes('secrets_found') ? `${message}: ${placesOf(found)}` : message,
    },
    facts: {
      job_id: job.id,
      content_digest: saltedTextDigest(salt, content).digest,
      engine: engine.id,
      engine_version: engine.version,
      model_hash: engine.model_hash,
    },
  }
}

/** @throws GOVERNANCE_DENIED */
export function recordDecoding(
  tools: RecordingTools,
  job: Asking,
  content: string,
  reading: TextReading,
): MadeAnalysis {
  const at = new Date()
  const { said, facts } = saidOf(job, content, reading, at)
  const recorded = recordResult(tools, job, { ...said, kind: 'semiotic.decoded', result: facts })
  return { operation: 'decode', at, text: reading.text, packed: reading.packed, recorded }
}

/** @throws GOVERNANCE_DENIED */
export function recordAlignment(
  tools: RecordingTools,
  job: Asking,
  { content, settings }: { content: string; settings: Pick<HarmonySettings, 'constitution' | 'version'> },
  reading: TextReading,
): MadeAnalysis {
  const at = new Date()
  const { said, facts } = saidOf(job, content, reading, at)
  const result = { ...facts, constitution: settings.constitution, settings_version: settings.version }
  const recorded = recordResult(tools, job, { ...said, kind: 'analysis.harmonic', result })
  return { operation: 'analyze', at, text: reading.text, packed: reading.packed, recorded }
}

/** @throws GOVERNANCE_DENIED where what would hold is beside what binds it. */
export function recordCalibration(tools: RecordingTools, job: Asking, made: MadeCalibration): MadeAnalysis {
  const at = new Date()
  const { calibration, facts, previousVersion, inputs } = made
  const about = { type: 'parameters', id: job.orgId }
  const text = JSON.stringify(calibration)
  const recorded = recordResult(tools, job, {
    kind: 'attunement.calibrated',
    id: job.id,
    agent: analysisAgent,
    at,
    subject: about,
    inputs,
    facts,
    text,
    result: {
      job_id: job.id,
      constitution: calibration.constitution,
      previous_version: previousVersion,
      version: calibration.version,
      changed: facts.changed,
      dry_run: calibration.dry_run,
    },
    violated: about,
  })
  return { operation: 'calibrate', at, text, packed: packAnalysis(text), recorded, calibration: made }
}

/** What whoever waits is told. */
export const toldAnalysis = ({ text, recorded }: MadeAnalysis): ToldAnalysis => ({
  nodeId: recorded.node.id,
  tier: recorded.decision.tier,
  text,
})

export const analysisRowOf = (
  signer: Sealer,
  job: Asking,
  { operation, at, packed, recorded }: MadeAnalysis,
): AnalysisToStore =>
  sealAnalysis(signer, {
    job_id: job.id,
    org_id: job.orgId,
    operation,
    tier: recorded.decision.tier,
    created_at: at.toISOString(),
    node_id: recorded.node.id,
    payload_salt: recorded.salt,
    document: packed,
  })

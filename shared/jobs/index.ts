/** The list of job types. A new one is a contract file and its line here. */

import { analyzeContent } from '#shared/jobs/analyze-content'
import { compareDesign } from '#shared/jobs/compare-design'
import type { JobContract } from '#shared/jobs/contract'
import { gatherBriefing } from '#shared/jobs/gather-briefing'
import { generateTree } from '#shared/jobs/generate-tree'
import { runTask } from '#shared/jobs/run-task'
import { scanPage } from '#shared/jobs/scan-page'
import { syncConnection } from '#shared/jobs/sync-connection'

export const jobs = {
  [generateTree.name]: generateTree,
  [runTask.name]: runTask,
  [scanPage.name]: scanPage,
  [compareDesign.name]: compareDesign,
  [analyzeContent.name]: analyzeContent,
  [syncConnection.name]: syncConnection,
  [gatherBriefing.name]: gatherBriefing,
} as const

export type Jobs = typeof jobs
export type JobName = keyof Jobs

export const jobNames = Object.values(jobs).map((job) => job.name)

/** The streams of evidence that results of jobs begin, each ending in the job's id. */
export const resultStreams = Object.values<JobContract>(jobs).flatMap(({ streams = [] }) => streams)

/** The job types of which some jobs keep what they came to by itself: those that began none of the streams. */
export const resultKeepers = {
  names: Object.values<JobContract>(jobs).flatMap(({ name, keepsResult }) => (keepsResult ? [name] : [])),
  streams: resultStreams,
} as const

/** Whether a word names a job type. */
export const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name)

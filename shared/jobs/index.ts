/** The list of job types. A new one is a contract file and its line here. */

import { generateTree } from '#shared/jobs/generate-tree'
import { runTask } from '#shared/jobs/run-task'
import { scanPage } from '#shared/jobs/scan-page'
import type { Area } from '#shared/kernel/areas'

export const jobs = {
  [generateTree.name]: generateTree,
  [runTask.name]: runTask,
  [scanPage.name]: scanPage,
} as const

export type Jobs = typeof jobs
export type JobName = keyof Jobs

export const jobNames = Object.values(jobs).map((job) => job.name)

/** The areas whose calls are not answered when nobody does a job type: /readyz asks for a worker of each. */
export const areasOfJob: Record<JobName, readonly Area[]> = {
  'generate-tree': ['A'],
  'run-task': ['B', 'C'],
  'scan-page': ['D'],
}

/** Whether a word names a job type. */
export const isJobName = (name: string): name is JobName => Object.hasOwn(jobs, name)

/** Which jobs are done for tasks, by their ids. */

/**
 * A job that is done for a task has an id of version 7, and no other job has. So the id alone says it, wherever it stands: in
 * how the job ended, and in what it came to.
 */
export const newTaskJobId = (): string => Bun.randomUUIDv7()
const taskJobId = /^.{14}7/
export const isTaskJobId = (jobId: string): boolean => taskJobId.test(jobId)

/** Which of a counter's rows a process adds to, so that writers do not meet. */
import { randomInt } from 'node:crypto'

const shards = 16

/** One of 0 … 15, drawn by lot: ids of processes are no help, since in containers each is number 1. */
export const drawShard = (): number => randomInt(shards)

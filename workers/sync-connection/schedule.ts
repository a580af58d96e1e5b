/** Sends the syncs that are due: every process of this kind looks, and each connection is sent by one of them. */
import type { Sql } from '#db/client'
import { sendDue } from '#shared/connections/ask'
import type { Log } from '#shared/kernel/logger'
import { every, type Loop } from '#shared/kernel/process/every'
import type { Sealer } from '#shared/kernel/sealer'
import type { SendBatch } from '#shared/queue/send'

const lookEveryMs = 1000
const atOnce = 200

type Parts = { sql: Sql; sealer: Sealer; sendBatch: SendBatch; everyMs: number; log: Log }

export const startSchedule = ({ log, ...tools }: Parts): Loop =>
  every(
    lookEveryMs,
    'syncs that are due',
    async () => {
      let sent = atOnce
      while (sent === atOnce) sent = await sendDue(tools, atOnce)
    },
    { log },
  )

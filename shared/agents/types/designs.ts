/** What the design-verifier does: holds snapshots of pages to how they are to look. */
import { taskType } from '#shared/agents/task-type'
import { DesignVerdict, VerifyDesignRequest } from '#shared/contracts/designs'
import { readVerifyTask } from '#shared/designs/read-request'
import { compareDesign, designAnswer, readDesignReply } from '#shared/jobs/compare-design'

export const designTypes = [
  taskType({
    type: 'design.verify',
    area: 'D',
    description:
      'Verifies a page against its approved look, as POST /api/verify-design does. A snapshot as large as a task may be.',
    payload: VerifyDesignRequest,
    output: DesignVerdict,
    sideEffects: 'write',
    isIdempotent: true,
    contract: compareDesign,
    toJob: (payload) => readVerifyTask(payload),
    read(reply) {
      const told = readDesignReply(reply)
      return { result: designAnswer(told), nodeId: told.nodeId }
    },
  }),
]

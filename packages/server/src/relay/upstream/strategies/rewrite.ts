import type { TargetProtocol } from '@tollgate/gateway'
import { ownAnswer, pathOf } from './patch.ts'
import type { OutgoingRequest, RequestStrategy } from './strategy.ts'
import { writeRequest } from './write-request.ts'

/** The request read and written in one dialect; the answer is the upstream's own. */
export const rewrite = (outgoing: OutgoingRequest, target: TargetProtocol): RequestStrategy => ({
  format: target.dialect,
  path: model => pathOf(outgoing.call, model),
  isConverted: true,
  keepsAnswer: true,
  async write(plan) {
    const { body, losses } = plan.passesBody
      ? { body: outgoing.envelope.text, losses: [] }
      : await writeRequest(outgoing, plan, target)
    return { body, pipeline: ownAnswer(outgoing, plan), losses }
  },
})

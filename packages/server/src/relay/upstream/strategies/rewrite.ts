import type { TargetProtocol } from '@tollgate/gateway'
import { asBody } from '../../request/large-body/patch-in-turns.ts'
import { ownResponse, passedBody, pathOf } from './patch.ts'
import type { OutgoingRequest, RequestStrategy } from './request-strategy.ts'
import { writeRequest } from './write-request.ts'

/** Parses the request and writes it again in the same dialect; passes on the upstream's own answer. */
export const rewrite = (outgoing: OutgoingRequest, target: TargetProtocol): RequestStrategy => ({
  format: target.dialect,
  path: model => pathOf(outgoing.call, model),
  isConverted: true,
  keepsAnswer: true,
  async write(plan) {
    const { body, inspected, losses } = plan.passesBody
      ? { ...asBody(await passedBody(outgoing, target.dialect, plan.model)), losses: [] }
      : await writeRequest(outgoing, plan, target)
    return { body, ...(inspected && { inspected }), pipeline: ownResponse(outgoing, plan), losses }
  },
})

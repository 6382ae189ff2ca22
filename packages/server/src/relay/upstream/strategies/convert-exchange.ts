import { type Exchange, exchanged } from '@tollgate/gateway'
import { answerContext } from './answer-context.ts'
import { type OutgoingRequest, patched, type RequestStrategy, withRelayErrors } from './request-strategy.ts'

/** Converts a call that is no conversation, such as embeddings or reranking, and its answer back. */
export const convertExchange = (outgoing: OutgoingRequest, exchange: Exchange): RequestStrategy => ({
  format: exchange.format,
  path: exchange.path,
  isConverted: true,
  keepsAnswer: false,
  write({ model, patches }) {
    const context = answerContext(outgoing)
    const request = withRelayErrors(() => exchange.convertRequest(context.asked, model))
    const { body, losses } = request
    const edits = patches(name => body[name], losses)
    return { body: patched(JSON.stringify(body), edits), pipeline: exchanged(request, context), losses }
  },
})

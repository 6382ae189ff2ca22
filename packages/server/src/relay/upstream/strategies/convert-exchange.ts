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
    const question = withRelayErrors(() => exchange.put(context.asked, model))
    const { body, losses } = question
    const edits = patches(name => body[name], losses)
    return { body: patched(JSON.stringify(body), edits), pipeline: exchanged(question, context), losses }
  },
})

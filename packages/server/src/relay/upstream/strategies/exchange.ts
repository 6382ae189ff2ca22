import { type Exchange, exchanged } from '@tollgate/gateway'
import { answerContext } from './answer-context.ts'
import { type OutgoingRequest, patched, type RequestStrategy, writing } from './strategy.ts'

/** One question put in the upstream's words, and its answer told in the client's. */
export const exchangeWords = (outgoing: OutgoingRequest, exchange: Exchange): RequestStrategy => ({
  format: exchange.format,
  path: exchange.path,
  isConverted: true,
  keepsAnswer: false,
  write({ model, patches }) {
    const context = answerContext(outgoing)
    const question = writing(() => exchange.put(context.asked, model))
    const { body, losses } = question
    const wanted = patches(name => body[name], losses)
    return { body: patched(JSON.stringify(body), wanted), pipeline: exchanged(question, context), losses }
  },
})

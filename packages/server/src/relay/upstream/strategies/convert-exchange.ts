import { type Exchanges, exchanged } from '@tollgate/gateway'
import { answerContext } from './answer-context.ts'
import { filledForm } from './filled-form.ts'
import { type OutgoingRequest, patched, type RequestStrategy, withRelayErrors } from './request-strategy.ts'
import { writeInTurns } from './write-in-turns.ts'

/** Converts a call without a conversation, such as embeddings or reranking, and its answer back. */
export const convertExchange = (
  outgoing: OutgoingRequest,
  exchange: NonNullable<Exchanges[keyof Exchanges]>,
): RequestStrategy => ({
  format: exchange.format,
  path: exchange.path,
  isConverted: true,
  keepsAnswer: false,
  async write({ model, patches }) {
    const context = answerContext(outgoing)
    const { form } = outgoing.envelope
    const asked = form ? await filledForm(form, outgoing.call.memory) : context.asked
    const request = withRelayErrors(() => exchange.convertRequest(asked, model, context.requestId))
    const { body, losses } = request
    const pipeline = exchanged(request, context)
    if (body instanceof Uint8Array)
      return { body: bytesOf(body), headers: { 'content-type': 'application/octet-stream' }, pipeline, losses }
    const edits = patches(name => body[name], losses)
    const text = outgoing.envelope.isLarge ? await writeInTurns(body) : JSON.stringify(body)
    return { body: patched(text, edits), pipeline, losses }
  },
})

async function* bytesOf(body: Uint8Array) {
  yield body
}

import { type Exchanges, exchanged } from '@tollgate/gateway'
import { asBody, writeBody } from '../../request/large-body/patch-in-turns.ts'
import { answerContext } from './answer-context.ts'
import { filledForm } from './filled-form.ts'
import { type OutgoingRequest, patched, type RequestStrategy, withRelayErrors } from './request-strategy.ts'

type Json = Record<string, unknown>

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
    const asked = await askedOf(outgoing, context)
    const request = withRelayErrors(() => exchange.convertRequest(asked, model, context.requestId))
    const { body, losses } = request
    const pipeline = exchanged(request, context)
    if (body instanceof Uint8Array)
      return { body: bytesOf(body), headers: { 'content-type': 'application/octet-stream' }, pipeline, losses }
    const edits = patches(name => body[name], losses)
    const written = outgoing.envelope.isLarge
      ? await writeBody(body, edits, exchange.format)
      : patched(JSON.stringify(body), edits)
    return { ...asBody(written), pipeline, losses }
  },
})

async function askedOf(outgoing: OutgoingRequest, context: { asked: Json }): Promise<Json> {
  const { call, envelope } = outgoing
  if (envelope.form) return filledForm(envelope.form, call.memory)
  return envelope.isLarge ? ((await outgoing.parsed()) as Json) : context.asked
}

async function* bytesOf(body: Uint8Array) {
  yield body
}

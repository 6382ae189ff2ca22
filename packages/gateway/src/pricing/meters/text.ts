import { noUsage } from '../../canonical/usage.ts'
import { asArray } from '../../raw/json.ts'
import type { Meter, MeteredCall } from './meter.ts'

/** Text that is answered with text: as much as its upstream is allowed to write. */
export const textMeter: Meter = {
  estimated: (call, { outputTokens }) => ({
    ...noUsage(),
    input: call.inputTokens(),
    output: Math.ceil(outputTokens),
  }),
}

/** Text that is answered with something else: vectors, verdicts, an order. A token stands for at least a byte of it. */
export const unansweredMeter: Meter = {
  ...textMeter,
  most: (call, leastTokens) => ({ usage: { ...noUsage(), input: inputOf(call, leastTokens) } }),
  perCall: (_call, { units }) => (units === null ? {} : { callCount: units }),
}

/** A search orders so many documents, longer ones counting once for every so many tokens. https://docs.cohere.com/docs/how-does-cohere-pricing-work */
const DOCUMENTS_PER_SEARCH = 100
const TOKENS_PER_DOCUMENT = 500

/** An order of documents, priced by the search or by tokens. */
export const rerankMeter: Meter = {
  ...unansweredMeter,
  most(call, leastTokens) {
    const input = inputOf(call, leastTokens)
    const documents = asArray(call.member('documents')).length + input / TOKENS_PER_DOCUMENT
    return { usage: { ...noUsage(), input }, callCount: Math.ceil(documents / DOCUMENTS_PER_SEARCH) }
  },
}

const inputOf = ({ text }: MeteredCall, leastTokens: number) => Math.max(Buffer.byteLength(text), leastTokens)

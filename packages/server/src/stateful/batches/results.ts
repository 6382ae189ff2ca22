import {
  addUsage,
  atBatchPrice,
  charge,
  consumedBy,
  type Format,
  inputTotal,
  type MeteredCall,
  noUsage,
  observers,
  type Price,
  readMember,
  scanObject,
  tierOf,
  type Usage,
} from '@tollgate/gateway'
import { otherServed } from '../../relay/settlement/charge-answer.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import type { BatchTerms, ModelTerms } from './terms.ts'

/** The total consumption of a batch's successful results for one model and price tier. */
export interface ResultSum {
  terms: ModelTerms
  tier: string
  /** Without tiers. */
  price: Price
  /** The model that served them at that price, if a dearer one did. */
  served?: string
  succeeded: number
  /** The number of answers, which a price per call multiplies. */
  answers: number
  usage: Usage
}

/** The model's answer in a line of results. */
interface Result {
  customId: unknown
  /** The whole answer. */
  answer: string
}

/** Adds results up line by line, keeping only the sums. */
export function sumResults(
  { models, modelOf, priceShare, quotaPerUnit }: BatchTerms,
  read: (line: string) => Result | null,
  format: Format,
  { prices }: Pick<StatefulDeps, 'prices'>,
) {
  const sums = new Map<string, ResultSum>()
  return {
    add(line: string): void {
      const result = readSafely(read, line)
      if (!result) return
      const known = modelOf ? indexOf(modelOf, result.customId) : 0
      const asked = known === null ? models : models.slice(known, known + 1)
      const priced = asked.flatMap(terms => pricedResult(result.answer, terms))
      // An unknown id could belong to any model, so the dearest price counts.
      const [dearest] = priced.toSorted((one, other) => other.quota - one.quota)
      if (!dearest) return
      const { terms, usage, answers, tier, price, served } = dearest
      const key = JSON.stringify([models.indexOf(terms), tier, served])
      const none = { terms, tier, price, ...(served && { served }), succeeded: 0, answers: 0, usage: noUsage() }
      const sum = sums.get(key) ?? none
      const [succeeded, all] = [sum.succeeded + 1, sum.answers + answers]
      sums.set(key, { ...sum, succeeded, answers: all, usage: addUsage(sum.usage, usage) })
    },
    sums: (): ResultSum[] => [...sums.values()],
  }

  /** Returns a result at the requested model's price, and at those of other models that may have served it. */
  function pricedResult(text: string, terms: ModelTerms) {
    const answer = readAnswer(text, terms, format, prices)
    if (!answer) return []
    const { usage, answers, others } = answer
    const at = (full: Price, served?: string) => {
      const { tier, price } = tierOf(full, inputTotal(usage))
      const { quota } = charge({ price, groupRatio: 1, quotaPerUnit }, { usage, callCount: answers })
      return { terms, usage, answers, tier, price, quota, ...(served && { served }) }
    }
    const elsewhere = others.flatMap(served => {
      const usual = prices.priceOf(served)
      return usual ? [at(atBatchPrice(usual, priceShare), served)] : []
    })
    return [at(terms.price), ...elsewhere]
  }
}

/** Ids are foreign input: `constructor` must not find a model. Null: no request has this id. */
const indexOf = (modelOf: Record<string, number>, id: unknown): number | null =>
  typeof id === 'string' && Object.hasOwn(modelOf, id) ? (modelOf[id] ?? null) : null

/** An invalid line has no result. */
function readSafely(read: (line: string) => Result | null, line: string): Result | null {
  try {
    return read(line)
  } catch {
    return null
  }
}

/** https://platform.openai.com/docs/api-reference/batch/request-output */
export function readOpenAiResult(line: string): Result | null {
  const scanned = scanObject(line)
  const response = objectIn(line, scanned, 'response')
  if (!response || readMember(scanObject(response), 'status_code') !== 200) return null
  const answer = objectIn(response, scanObject(response), 'body')
  return answer === null ? null : { customId: readMember(scanned, 'custom_id'), answer }
}

/** https://platform.claude.com/docs/en/api/retrieving-message-batch-results */
export function readAnthropicResult(line: string): Result | null {
  const scanned = scanObject(line)
  const result = objectIn(line, scanned, 'result')
  if (!result || readMember(scanObject(result), 'type') !== 'succeeded') return null
  const answer = objectIn(result, scanObject(result), 'message')
  return answer === null ? null : { customId: readMember(scanned, 'custom_id'), answer }
}

function objectIn(text: string, { members }: ReturnType<typeof scanObject>, name: string): string | null {
  const member = members.findLast(one => one.name === name)
  const value = member && text.slice(member.valueStart, member.valueEnd)
  return value?.startsWith('{') ? value : null
}

/** More answers than any upstream returns for one request. */
const MOST_ANSWERS = 128

function readAnswer(answer: string, terms: ModelTerms, format: Format, prices: StatefulDeps['prices']) {
  const tally = observers[format].whole(answer)
  if (tally.error) return null
  const call: MeteredCall = {
    model: terms.model,
    text: '',
    member: name => (name === 'n' ? MOST_ANSWERS : undefined),
    inputTokens: () => terms.inputTokens ?? 0,
    maxTokens: undefined,
    choices: MOST_ANSWERS,
    soundSeconds: 0,
  }
  const limits = prices.limitsOf(terms.model, terms.upstreamModel)
  const { usage, callCount: answers = 1 } = consumedBy('reported', { format, call, tally, limits })
  return { usage, answers, others: otherServed(tally, terms.model, terms.upstreamModel) }
}

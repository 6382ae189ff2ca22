import { type Conversation, factsIn, type HoldPlan, planHold } from '@tollgate/gateway'
import type { PricingContext } from '../../relay/plan/pricing-context.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { transcriptionCost } from './charge-transcription.ts'
import { conversationRequest } from './conversation-request.ts'

const FORMAT = 'openai-realtime'

interface Asked {
  pricing: PricingContext
  /** Seconds of speech that the client may add meanwhile. */
  moreSeconds: number
}

/** Returns what a response to the conversation may cost, including the transcription of the client's speech. */
export function nextResponseCost(
  sessionModel: string,
  conversation: Conversation,
  { pricing, moreSeconds }: Asked,
  deps: Pick<StatefulDeps, 'prices' | 'options'>,
): { plan: HoldPlan; amount: number } {
  const own = conversationRequest(sessionModel, conversation)
  const { mostTextTokens, soundSeconds } = conversation
  const limits = deps.prices.limitsOf(sessionModel)
  const most = Math.ceil(Math.min(mostTextTokens, limits.contextWindow))
  const request = { ...own, inputTokens: () => most, soundSeconds: soundSeconds + moreSeconds }
  const { model } = request
  const sizing = {
    format: FORMAT,
    askedFormat: FORMAT,
    model,
    asked: request,
    text: '',
    member: request.member,
    limits,
    facts: { ...factsIn(FORMAT, ''), outside: Number(conversation.pointsOutside) },
  } as const
  const plan = planHold({ ...sizing, isStream: true }, pricing)
  const { pendingSeconds } = conversation.transcriptions
  const heard = { seconds: pendingSeconds + moreSeconds, sessionModel: model }
  const transcribing = pendingSeconds > 0 ? transcriptionCost(conversation, heard, pricing, deps) : 0
  return { plan, amount: plan.cost(plan.expected, deps.options.get('PreConsumedQuota')) + transcribing }
}

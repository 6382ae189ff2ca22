import { type Conversation, type Heard, observers, planHold } from '@tollgate/gateway'
import { openLedgerHold } from '../../relay/hold/ledger-hold.ts'
import type { PricingContext } from '../../relay/plan/pricing-context.ts'
import type { LoggedCall } from '../../relay/request/logged-call.ts'
import type { TokenIdentity } from '../../relay/request/token-index.ts'
import { settlement } from '../../relay/settlement/settlement.ts'
import type { StatefulDeps } from '../stateful-deps.ts'
import { conversationRequest } from './conversation-request.ts'

interface TranscribedCall {
  identity: TokenIdentity
  pricing: PricingContext
  /** The facts for the transcription's own log row. */
  logged: LoggedCall
  conversation: Conversation
}

const FORMAT = 'openai-transcriptions'

/**
 * Charges a transcription of the client's speech at the transcribing model's price, by its reported usage or else by the length
 * of the audio.
 */
export async function chargeTranscription(
  { seconds, model: transcriber }: Heard,
  { transcript, usage }: { transcript?: unknown; usage?: unknown },
  { identity, pricing, logged, conversation }: TranscribedCall,
  deps: StatefulDeps,
): Promise<void> {
  const tally = observers[FORMAT].whole(JSON.stringify({ text: transcript ?? '', usage: usage ?? null }))
  if (!tally.usage && seconds === 0) return
  // Silence is transcribed too.
  tally.produced = true
  const model = transcriber ?? logged.model
  const endpoint = { ...logged.call.endpoint, format: FORMAT } as const
  const { sentRequest: _, ...session } = logged
  const row = { ...session, call: { ...logged.call, endpoint }, identity, model, group: pricing.group }
  const request = { ...conversationRequest(model, conversation), soundSeconds: seconds }
  // The session's hold covers it as far as the wallet allows; the rest becomes debt.
  const refusal = await openLedgerHold(row, pricing.group, deps).growTo(0, 0)
  if (refusal) throw refusal
  await settlement(row, request, { ...pricing, price: priceOf(model, pricing, deps) }, tally, deps)('complete')
}

/** Returns the most quota that transcribing the audio so far, and `moreSeconds` of it, may cost. */
export function transcriptionCost(
  conversation: Conversation,
  { seconds, sessionModel }: { seconds: number; sessionModel: string },
  pricing: PricingContext,
  deps: Pick<StatefulDeps, 'prices'>,
): number {
  const model = conversation.transcriptions.model ?? sessionModel
  const asked = { ...conversationRequest(model, conversation), soundSeconds: seconds }
  const { member, text } = asked
  const limits = deps.prices.limitsOf(model)
  const sized = { format: FORMAT, askedFormat: FORMAT, model, asked, text, member, limits, isStream: false } as const
  return planHold(sized, { ...pricing, price: priceOf(model, pricing, deps) }).cost(0)
}

const priceOf = (model: string, pricing: PricingContext, { prices }: Pick<StatefulDeps, 'prices'>) =>
  prices.priceOf(model) ?? pricing.price

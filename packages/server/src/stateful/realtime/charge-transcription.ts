import { type Conversation, observers, type RealtimeMessage } from '@tollgate/gateway'
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
  /** The facts for the transcription's log row; it is a call of its own. */
  logged: LoggedCall
  conversation: Conversation
}

/**
 * Charges a transcription of the client's speech at the transcribing model's price, if the upstream reports its usage.
 */
export async function chargeTranscription(
  { event }: RealtimeMessage,
  { identity, pricing, logged, conversation }: TranscribedCall,
  deps: StatefulDeps,
): Promise<void> {
  const tally = observers['openai-transcriptions'].whole(
    JSON.stringify({ text: event.transcript ?? '', usage: event.usage ?? null }),
  )
  if (!tally.usage) return
  const model = conversation.transcriber ?? logged.model
  const price = deps.prices.priceOf(model) ?? pricing.price
  const endpoint = { ...logged.call.endpoint, format: 'openai-transcriptions' as const }
  const { sentRequest: _, ...session } = logged
  const row = { ...session, call: { ...logged.call, endpoint }, identity, model, group: pricing.group }
  const request = conversationRequest(model, conversation)
  // The cost is known, so the hold may be of 0; what the wallet cannot pay is not charged.
  const refusal = await openLedgerHold(row, pricing.group, deps.ledger).growTo(0, 0)
  if (refusal) throw refusal
  await settlement(row, request, { ...pricing, price }, tally, deps)('complete')
}

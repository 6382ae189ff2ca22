import { type Conversation, observers, type RealtimeMessage } from '@tollgate/gateway'
import { openLedgerHold } from '../billing/ledger-hold.ts'
import type { LoggedCall } from '../billing/log-rows.ts'
import type { PricingContext } from '../billing/pricing-context.ts'
import { settlement } from '../billing/settlement.ts'
import type { RelayDeps } from '../relay.ts'
import type { TokenIdentity } from '../request/token-index.ts'
import { soFar } from './so-far.ts'

interface Heard {
  identity: TokenIdentity
  pricing: PricingContext
  /** Of a call of its own. */
  logged: LoggedCall
  conversation: Conversation
}

/** Charges what was written down of what the client said, at the price of who wrote it, where the upstream counts it. */
export async function chargeTranscription(
  { event }: RealtimeMessage,
  { identity, pricing, logged, conversation }: Heard,
  deps: RelayDeps,
): Promise<void> {
  const tally = observers['openai-transcriptions'].whole(
    JSON.stringify({ text: event.transcript ?? '', usage: event.usage ?? null }),
  )
  if (!tally.usage) return
  const model = conversation.transcriber ?? logged.model
  const price = deps.prices.priceOf(model) ?? pricing.price
  const endpoint = { ...logged.call.endpoint, format: 'openai-transcriptions' as const }
  const { asked: _, ...session } = logged
  const row = { ...session, call: { ...logged.call, endpoint }, identity, model, group: pricing.group }
  const heard = soFar(model, conversation)
  // What it costs is known: nothing need be set aside for it, and what the wallet cannot pay is not charged.
  const refusal = await openLedgerHold(row, pricing.group, deps.ledger).fill(0, 0)
  if (refusal) throw refusal
  await settlement(row, heard, { ...pricing, price }, tally, deps)('complete')
}

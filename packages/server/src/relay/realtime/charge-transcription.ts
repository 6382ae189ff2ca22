import { type Conversation, followings, type RealtimeMessage } from '@tollgate/gateway'
import type { LoggedCall } from '../log-rows.ts'
import { openPurse } from '../purse.ts'
import type { RelayDeps } from '../relay.ts'
import { settlement } from '../settlement.ts'
import type { Terms } from '../terms.ts'
import type { Passport } from '../token-index.ts'
import { soFar } from './so-far.ts'

interface Heard {
  passport: Passport
  terms: Terms
  /** Of a call of its own. */
  logged: LoggedCall
  conversation: Conversation
}

/** Charges what was written down of what the client said, at the price of who wrote it, where the upstream counts it. */
export async function chargeTranscription(
  { event }: RealtimeMessage,
  { passport, terms, logged, conversation }: Heard,
  deps: RelayDeps,
): Promise<void> {
  const tally = followings['openai-transcriptions'].whole(
    JSON.stringify({ text: event.transcript ?? '', usage: event.usage ?? null }),
  )
  if (!tally.usage) return
  const model = conversation.transcriber ?? logged.model
  const price = deps.prices.priceOf(model) ?? terms.price
  const endpoint = { ...logged.call.endpoint, format: 'openai-transcriptions' as const }
  const { asked: _, ...session } = logged
  const row = { ...session, call: { ...logged.call, endpoint }, passport, model, group: terms.group }
  const heard = soFar(model, conversation)
  // What it costs is known: nothing need be set aside for it, and what the wallet cannot pay is not charged.
  const refusal = await openPurse(row, terms.group, deps.ledger).fill(0, 0)
  if (refusal) throw refusal
  await settlement(row, heard, { ...terms, price }, tally, deps)('complete')
}

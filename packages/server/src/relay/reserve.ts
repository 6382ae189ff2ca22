import { charge, meters } from '@tollgate/gateway'
import type { Ledger } from '../ledger/index.ts'
import type { Options } from '../options/index.ts'
import type { LoggedCall } from './log-rows.ts'
import type { ChargedRequest } from './read-envelope.ts'
import { refuse } from './refusal.ts'
import type { Terms } from './terms.ts'

interface Deps {
  ledger: Ledger
  options: Options
}

/**
 * Sets aside what the call may cost before anything is sent.
 *
 * @returns how much is held
 * @throws Refusal when the balance or the token's cap does not cover it
 */
export async function reserve(
  { call, passport, model, isStream }: LoggedCall,
  envelope: ChargedRequest,
  terms: Terms,
  { ledger, options }: Deps,
): Promise<number> {
  const expected = meters[call.endpoint.format].expected(envelope, options.get('PreConsumedQuota'))
  const { quota } = charge(terms, expected)
  // What is free is for those who could pay: one of quota is set aside, and comes back.
  const amount = call.endpoint.isFree ? 1 : quota
  const answer = await ledger.reserve({
    requestId: call.id,
    userId: passport.userId,
    tokenId: passport.tokenId,
    amount,
    context: {
      username: passport.username,
      token_name: passport.tokenName,
      model_name: model,
      group: terms.group,
      is_stream: Number(isStream),
      request_id: call.requestId,
    },
  })
  if (answer !== 'held') throw refuse(answer, { amount })
  return amount
}

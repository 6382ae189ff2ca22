import { type AffinityRule, affinityKey } from '@tollgate/contract'
import { previousOf } from '../../request/conversation-of.ts'
import type { Envelope } from '../../request/envelope.ts'
import type { LoggedCall } from '../../request/logged-call.ts'

interface KeyedCall {
  request: Pick<Request, 'url' | 'headers'>
  envelope: Pick<Envelope, 'model' | 'member'>
  logged: Pick<LoggedCall, 'identity'>
}

/** Returns what the operator's rules name a call's conversation; undefined: nothing. */
export function ruledKey({ request, envelope, logged }: KeyedCall, rules: readonly AffinityRule[]): string | undefined {
  if (rules.length === 0) return undefined
  try {
    // Only the channel that keeps a response can continue it.
    if (previousOf(envelope) !== undefined) return undefined
    const found = affinityKey(rules, {
      model: envelope.model,
      path: () => new URL(request.url).pathname,
      header: name => request.headers.get(name),
      member: envelope.member,
      tokenId: logged.identity.tokenId,
    })
    return found && `rule ${found.rule}\n${found.key}`
  } catch {
    // a member read here for the first time is malformed JSON
    return undefined
  }
}

import type { Tally } from '@tollgate/gateway'
import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { CallRun } from '../../relay/hold/call-run.ts'
import type { Settle } from '../../relay/response/settle.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** At the settlement, records the owner of a response and the channel whose upstream keeps it, if any. */
export function rememberChannel(
  settle: Settle,
  { logged: { call, model } }: Pick<CallRun, 'logged'>,
  tally: Readonly<Tally>,
  channel: OpenChannel | undefined,
  { responses }: StatefulDeps,
): Settle {
  const { stored } = call
  if (!stored || !channel || !keepsItself(channel, model, stored)) return settle
  return async (...ending) => {
    await settle(...ending)
    const id = tally.responseId
    if (id === null) return
    const previousId = stored.chain.at(-1) ?? ''
    const { id: channelId, keyId: channelKey = '' } = channel
    const pin = { userId: stored.userId, id, previousId, channelId, channelKey, status: 'completed', content: null }
    const kept = responses.keep({ ...pin, size: 0, chain: stored.chain }).catch(() => undefined)
    if (stored.isAwaited) await kept
  }
}

/** Whether the upstream was called in its own format, and keeps its answer. */
export const keepsItself = ({ provider, ...channel }: OpenChannel, model: string, stored: StoredCall): boolean =>
  provider.keepsResponses === true &&
  !stored.isExpanded &&
  provider.nativeFormats(channel.upstreamModel(model), channel).has('openai-responses')

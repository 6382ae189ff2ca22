import type { Tally } from '@tollgate/gateway'
import type { StoredCall } from '../../relay/call/stored-call.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import type { CallRun } from '../../relay/hold/call-run.ts'
import type { StatefulDeps } from '../stateful-deps.ts'

/** Remembers a response's owner, and the channel whose upstream stores it, if any. */
export async function rememberChannel(
  { logged: { call, model }, channel }: Pick<CallRun, 'logged' | 'channel'>,
  { responseId: id }: Readonly<Tally>,
  { responses }: StatefulDeps,
): Promise<void> {
  const { stored } = call
  if (!stored || !channel || id === null || !keepsItself(channel, model, stored)) return
  const previousId = stored.chain.at(-1) ?? ''
  const { id: channelId, keyId: channelKey = '' } = channel
  const pin = { userId: stored.userId, id, previousId, channelId, channelKey, status: 'completed', content: null }
  const kept = responses.keep({ ...pin, size: 0, chain: stored.chain }).catch(() => undefined)
  if (stored.isAwaited) await kept
}

/** Whether the upstream was called in its own format and stores its answer. */
export const keepsItself = ({ provider, ...channel }: OpenChannel, model: string, stored: StoredCall): boolean =>
  provider.keepsResponses === true &&
  !stored.isExpanded &&
  provider.nativeFormats(channel.upstreamModel(model), channel).has(stored.format)

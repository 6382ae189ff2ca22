import { CHANNEL_STATUS } from '@tollgate/contract'
import { disableReason, type Health, isAboutAccount } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Options } from '../../platform/options/index.ts'
import type { ChannelRow } from '../../platform/storage/schema.ts'
import { type OpenChannel, openChannel } from '../../relay/candidates/channel-index.ts'
import type { AttemptFailure } from '../../relay/errors/upstream-failure.ts'
import { disableChannel, enableChannel } from '../channels/set-status.ts'
import type { StatusReason } from '../channels/status-reason.ts'
import type { ChannelsContext } from '../context.ts'
import type { TestResult } from './run-test.ts'

export interface RuleDeps
  extends Pick<ChannelsContext, 'db' | 'changeEvents' | 'notifications' | 'now' | 'options' | 'secrets'> {
  /** Enabling a channel also ends its rest. */
  health: Pick<Health, 'succeeded'>
}

/** What a failed attempt proves against its channel; null: nothing. */
export interface Accusation {
  reason: string
  /** False: the client may have caused it, so a test must confirm it. */
  isCertain: boolean
}

/**
 * Judges a failed attempt by the operator's keywords and the hosts' error codes. The gateway's own failures prove
 * nothing.
 */
export function accusationOf(channel: OpenChannel, { reason }: AttemptFailure, options: Options): Accusation | null {
  if (reason instanceof ApiError) return null
  const refused = { ...reason, channelType: channel.type }
  const why = disableReason(refused, options.get('AutomaticDisableKeywords'))
  return why === undefined ? null : { reason: why, isCertain: isAboutAccount(refused) }
}

export const mayDisable = (channel: Pick<OpenChannel, 'autoBan'>, options: Options): boolean =>
  channel.autoBan && options.get('AutomaticDisableChannelEnabled')

/** What a channel's test proves against it; null: nothing. */
function reasonOfTest(channel: OpenChannel, { failure, ms }: TestResult, options: Options): StatusReason | null {
  if (failure) return failure instanceof ApiError ? null : (accusationOf(channel, failure, options)?.reason ?? null)
  const limit = options.get('ChannelDisableThreshold')
  return limit > 0 && ms > limit * 1000 ? { code: 'too_slow', seconds: Math.round(ms / 10) / 100, limit } : null
}

/** Disables or enables a channel by its test's result, if the options want it. */
export async function applyTest(
  channel: OpenChannel,
  status: number,
  result: TestResult,
  deps: RuleDeps,
): Promise<'disabled' | 'enabled' | null> {
  const { options } = deps
  const reason = reasonOfTest(channel, result, options)
  if (reason !== null) {
    if (status !== CHANNEL_STATUS.enabled || !mayDisable(channel, options)) return null
    // With several keys, each is disabled individually, and the channel when none is left.
    if (channel.keys && result.failure) return null
    return (await disableAsCalled(channel, reason, deps)) ? 'disabled' : null
  }
  if (result.failure || status !== CHANNEL_STATUS.autoDisabled || !options.get('AutomaticEnableChannelEnabled'))
    return null
  return (await enableAsCalled(channel, result.model, deps)) ? 'enabled' : null
}

/** Enables a channel that works again, unless an administrator has meanwhile changed what was tested. */
export async function enableAsCalled(
  channel: OpenChannel,
  model: string | undefined,
  deps: RuleDeps,
): Promise<boolean> {
  const isEnabled = await enableChannel(deps, channel.id, isAsCalled(channel, deps))
  if (isEnabled) deps.health.succeeded(channel.id, model)
  return isEnabled
}

/** Disables a channel, unless an administrator has meanwhile changed what the reason is about. */
export const disableAsCalled = (channel: OpenChannel, reason: StatusReason, deps: RuleDeps): Promise<boolean> =>
  disableChannel(deps, channel.id, reason, isAsCalled(channel, deps))

/** Whether a row still has the key and the address that were used. */
const isAsCalled =
  (called: OpenChannel, { secrets }: Pick<RuleDeps, 'secrets'>) =>
  (row: ChannelRow): boolean => {
    const now = openOrNull(row, secrets)
    return now?.type === called.type && now.key === called.key && now.baseUrl === called.baseUrl
  }

/** null: its key or settings cannot be read, or its type has no provider. */
export function openOrNull(row: ChannelRow, secrets: RuleDeps['secrets']): OpenChannel | null {
  try {
    return openChannel(row, secrets) ?? null
  } catch {
    return null
  }
}

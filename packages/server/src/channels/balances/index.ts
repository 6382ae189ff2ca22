import { CHANNEL_STATUS } from '@tollgate/contract'
import { typesWithBalance } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import { consoleError } from '../../platform/http/console-error.ts'
import type { Db } from '../../platform/storage/db.ts'
import type { OpenChannel } from '../../relay/candidates/channel-index.ts'
import { findChannel } from '../channels/store.ts'
import type { ChannelsContext } from '../context.ts'
import { disableAsCalled, mayDisable, openOrNull, type RuleDeps } from '../tests/apply-rules.ts'
import { eachOf } from '../tests/each-of.ts'
import { askBalance, type BalanceDeps } from './ask-balance.ts'
import type { ChannelBalances } from './channel-balances.ts'

/** The balances, and a function that reads one channel's. */
interface AskedBalances extends ChannelBalances {
  /** Throws an ApiError if its provider reports none. */
  ask(channel: OpenChannel, signal: AbortSignal): Promise<number>
}

type ChannelBalanceDeps = RuleDeps & BalanceDeps & Pick<ChannelsContext, 'log'>

const AT_ONCE = 8

export function makeChannelBalances(deps: ChannelBalanceDeps): AskedBalances {
  const { db, secrets, options, now, log } = deps
  const ask = (channel: OpenChannel, signal: AbortSignal) => askBalance(channel, signal, deps)

  async function updateOpen(channel: OpenChannel, signal: AbortSignal): Promise<number> {
    const balance = await ask(channel, signal)
    await keepBalance(db, channel.id, balance, now())
    return balance
  }

  return {
    ask,
    async update(id, signal) {
      const row = await findChannel(db, id)
      if (!row) throw consoleError('channel_not_found')
      const channel = openOrNull(row, secrets)
      if (!channel) throw consoleError('channel_not_opened')
      return updateOpen(channel, signal)
    },
    async updateAll(signal) {
      const counts = { updated: 0, failed: 0, disabled: 0 }
      await eachOf(await channelsToAsk(db), AT_ONCE, signal, async row => {
        const channel = openOrNull(row, secrets)
        const balance = channel && (await updateOpen(channel, signal).catch(noBalance(channel)))
        if (channel === null || balance === null) counts.failed += 1
        else {
          counts.updated += 1
          if (balance > 0 || !mayDisable(channel, options)) return
          if (await disableAsCalled(channel, { code: 'balance_used_up', balance }, deps)) counts.disabled += 1
        }
      })
      return counts
    },
  }

  /** A failure of one channel does not stop the others. */
  function noBalance(channel: OpenChannel) {
    return (error: unknown): null => {
      if (!(error instanceof ApiError)) throw error
      log.debug({ channelId: channel.id, code: error.code }, 'a channel reported no balance')
      return null
    }
  }
}

const channelsToAsk = (db: Db) =>
  db
    .selectFrom('channels')
    .selectAll()
    .where('status', '=', CHANNEL_STATUS.enabled)
    .where('type', 'in', typesWithBalance())
    .orderBy('id')
    .execute()

async function keepBalance(db: Db, id: number, balance: number, now: number): Promise<void> {
  await db.updateTable('channels').set({ balance, balance_updated_time: now }).where('id', '=', id).execute()
}

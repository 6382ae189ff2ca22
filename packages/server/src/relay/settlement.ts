import type { LogOther } from '@tollgate/contract'
import { charge, inputTotal, isEmpty, outputTotal, type Tally } from '@tollgate/gateway'
import type { Ledger } from '../ledger/index.ts'
import type { Notifications } from '../notifications/index.ts'
import { consumption } from './consumption.ts'
import type { Settle } from './deliver.ts'
import { consumeRow, type LoggedCall } from './log-rows.ts'
import type { ChargedRequest } from './read-envelope.ts'
import type { Terms } from './terms.ts'

interface Deps {
  ledger: Ledger
  notifications: Pick<Notifications, 'afterCharge'>
  /** Unix seconds. */
  now(): number
}

/** How an answered call is charged and logged, once it has ended one way or another. */
export function settlement(
  logged: LoggedCall,
  envelope: ChargedRequest,
  terms: Terms,
  tally: Readonly<Tally>,
  { ledger, notifications, now }: Deps,
): Settle {
  const firstByteMs = Math.round(performance.now() - logged.call.startedAt)
  return async (ending, failure) => {
    const { other: how, ...consumed } = consumption(logged.call.endpoint.format, envelope, tally)
    const { usage } = consumed
    const charged = isEmpty(tally) ? { quota: 0, other: {} } : charge(terms, consumed)
    const other: LogOther = {
      ...charged.other,
      ...how,
      frt: firstByteMs,
      ...(ending === 'client_gone' && { client_gone: true }),
      ...(ending === 'wallet_empty' && { wallet_empty: true }),
      ...(failure && { error_code: failure.code ?? failure.type ?? '', status_code: failure.status }),
    }
    const row = consumeRow(logged, now(), {
      quota: charged.quota,
      promptTokens: inputTotal(usage),
      completionTokens: outputTotal(usage),
      other,
    })
    const { balance } = await ledger.settle({
      requestId: logged.call.id,
      quota: charged.quota,
      channelId: row.channel_id ?? 0,
      log: row,
    })
    notifications.afterCharge(logged.passport, balance)
  }
}

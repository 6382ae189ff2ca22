import { LOG_TYPE, type LogMessage } from '@tollgate/contract'
import type { Caller } from '../../../platform/http/serve.ts'
import type { LogCode } from '../../../platform/messages/index.ts'
import { quotaWriter } from '../../../platform/options/quota-words.ts'
import type { Db } from '../../../platform/storage/db.ts'
import type { RecordsContext } from '../../context.ts'
import { type LogValues, messageColumns } from '../message.ts'
import { insertLog } from '../store.ts'

/** Who acts, and from where; every handler's context has this. */
export interface Actor<App = RecordsContext> {
  app: App
  caller: Caller
  clientIp: string
}

/** Everything a row says about the actor. */
type Act = Omit<Actor<Pick<RecordsContext, 'db' | 'now' | 'options'>>, 'caller'> & {
  caller: Pick<Caller, 'id' | 'username'>
}

/** Codes of acts; their sentences begin with the actor. */
type ActCode = { [Code in LogCode]: 'actor' extends keyof LogValues<Code> ? Code : never }[LogCode]

interface Place {
  /** The transaction of the change, so that every change has its row. */
  db?: Db
  channelId?: number
  /** The user whose log it belongs to; default: the actor. */
  owner?: { id: number; username: string }
}

/**
 * Writes an administrative act to the log: a code and values, from which each reader gets a sentence in their language.
 * Values contain no secrets: for a secret, log only that it changed. Only administrators see the IP address.
 */
export async function recordAct<Code extends ActCode>(
  { app, caller, clientIp }: Act,
  code: Code,
  values: Omit<LogValues<Code>, 'actor'>,
  { db = app.db, channelId = 0, owner = caller }: Place = {},
): Promise<void> {
  const complete: LogMessage['values'] = { actor: caller.username, ...values }
  await insertLog(db, {
    type: LOG_TYPE.manage,
    created_at: app.now(),
    user_id: owner.id,
    username: owner.username,
    channel_id: channelId,
    // The caller gave every value except the actor's.
    ...messageColumns(code, complete as LogValues<Code>, quotaWriter(app.options), {
      admin_info: { ip: clientIp, actor_id: caller.id },
    }),
  })
}

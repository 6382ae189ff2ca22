import type { Db } from '../../../platform/storage/db.ts'

/** Stored values. `refused`: by the upstream; `disabled`: by an administrator. */
export const KEY_STATUS = { ok: 1, disabled: 2, refused: 3 } as const

export interface StoredKeyState {
  channelId: number
  /** The key's id. */
  key: string
  status: number
  reason: string
  /** Unix seconds, like all times here. */
  since: number
  restsUntil: number
}

/** The state of a key that a failed call discovered. */
export type FoundState = StoredKeyState & {
  /** When the call began: a key enabled after that stays enabled. */
  beganAt: number
}

/** Reads the states of a channel's keys, or with 0 those of all channels. A key without a state is healthy. */
export async function keyStates(db: Db, channelId: number): Promise<StoredKeyState[]> {
  const all = db.selectFrom('channel_key_states').selectAll()
  const rows = await (channelId === 0 ? all : all.where('channel_id', '=', channelId)).execute()
  return rows.map(({ channel_id, rests_until, key, status, reason, since }) => ({
    channelId: channel_id,
    key,
    status,
    reason,
    since,
    restsUntil: rests_until,
  }))
}

/** Stores what a call found, unless the key is disabled already or was enabled after the call began. */
export async function saveFoundState(db: Db, found: FoundState): Promise<void> {
  const { channelId, key, status, reason, since, restsUntil, beganAt } = found
  await db
    .insertInto('channel_key_states')
    .values({ channel_id: channelId, key, status, reason, since, rests_until: restsUntil })
    .onConflict(conflict =>
      conflict
        .columns(['channel_id', 'key'])
        .doUpdateSet({ status, reason, since, rests_until: restsUntil })
        .where('channel_key_states.status', '=', KEY_STATUS.ok)
        .where('channel_key_states.renewed_at', '<=', beganAt)
        // keep the longer rest
        .where(({ eb, or }) =>
          or([eb('channel_key_states.rests_until', '<', restsUntil), eb.val(status !== KEY_STATUS.ok)]),
        ),
    )
    .execute()
}

/** Enables or disables a key by hand. */
export async function setKeyStatus(db: Db, channelId: number, key: string, isOn: boolean, now: number): Promise<void> {
  const state = {
    status: isOn ? KEY_STATUS.ok : KEY_STATUS.disabled,
    reason: '',
    since: now,
    rests_until: 0,
    ...(isOn && { renewed_at: now }),
  }
  await db
    .insertInto('channel_key_states')
    .values({ channel_id: channelId, key, ...state })
    .onConflict(conflict => conflict.columns(['channel_id', 'key']).doUpdateSet(state))
    .execute()
}

export async function forgetStates(db: Db, channelId: number, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  await db.deleteFrom('channel_key_states').where('channel_id', '=', channelId).where('key', 'in', keys).execute()
}

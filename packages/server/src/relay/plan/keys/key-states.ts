import { type KeyFault, keyFault, keyRestSeconds } from '@tollgate/gateway'
import type { Logger } from 'pino'
import type { ChangeEvents } from '../../../platform/cluster/change-events.ts'
import { ApiError } from '../../../platform/http/api-error.ts'
import type { RelayErrorCode } from '../../call/relay-error.ts'
import type { KeyOfChannel, OpenChannel } from '../../candidates/channel-index.ts'
import { type FoundState, KEY_STATUS, type StoredKeyState } from '../../candidates/keys/key-state-store.ts'
import type { AttemptFailure } from '../../errors/upstream-failure.ts'
import { retryAfterMs } from '../health/retry-after.ts'

/** Which keys may be used of channels with several. Kept in memory; findings are stored and sent to the other nodes. */
export interface KeyStates {
  /**
   * Returns the key to try next, at random or in turn among the healthy ones. If there is none, the first try gets the key
   * whose rest ends first. A disabled key is never tried.
   */
  pick(channel: OpenChannel, tried: readonly KeyOfChannel[]): KeyOfChannel | undefined
  isWell(channelId: number, key: KeyOfChannel): boolean
  succeeded(channelId: number, key: KeyOfChannel): void
  /**
   * @param beganAt when the attempt began, milliseconds on the monotonic clock
   * @returns false: the key is not at fault
   */
  failed(channel: OpenChannel, key: KeyOfChannel, failure: AttemptFailure, beganAt: number): boolean
  /** Seconds until a key of the channel may be used again; 0: now or never. */
  restSeconds(channel: OpenChannel): number
  /** Resolves when all findings so far are stored or given up. */
  settled(): Promise<void>
}

export interface KeyStatesDeps {
  /** Reads a channel's states, or with 0 those of all channels. */
  read(channelId: number): Promise<StoredKeyState[]>
  save(found: FoundState): Promise<void>
  /** Disables a channel without an enabled key. */
  disableWithoutKeys(channelId: number, reason: string): Promise<void>
  /** Whether refused keys are disabled; if not, they rest for long. */
  mayDisable(): boolean
  changeEvents: ChangeEvents
  log: Pick<Logger, 'error'>
  /** Unix seconds. */
  now(): number
  /** In [0, 1). */
  random(): number
}

interface State {
  isOff: boolean
  /** Unix seconds. */
  restsUntil: number
  failures: number
  /** When its rest began, on the monotonic clock: failures of calls begun before are ignored. */
  restedAt: number
  /** How many changes are not stored yet: until then, the database's state does not count. */
  unsaved: number
}

interface ChannelStates {
  byKey: Map<string, State>
  turn: number
  /** The healthy keys, cached for a channel until a time. */
  well: { channel: OpenChannel; keys: readonly KeyOfChannel[]; until: number } | null
}

const LONGEST_REASON = 500

export async function makeKeyStates(deps: KeyStatesDeps): Promise<KeyStates> {
  const { read, save, changeEvents, log, now, random } = deps
  const channels = new Map<number, ChannelStates>()
  const saving = new Set<Promise<void>>()

  function statesOf(channelId: number): ChannelStates {
    const known = channels.get(channelId)
    if (known) return known
    const made: ChannelStates = { byKey: new Map(), turn: Math.floor(random() * 1_000), well: null }
    channels.set(channelId, made)
    return made
  }

  async function load(channelId: number): Promise<void> {
    const rows = await read(channelId)
    const stored = new Map(rows.map(row => [`${row.channelId} ${row.key}`, row]))
    for (const [id, states] of channels) {
      if (channelId !== 0 && id !== channelId) continue
      states.well = null
      for (const [key, state] of states.byKey) {
        const row = stored.get(`${id} ${key}`)
        // Its row was deleted, or an administrator enabled it.
        const isWellAgain = !row || (row.status === KEY_STATUS.ok && row.restsUntil === 0)
        if (isWellAgain && state.unsaved === 0) states.byKey.delete(key)
      }
    }
    for (const { channelId: id, key, status, restsUntil } of rows) {
      const { byKey } = statesOf(id)
      const known = byKey.get(key)
      if (known && known.unsaved > 0) continue
      const isOff = status !== KEY_STATUS.ok
      if (known) Object.assign(known, { isOff, restsUntil })
      else if (isOff || restsUntil > now()) byKey.set(key, { ...WELL, isOff, restsUntil, failures: 1 })
    }
  }
  let loading = load(0)
  changeEvents.on('channel_keys', channelId => {
    loading = loading.then(
      () => load(channelId),
      () => load(0),
    )
    return loading
  })
  await loading

  function wellKeys(channel: OpenChannel): readonly KeyOfChannel[] {
    const all = channel.keys?.all ?? []
    const states = statesOf(channel.id)
    if (states.byKey.size === 0) return all
    const at = now()
    const { well } = states
    if (well?.channel === channel && at < well.until) return well.keys
    const keys = all.filter(({ id }) => isWell(states.byKey.get(id), at))
    const rests = [...states.byKey.values()].filter(({ isOff, restsUntil }) => !isOff && restsUntil > at)
    states.well = { channel, keys, until: Math.min(...rests.map(({ restsUntil }) => restsUntil)) }
    return keys
  }

  const firstToWake = (channel: OpenChannel): KeyOfChannel | undefined => {
    const { byKey } = statesOf(channel.id)
    const restOf = ({ id }: KeyOfChannel) => byKey.get(id)?.restsUntil ?? 0
    const [first, ...others] = channel.keys?.all.filter(({ id }) => !byKey.get(id)?.isOff) ?? []
    return first && others.reduce((soonest, key) => (restOf(key) < restOf(soonest) ? key : soonest), first)
  }

  function store(found: FoundState, state: State): void {
    state.unsaved++
    const { channelId, reason, status } = found
    const stored = save(found)
      .then(() => (status === KEY_STATUS.refused ? deps.disableWithoutKeys(channelId, reason) : undefined))
      .catch(err => log.error({ err, channelId, keyId: found.key }, 'the state of a key was not stored'))
      .then(() => {
        state.unsaved--
        return changeEvents.emit('channel_keys', channelId)
      })
      .finally(() => saving.delete(stored))
    saving.add(stored)
  }

  return {
    pick(channel, tried) {
      const well = wellKeys(channel)
      const left = tried.length === 0 ? well : well.filter(key => !tried.includes(key))
      if (left.length === 0) return tried.length === 0 ? firstToWake(channel) : undefined
      const at = channel.keys?.spread === 'in_turn' ? statesOf(channel.id).turn++ : Math.floor(random() * left.length)
      return left[at % left.length]
    },
    isWell: (channelId, { id }) => isWell(statesOf(channelId).byKey.get(id), now()),
    succeeded(channelId, { id }) {
      const states = channels.get(channelId)
      if (!states || states.byKey.size === 0) return
      const state = states.byKey.get(id)
      // A call that was in flight when the rest began does not end it.
      if (state && !state.isOff && state.unsaved === 0 && state.restsUntil <= now()) {
        states.byKey.delete(id)
        states.well = null
      }
    },
    failed(channel, { id }, failure, beganAt) {
      const fault = faultOf(failure, channel)
      if (!fault) return false
      const states = statesOf(channel.id)
      const state = states.byKey.get(id) ?? { ...WELL }
      if (state.isOff || beganAt <= state.restedAt) return true
      const at = now()
      state.failures++
      state.restedAt = performance.now()
      state.isOff = fault === 'refused' && channel.autoBan && deps.mayDisable()
      if (!state.isOff) {
        const askedSeconds = retryAfterMs(failure.retryAfter) / 1000
        state.restsUntil = Math.max(state.restsUntil, at + keyRestSeconds(fault, state.failures, askedSeconds))
      }
      states.byKey.set(id, state)
      states.well = null
      const status = state.isOff ? KEY_STATUS.refused : KEY_STATUS.ok
      const tookSeconds = Math.ceil((performance.now() - beganAt) / 1000)
      const reason = reasonOf(failure)
      const { restsUntil } = state
      store({ channelId: channel.id, key: id, status, reason, since: at, restsUntil, beganAt: at - tookSeconds }, state)
      return true
    },
    restSeconds(channel) {
      const first = firstToWake(channel)
      return first ? Math.max(0, (statesOf(channel.id).byKey.get(first.id)?.restsUntil ?? 0) - now()) : 0
    },
    async settled() {
      while (saving.size > 0) await Promise.all(saving)
    },
  }
}

const WELL: State = { isOff: false, restsUntil: 0, failures: 0, restedAt: Number.NEGATIVE_INFINITY, unsaved: 0 }

const isWell = (state: State | undefined, now: number): boolean => !state || (!state.isOff && state.restsUntil <= now)

/** The gateway's own errors that the key causes: no credentials could be made with it. */
const KEY_ERRORS: readonly RelayErrorCode[] = ['upstream_credentials']

function faultOf({ reason }: AttemptFailure, { type }: OpenChannel): KeyFault | null {
  if (reason instanceof ApiError) return KEY_ERRORS.some(code => code === reason.code) ? 'limited' : null
  return keyFault({ ...reason, channelType: type })
}

/** Returns the upstream's message, from which keys and hosts were removed. */
function reasonOf({ reason, status }: AttemptFailure): string {
  return `${status} ${reason.message}`.slice(0, LONGEST_REASON)
}

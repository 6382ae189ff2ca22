import type { PollCall, StopCall } from '@tollgate/gateway'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Options } from '../../platform/options/index.ts'
import { NO_SLOT } from '../../platform/process/bag.ts'
import type { Watch, Watchdog } from '../../platform/process/watchdog.ts'
import { type LoopShare, shareLoop } from '../../platform/process/yield-to-event-loop.ts'
import type { CutOff, InFlightRegistry } from '../call/in-flight.ts'
import { relayError } from '../call/relay-error.ts'
import { ClientGone } from '../errors/client-gone.ts'
import type { Body } from './body.ts'
import { nameKnown, watchConnecting } from './connecting.ts'
import { connectionError } from './connection-error.ts'
import { shortBytesOf } from './short-body.ts'
import { send, type TimeLimits } from './transports/index.ts'

export type { TimeLimits } from './transports/index.ts'

export function timeLimits(options: Options): TimeLimits {
  return {
    connectSeconds: options.get('relay_setting.connect_timeout_seconds'),
    firstByteSeconds: options.get('relay_setting.first_byte_timeout_seconds'),
    idleSeconds: options.get('relay_setting.idle_timeout_seconds'),
  }
}

/** An upstream's answer whose body is still to be read. */
export interface UpstreamAnswer {
  status: number
  headers: Headers
  /** The announced length if so short that `readAtOnce` is cheaper than chunks; null: read in chunks. */
  shortBytes: number | null
  /**
   * Returns all of a short body, at once if it has arrived. Throws like `read`, also if the body is not complete within the limit
   * for silence.
   */
  readAtOnce(): Uint8Array | Promise<Uint8Array>
  /** Returns the next chunk, null at the end. Throws an ApiError when the upstream breaks off or falls silent. */
  read(): Promise<Uint8Array | null>
  /** Limits the length of chunks: longer ones are returned in pieces. Asks for the limit before each. */
  cutBy(mostBytes: () => number): void
  /** Ends the call upstream; nothing more will be read. */
  cancel(): void
}

/** A response that is read in chunks. */
export type UpstreamChunks = Pick<UpstreamAnswer, 'read' | 'cancel'>

export interface UpstreamCall {
  url: string
  headers: Record<string, string>
  /** Absent: `POST`, the only method with a body. */
  method?: 'GET' | 'DELETE' | undefined
  body: Body
  /** Tells the upstream to stop, if closing the connection is not enough. */
  stop?: ((heard: string) => StopCall | null) | undefined
  /** Where to poll for the answer, if the upstream may start a task. */
  poll?: ((body: string) => PollCall | null) | undefined
  /** The proxy to use; empty: none. */
  proxy: string
  limits: TimeLimits
  /** The client it is for. */
  receiver: {
    /** Aborted when the client leaves: the call is then cut off. */
    signal: AbortSignal
    /** How many milliseconds longer the answer is then read for its usage. */
    readOnMs(): number
  }
}

/**
 * Sends a call upstream and waits for the head of the answer. Does not follow redirects, which would pass the key on.
 *
 * @throws ApiError | ClientGone
 */
export const callUpstream = (
  call: UpstreamCall,
  { watchdog, inFlight }: { watchdog: Watchdog; inFlight: InFlightRegistry },
): Promise<UpstreamAnswer> =>
  call.receiver.signal.aborted ? Promise.reject(new ClientGone()) : new RunningCall(call, watchdog, inFlight).answered()

/** Observing takes time for every byte, so a piece must be short. */
const LONGEST_PIECE_BYTES = 8 * 1024

/** A class, because every call has one: a dozen closures per call would cost more than their work. */
class RunningCall implements UpstreamAnswer, CutOff {
  slot = NO_SLOT
  status = 0
  headers!: Headers
  shortBytes: number | null = null
  /** Why the call was cut off; undefined: not cut off. */
  cutOff: ApiError | ClientGone | undefined
  private readonly controller = new AbortController()
  private readonly waiting: Watch
  private leaving: NodeJS.Timeout | undefined
  private response!: Response
  private reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  private share: LoopShare | undefined
  private limitBytes: (() => number) | undefined
  /** The unread part of the last chunk. */
  private left: Uint8Array | null = null
  private isFirst = true
  /** Made for the first chunk, since whole answers need neither. */
  private took: ((result: { value?: Uint8Array | undefined }) => Uint8Array | null) | undefined
  private lost: (() => never) | undefined

  constructor(
    private readonly call: UpstreamCall,
    private readonly watchdog: Watchdog,
    private readonly inFlight: InFlightRegistry,
  ) {
    const { firstByteSeconds } = call.limits
    call.receiver.signal.addEventListener('abort', this)
    inFlight.whenCutOff(this)
    this.waiting = watchdog.watch(firstByteSeconds * 1000, () =>
      this.cut(relayError('upstream_first_byte_timeout', { seconds: firstByteSeconds })),
    )
  }

  /** Ends the call for the first reason given. */
  readonly cut = (reason: ApiError | ClientGone): void => {
    this.cutOff ??= reason
    this.controller.abort()
  }

  /** Runs when the client leaves. The response may still be read for its usage. */
  handleEvent(): void {
    const leave = () => this.cut(new ClientGone(true))
    const delayMs = this.call.receiver.readOnMs()
    if (delayMs === 0) leave()
    else this.leaving = setTimeout(leave, delayMs).unref()
  }

  release(): void {
    this.waiting.done()
    this.call.receiver.signal.removeEventListener('abort', this)
    if (this.leaving) clearTimeout(this.leaving)
    this.inFlight.ignoreCutOff(this)
  }

  async answered(): Promise<UpstreamAnswer> {
    const { url, headers, method, body, stop, poll, proxy, limits } = this.call
    const { signal } = this.controller
    const place = proxy || url
    const patience = { watchdog: this.watchdog, cut: this.cut, signal, seconds: limits.connectSeconds }
    let connecting: Watch | undefined
    try {
      const naming = nameKnown(place, patience)
      if (naming) await naming
      connecting = watchConnecting(place, patience)
      const response = await send({ url, headers, method, body: cutting(body, this.cut), stop, poll, proxy, signal })
      if (proxy && response.status === ASKED_BY_PROXIES) {
        this.controller.abort()
        throw relayError('proxy_refused')
      }
      this.response = response
      this.status = response.status
      this.headers = response.headers
      this.shortBytes = shortBytesOf(response.headers)
      return this
    } catch (error) {
      this.release()
      throw this.cutOff ?? connectionError(error, proxy)
    } finally {
      connecting?.done()
    }
  }

  readAtOnce(): Uint8Array | Promise<Uint8Array> {
    const reading = this.response.bytes()
    // Nearly all short bodies arrive with their head.
    const arrived = Bun.peek(reading)
    if (!(arrived instanceof Uint8Array)) return this.readInTime(reading)
    this.release()
    return arrived
  }

  private async readInTime(reading: Promise<Uint8Array>): Promise<Uint8Array> {
    this.limitSilence()
    try {
      const bytes = await reading
      this.release()
      return bytes
    } catch {
      throw this.broken()
    }
  }

  /** Not async, because it is called for every chunk of a stream. */
  read(): Promise<Uint8Array | null> {
    if (this.left) return this.readOn(this.left)
    this.reader ??= this.response.body?.getReader()
    if (!this.reader) return Promise.resolve(this.ended())
    this.took ??= result => this.take(result)
    this.lost ??= () => {
      throw this.broken()
    }
    return this.reader.read().then(this.took, this.lost)
  }

  cutBy(mostBytes: () => number): void {
    this.limitBytes = mostBytes
  }

  cancel(): void {
    this.release()
    this.controller.abort()
  }

  private take({ value }: { value?: Uint8Array | undefined }): Uint8Array | null {
    if (!value) return this.ended()
    if (this.isFirst) {
      this.isFirst = false
      this.limitSilence()
    } else this.waiting.touch()
    return this.pieceOf(value)
  }

  /** Returns the rest of a long chunk in pieces and lets other calls run in between. */
  private async readOn(left: Uint8Array): Promise<Uint8Array> {
    this.share ??= shareLoop()
    await this.share.before()
    this.share.begins()
    return this.pieceOf(left)
  }

  private pieceOf(chunk: Uint8Array): Uint8Array {
    const most = Math.min(LONGEST_PIECE_BYTES, this.limitBytes?.() ?? LONGEST_PIECE_BYTES)
    this.left = chunk.length > most ? chunk.subarray(most) : null
    return this.left ? chunk.subarray(0, most) : chunk
  }

  private ended(): null {
    this.release()
    return null
  }

  private limitSilence(): void {
    const { idleSeconds } = this.call.limits
    this.waiting.change(idleSeconds * 1000, () => this.cut(relayError('upstream_silent', { seconds: idleSeconds })))
  }

  private broken(): ApiError | ClientGone {
    this.release()
    return this.cutOff ?? relayError('upstream_broke_off')
  }
}

/** Proxy Authentication Required: sent by a proxy, never by an upstream. */
const ASKED_BY_PROXIES = 407

/** Ends the call if a streamed body fails a check on its way. */
function cutting(body: Body, cut: (reason: ApiError) => void): Body {
  if (typeof body === 'string') return body
  return (async function* () {
    try {
      yield* body
    } catch (error) {
      if (error instanceof ApiError) cut(error)
      throw error
    }
  })()
}

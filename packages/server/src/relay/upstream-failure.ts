import { maskKeys, readUpstreamError, type UpstreamError } from '@tollgate/gateway'
import type { OpenChannel } from './channel-index.ts'
import { Refusal } from './refusal.ts'
import type { Asked } from './upstream-request.ts'

/** A try that did not get an answer out of a channel, before any byte reached the client. */
export class AttemptFailure extends Error {
  override name = 'AttemptFailure'
  /** Absent: it failed before there was a request. */
  asked?: Asked

  constructor(
    readonly reason: Refusal | UpstreamError,
    /** What the upstream sent, free of keys, where the client speaks its dialect; it may be no error of that dialect. */
    readonly ownBody: string | null,
    readonly retryAfter: string | null,
  ) {
    super('the upstream did not answer')
  }

  get status(): number {
    return this.reason.status
  }
}

/** An answer that is no success. */
export interface FailedResponse {
  url: string
  status: number
  contentType: string
  body: string
  retryAfter: string | null
  /** The client speaks the same dialect. */
  isOwn: boolean
}

/** What an upstream's failure comes to for a client. */
export function upstreamFailure(channel: OpenChannel, failed: FailedResponse): AttemptFailure {
  const { body } = failed
  const secrets = secretsOf(channel, failed.url)
  const error = readUpstreamError(channel.statusToGoBy(failed.status), body, failed.contentType, secrets)
  const ownBody = failed.isOwn ? maskKeys(body, secrets) : null
  return new AttemptFailure(error, ownBody, failed.retryAfter)
}

/** What must reach no client: keys and passwords, the hosts on the way, and what the channel's provider names besides. */
export function secretsOf({ key, setting, provider, ...channel }: OpenChannel, url: string): string[] {
  const own = provider.secrets?.({ key, ...channel }) ?? []
  return [key, new URL(url).host, ...(setting.proxy ? ofProxy(new URL(setting.proxy)) : []), ...own]
}

const ofProxy = ({ host, password }: URL): string[] => [host, password, decodeURIComponent(password)]

/** A client that left stays a client that left; everything else is a failure of this try. */
export function asFailure(error: unknown): never {
  throw error instanceof Refusal ? new AttemptFailure(error, null, null) : error
}

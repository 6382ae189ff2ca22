import type { OpenChannel } from '../../candidates/channel-index.ts'
import type { UpstreamRequest } from '../upstream-request.ts'
import { type Credentials, credentialsInAddress } from './index.ts'

/** Returns a request's credentials if its provider wants more than a key in a header; null: it does not. */
export function proofOf(
  request: UpstreamRequest,
  channel: OpenChannel,
  credentials: Credentials,
  stale: Record<string, string> | undefined,
): Promise<Record<string, string>> | null {
  const kind = channel.provider.credential?.(channel, request.model)
  if (!kind) return null
  return credentials[kind](channel, { ...request, body: signable(request), proxy: channel.setting.proxy, stale })
}

/** Returns a request with its credentials in its URL or headers. */
export function withProof(
  request: UpstreamRequest,
  channel: OpenChannel,
  proof: Record<string, string>,
): UpstreamRequest {
  const kind = channel.provider.credential?.(channel, request.model)
  if (!kind) return request
  if (credentialsInAddress.has(kind)) return { ...request, url: withQuery(request.url, proof) }
  return { ...request, headers: { ...request.headers, ...proof } }
}

function withQuery(url: string, members: Record<string, string>): string {
  const pairs = Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${url}${url.includes('?') ? '&' : '?'}${pairs.join('&')}`
}

/** The body to sign; no host that signs bodies takes forms. */
const signable = ({ body }: UpstreamRequest): string => (typeof body === 'string' ? body : '')

import type { PolledTask, TaskChannel, UpstreamTaskRequest } from '../../../vendor.ts'

const bearer = ({ key }: TaskChannel): Record<string, string> => ({ authorization: `Bearer ${key}` })

/** Makes a call with a JSON body, or a GET without one. */
export const callTo = (
  channel: TaskChannel,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = bearer(channel),
): UpstreamTaskRequest => ({
  method: body ? 'POST' : 'GET',
  url: channel.baseUrl + path,
  headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
  ...(body && { body: JSON.stringify(body) }),
})

/**
 * Makes a call signed by a key of two parts. A key of one part is sent unchanged to another gateway, under `elsewhere`.
 */
export function signedCallTo(
  channel: TaskChannel,
  path: string,
  elsewhere: string,
  body?: object,
): UpstreamTaskRequest {
  const credential = channel.provider.credential?.(channel, '')
  return credential ? { ...callTo(channel, path, body, {}), credential } : callTo(channel, elsewhere + path, body)
}

/** Returns the call for a file of another gateway, which needs the same key. A vendor's own URL needs none. */
export function contentElsewhere({ result_url }: PolledTask, channel: TaskChannel): UpstreamTaskRequest | null {
  const isAnother = channel.provider.credential?.(channel, '') === undefined
  const url = URL.parse(result_url)
  if (!isAnother || !url || url.origin !== URL.parse(channel.baseUrl)?.origin) return null
  return { method: 'GET', url: url.href, headers: bearer(channel) }
}

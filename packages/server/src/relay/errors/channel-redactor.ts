import { isPlainHeader } from '@tollgate/contract'
import { makeRedactor, type ProviderChannel, type Redactor } from '@tollgate/gateway'
import type { OpenChannel } from '../candidates/channel-index.ts'

/** The fields of a channel that contain its secrets. */
type Named = ProviderChannel & Pick<OpenChannel, 'provider' | 'setting' | 'keys' | 'whole'>

/** By channel and by host, which may depend on the model; kept until the channel changes. */
const redactors = new WeakMap<Named, Map<string, Redactor>>()
const MOST_HOSTS = 32

/** Returns the redactor that removes a channel's keys, passwords and hosts from what its upstream says about itself. */
export function redactorOf(channel: Named, url: string): Redactor {
  // An upstream may repeat a key that it got with another call.
  const whole = channel.whole ?? channel
  const byHost = redactors.get(whole) ?? new Map<string, Redactor>()
  redactors.set(whole, byHost)
  const { host } = new URL(url)
  const kept = byHost.get(host)
  if (kept) return kept
  const redactor = makeRedactor(secretsOf(whole, url))
  if (byHost.size >= MOST_HOSTS) byHost.clear()
  byHost.set(host, redactor)
  return redactor
}

function secretsOf({ key, keys, setting, provider, ...channel }: Named, url: string): string[] {
  const all = keys?.all.map(({ channel }) => channel.key) ?? [key]
  return [
    ...all,
    ...all.flatMap(key => provider.secrets?.({ key, ...channel }) ?? []),
    channel.organization,
    ...ofAddress(url),
    ...ofAddress(channel.baseUrl),
    ...ofAddress(setting.proxy),
    ...Object.values(setting.headers).flatMap(ofHeader),
  ].filter(secret => secret !== '')
}

/** Returns a header's value and its parts, all of which may be secret: a credential follows its scheme, `Bearer abc`. */
const ofHeader = (value: string): string[] =>
  isPlainHeader(value) ? [] : [value, ...value.split(/[ ,;=]/)].filter(part => part.length >= SHORTEST_NAME)

/** Shorter names are ordinary words: `user`, `admin`. */
const SHORTEST_NAME = 8

/** Returns a URL's host and its other secrets: user, password, a key in the query, an account in the path. */
function ofAddress(address: string): string[] {
  const url = URL.parse(address)
  if (!url) return []
  const { host, hostname, username, password, pathname, searchParams } = url
  const typed = /^\w+:\/\/(?:[^/?#]*@)?([^/?#]+)/.exec(address)?.[1] ?? ''
  const named = [username, unescaped(username)].filter(name => name.length >= SHORTEST_NAME)
  const accounts = pathname.split('/').filter(isAccount)
  const values = [...searchParams.values()].filter(value => value.length >= SHORTEST_NAME && /\d/.test(value))
  return [typed, host, hostname, password, unescaped(password), ...named, ...accounts, ...values]
}

/** Whether a path segment looks like an account's id rather than an API's word. */
const isAccount = (segment: string): boolean => segment.length >= 16 && /\d/.test(segment) && !/[{}%]/.test(segment)

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

import type { Format } from '../protocols/index.ts'
import { merge } from '../raw/patch-json.ts'
import { compatible, SYSTEM_ONLY } from './compatible.ts'
import type { Provider, ProviderCall, ProviderChannel } from './provider.ts'

const SOCKETS = 'https://spark-api.xf-yun.com'
const OPEN = 'https://spark-api-open.xf-yun.com'
const NONE: ReadonlySet<Format> = new Set()

interface Version {
  /** The part after SparkDesk, and the name it is sold under. */
  version: string
  name?: string
  /** Its former name. */
  oldName?: string
  /** The path after the host. */
  path: string
  domain: string
  noSystem?: true
}

/** https://www.xfyun.cn/doc/spark/Web.html */
const VERSIONS: readonly [Version, ...Version[]] = [
  {
    version: 'v1.1',
    name: 'Spark-Lite',
    oldName: 'SparkDesk-v1.1',
    path: '/v1.1/chat',
    domain: 'lite',
    noSystem: true,
  },
  { version: 'v2.1', oldName: 'SparkDesk-v2.1', path: '/v2.1/chat', domain: 'generalv2', noSystem: true },
  {
    version: 'v3.1',
    name: 'Spark-Pro',
    oldName: 'SparkDesk-v3.1',
    path: '/v3.1/chat',
    domain: 'generalv3',
    noSystem: true,
  },
  {
    version: 'pro-128k',
    name: 'Spark-Pro-128K',
    oldName: 'SparkDesk-v3.1-128K',
    path: '/chat/pro-128k',
    domain: 'pro-128k',
    noSystem: true,
  },
  { version: 'v3.5', name: 'Spark-Max', oldName: 'SparkDesk-v3.5', path: '/v3.5/chat', domain: 'generalv3.5' },
  {
    version: 'max-32k',
    name: 'Spark-Max-32K',
    oldName: 'SparkDesk-v3.5-32K',
    path: '/chat/max-32k',
    domain: 'max-32k',
  },
  { version: 'v4.0', name: 'Spark-4.0-Ultra', oldName: 'SparkDesk-v4.0', path: '/v4.0/chat', domain: '4.0Ultra' },
]

/** Over HTTP, in OpenAI's format. https://www.xfyun.cn/doc/spark/HTTP调用文档.html */
const overHttp = compatible({
  type: 18,
  id: 'spark',
  name: 'Xunfei Spark',
  color: 'blue',
  knowsAddress: true,
  other: 'version',
  keyFormat: 'APIPassword, APPID|APISecret|APIKey',
  modelNames: [...VERSIONS.flatMap(({ name, oldName }) => [name, oldName].filter(own => own !== undefined)), 'spark-x'],
  paths: { 'openai-chat': '/chat/completions' },
  quirks: SYSTEM_ONLY,
  patches: ({ model, channel }) => {
    const known = named(model, channel)
    return known ? { model: known.domain } : {}
  },
})

/** iFlytek: over HTTP if the key or the address allows it, otherwise over WebSocket with a signed address. */
export const spark: Provider = {
  ...overHttp,
  nativeFormats: (model, channel) => (usesSockets(channel) ? NONE : overHttp.nativeFormats(model, channel)),
  target: (model, channel) => {
    if (!usesSockets(channel)) return overHttp.target?.(model, channel)
    const { noSystem } = versionOf(model, channel)
    return { dialect: 'spark', ...(noSystem && { quirks: { noSystem } }) }
  },
  address: call => {
    const { channel, model } = call
    if (usesSockets(channel)) return socketHost(channel) + versionOf(model, channel).path
    return overHttp.address({ ...call, channel: { ...channel, baseUrl: httpBase(call) } })
  },
  headers: ({ channel }): Record<string, string> =>
    usesSockets(channel) ? {} : { authorization: `Bearer ${passwordOf(channel)}` },
  patches: (call, member, losses) => {
    if (call.format !== 'spark') return overHttp.patches?.(call, member, losses) ?? {}
    const { domain } = versionOf(call.model, call.channel)
    return {
      header: { app_id: readSparkKey(call.channel.key)?.appId ?? '' },
      parameter: merge({ chat: merge({ domain }) }),
    }
  },
  credential: channel => (usesSockets(channel) ? 'spark-signature' : undefined),
  secrets: ({ key }) => key.split(/[|:]/),
}

/** null: the key is the password of the HTTP service. */
export function readSparkKey(key: string): { appId: string; apiSecret: string; apiKey: string } | null {
  const [appId, apiSecret, apiKey, ...more] = key.split('|').map(part => part.trim())
  return appId && apiSecret && apiKey && more.length === 0 ? { appId, apiSecret, apiKey } : null
}

const usesSockets = ({ key, baseUrl }: ProviderChannel): boolean =>
  readSparkKey(key) !== null && !OPEN_HOST.test(baseUrl)
const OPEN_HOST = /^https?:\/\/spark-api-open\./

const socketHost = ({ baseUrl }: ProviderChannel): string => (baseUrl || SOCKETS).replace(/^http/, 'ws')

/** Families of models have their own base paths; an address that names one is used unchanged. */
function httpBase({ channel: { baseUrl }, model }: ProviderCall): string {
  const base = baseUrl || OPEN
  if ((URL.parse(base)?.pathname ?? '/') !== '/') return base
  return base + (model === 'spark-x' ? '/v2' : '/v1')
}

function passwordOf({ key }: ProviderChannel): string {
  const parts = readSparkKey(key)
  return parts ? `${parts.apiKey}:${parts.apiSecret}` : key
}

/**
 * By the model's name, otherwise by the channel, otherwise the first. The client's version is ignored, because it pays
 * by the model.
 */
const versionOf = (model: string, channel: ProviderChannel): Version => named(model, channel) ?? VERSIONS[0]

function named(model: string, { other }: ProviderChannel): Version | undefined {
  const name = model.toLowerCase()
  const known = VERSIONS.find(one => [one.domain, one.name, one.oldName].some(own => own?.toLowerCase() === name))
  if (known) return known
  const version = /^[^-]{1,40}-(v\d[^-]{0,10})$/i.exec(model)?.[1]
  if (version !== undefined) return byVersion(version)
  return /^spark/i.test(model) && model !== 'spark-x' ? byVersion(other) : undefined
}

/** An unlisted version is called like others of its time. */
function byVersion(version: string): Version | undefined {
  const known = VERSIONS.find(one => one.version === version)
  if (known || !/^v\d{1,2}(\.\d{1,2})?$/.test(version)) return known
  return { version, path: `/${version}/chat`, domain: `general${version}` }
}

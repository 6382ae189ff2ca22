import {
  channelHeaders,
  channelSetting,
  isPlainHeader,
  type OptionKey,
  optionLines,
  statusCodeMapping,
} from '@tollgate/contract'
import { z } from 'zod'

/** Values known not to be secret. Anything else may be secret, and is neither exported nor printed. */
type Known = Readonly<Record<string, z.ZodType>>

/** An address may contain credentials before its host, in its query, or after a `#`. */
function isBareAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && [url.username, url.password, url.search, url.hash].every(part => part === '')
}

const bareAddress = z.literal('').or(z.string().refine(isBareAddress))
const amount = z.number().nullable()
const flag = z.boolean().nullable()

const SETTING: Known = {
  ...channelSetting.shape,
  proxy: bareAddress,
  headers: channelHeaders.refine(headers => Object.values(headers).every(isPlainHeader)),
}

const PARAMETERS: Known = {
  ...Object.fromEntries(
    [
      'frequency_penalty',
      'logprobs',
      'max_completion_tokens',
      'max_output_tokens',
      'max_tokens',
      'min_p',
      'n',
      'presence_penalty',
      'repetition_penalty',
      'seed',
      'temperature',
      'thinking_budget',
      'top_k',
      'top_logprobs',
      'top_p',
    ].map(name => [name, amount]),
  ),
  ...Object.fromEntries(
    ['enable_thinking', 'logprobs', 'parallel_tool_calls', 'store', 'stream'].map(name => [name, flag]),
  ),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']),
  response_format: z.strictObject({ type: z.enum(['text', 'json_object']) }),
  stream_options: z.strictObject({ include_usage: flag }),
  thinking: z.strictObject({ type: z.enum(['enabled', 'disabled', 'adaptive']), budget_tokens: amount.optional() }),
  verbosity: z.enum(['low', 'medium', 'high']),
}

/** Fields of a channel that hold an object. */
const OBJECTS = {
  model_mapping: member => z.string().safeParse(member.value).success,
  status_code_mapping: ({ name, value }) => statusCodeMapping.safeParse({ [name]: value }).success,
  setting: member => isKnown(SETTING, member),
  param_override: member => isKnown(PARAMETERS, member),
} as const satisfies Record<string, (member: Member) => boolean>

interface Member {
  name: string
  value: unknown
}

export type ObjectField = keyof typeof OBJECTS
export const OBJECT_FIELDS = Object.keys(OBJECTS) as readonly ObjectField[]
export const isObjectField = (field: string): field is ObjectField => Object.hasOwn(OBJECTS, field)

const isKnown = (known: Known, { name, value }: Member): boolean =>
  Object.hasOwn(known, name) && known[name]?.safeParse(value).success === true

/** Whether a member of such a field is known not to be secret. */
export const isPlainMember = (field: ObjectField, name: string, value: unknown): boolean =>
  OBJECTS[field]({ name, value })

/** Whether a whole channel field, as text, is known not to be secret. */
export function isPlainField(field: string, text: string): boolean {
  if (field === 'base_url') return text === '' || isBareAddress(text)
  if (field === 'other') return URL.parse(text) === null || isBareAddress(text)
  if (!isObjectField(field) || text.trim() === '') return true
  const object = objectIn(text)
  return object !== null && Object.entries(object).every(([name, value]) => isPlainMember(field, name, value))
}

/** Headers whose values are not secret. */
const HEADERS: ReadonlySet<string> = new Set(['anthropic-beta', 'anthropic-version'])

/** Options that are not marked as secret but may contain a secret outside a query. */
const WARY: Partial<Record<OptionKey, (text: string) => boolean>> = {
  // For many services the path alone grants access.
  'alert_setting.webhook_url': text => text === '',
  'claude.model_headers_settings': text =>
    Object.values(objectIn(text) ?? {})
      .flatMap(headers => Object.keys(headers ?? {}))
      .every(header => HEADERS.has(header.toLowerCase())),
}

/** Whether an option's text is known not to be secret: anybody may read it, or it has no place for a secret. */
export function isPlainOption(key: OptionKey, text: string): boolean {
  const { secret, publicAs, access, control } = optionLines[key]
  if (secret) return false
  if (publicAs !== undefined || access === 'root-for-pages') return true
  const isPlain = WARY[key]
  if (isPlain) return isPlain(text)
  return control !== 'text' || URL.parse(text) === null || isBareAddress(text)
}

export function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = text.trim() === '' ? {} : JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

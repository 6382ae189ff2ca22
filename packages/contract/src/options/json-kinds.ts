import { z } from 'zod'
import { isNamedSource, KEY_SOURCES, MOST_AFFINITY_RULES } from '../affinity-rules.ts'
import type { ReasonCode } from '../reasons.ts'
import { line } from './kinds.ts'
import type { Reading, Traits } from './option.ts'

/** A JSON value of one shape: its schema, and the reason for refusing other values. */
const shape =
  <Schema extends z.ZodType>(schema: Schema, code: ReasonCode) =>
  <const T extends Traits = Record<never, never>>(standard: z.output<Schema>, traits?: T) =>
    line<z.output<Schema>, T>(
      {
        control: 'json',
        default: standard,
        read: text => readJson(text, schema, code),
        write: value => JSON.stringify(value, null, 2),
      },
      traits,
    )

const name = z.string().min(1)

/** Higher than any real price. */
const LARGEST_RATIO = 100_000

/** Names with a price or ratio each. Above the bound, sums would exceed exact integers. */
export const numberMap = shape(z.record(name, z.number().min(0).max(LARGEST_RATIO)).readonly(), 'not_number_map')

/** Groups of users, each with ratios by the groups of their calls. */
export const groupNumberMap = shape(
  z.record(name, z.record(name, z.number().min(0).max(LARGEST_RATIO)).readonly()).readonly(),
  'not_group_number_map',
)

const amountText = z.string().regex(/^\d{1,9}(\.\d{1,2})?$/)
const LARGEST_BONUS = 1_000

/** Amounts of money, each with a bonus in percent. */
export const bonusMap = shape(z.record(amountText, z.number().min(0).max(LARGEST_BONUS)).readonly(), 'not_number_map')

/** Names, each with a number of tokens. */
export const countMap = shape(z.record(name, z.int().min(1)).readonly(), 'not_count_map')

export const textMap = shape(z.record(name, z.string()).readonly(), 'not_text_map')

export const textList = shape(z.array(name).readonly(), 'not_text_list')

/** Groups, each with the requests and successful requests it may make per period. */
export const rateLimitMap = shape(
  z.record(name, z.tuple([z.int().min(0), z.int().min(1)]).readonly()).readonly(),
  'not_rate_limit_map',
)

const pattern = z.string().trim().max(200).default('')
const affinityRule = z
  .strictObject({ models: pattern, path: pattern, client: pattern, from: z.enum(KEY_SOURCES), key: pattern })
  .refine(({ from, key }) => isNamedSource(from) === (key !== ''))

/** Rules by which calls keep to a channel, tried in their order. */
export const affinityRules = shape(z.array(affinityRule).max(MOST_AFFINITY_RULES).readonly(), 'not_affinity_rules')

/** Models, each with the headers to send and their values. */
export const headerMap = shape(
  z.record(name, z.record(name, z.array(z.string()).readonly()).readonly()).readonly(),
  'not_header_map',
)

/** Chat clients: a list of objects with one entry each, a name with its link template. */
export const chatList = shape(
  z
    .array(
      z
        .record(name, name)
        .refine(entry => Object.keys(entry).length === 1)
        .readonly(),
    )
    .readonly(),
  'not_chat_list',
)

function readJson<Schema extends z.ZodType>(text: string, schema: Schema, code: ReasonCode): Reading<z.output<Schema>> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: { code: 'not_json' } }
  }
  const checked = schema.safeParse(json)
  if (checked.success) return { value: checked.data }
  return { reason: { code, at: checked.error.issues[0]?.path.join('.') } }
}

import { DOLLARS_AT_RATIO_1 } from '@tollgate/contract'
import { isObject } from '../raw/json.ts'
import { listOf, numberIn, numbersIn, type PriceList, present, type Read, tidyDollars } from './listed-price.ts'

/** The names of a model's ratios in gateways of this family. */
const MEMBERS = [
  'model_ratio',
  'model_price',
  'completion_ratio',
  'cache_ratio',
  'cache_creation_ratio',
  'create_cache_ratio',
  'image_ratio',
  'image_completion_ratio',
  'audio_ratio',
  'audio_completion_ratio',
] as const
type Ratios = Partial<Record<(typeof MEMBERS)[number], number>>

/** Returns how much dearer output is than input if a list does not say; undefined: unknown. */
export type UsualCompletion = (model: string) => number | undefined

/** Reads `data` of `/api/pricing`: a list with one entry per model. */
export function readPricing(data: readonly unknown[], usual: UsualCompletion): PriceList {
  const entries = data.map((entry, index) => [isObject(entry) ? entry.model_name : '', `data.${index}`, entry] as const)
  return listOf(entries, (entry, place, model) => {
    if (entry.is_priced === false) return null
    // Its ratios are those of short prompts only.
    if (Array.isArray(entry.lines)) return { reason: { code: 'price_beyond_ratios', at: `${place}.lines` } }
    const ratios = numbersIn(entry, MEMBERS, place)
    if ('reason' in ratios) return ratios
    if (entry.quota_type === 1) return byCall(ratios.value, place)
    const base = byTokens(ratios.value, place, () => usual(model))
    if ('reason' in base || !isObject(entry.long_input)) return base
    const long = longInput(entry.long_input, `${place}.long_input`, () => usual(model))
    return 'reason' in long ? long : { value: { ...base.value, tiers: [long.value] } }
  })
}

/** Reads `data` of `/api/ratio_config`: one table of models per ratio. */
export function readRatioTables(data: Readonly<Record<string, unknown>>, usual: UsualCompletion): PriceList {
  const tables = MEMBERS.flatMap(member => {
    const table = data[member]
    return isObject(table) ? [[member, table] as const] : []
  })
  const models = new Map<string, Record<string, unknown>>()
  for (const [member, table] of tables)
    for (const [model, ratio] of Object.entries(table)) {
      const known = models.get(model) ?? {}
      known[member] = ratio
      models.set(model, known)
    }
  const entries = [...models].map(([model, entry]) => [model, model, entry] as const)
  return listOf(entries, (entry, place, model) => {
    const ratios = numbersIn(entry, MEMBERS, place)
    if ('reason' in ratios) return ratios
    // A model without `model_ratio` has its price elsewhere.
    if (ratios.value.model_price !== undefined) return byCall(ratios.value, place)
    return ratios.value.model_ratio === undefined ? null : byTokens(ratios.value, place, () => usual(model))
  })
}

const byCall = ({ model_price }: Ratios, place: string): Read<object> =>
  model_price === undefined
    ? { reason: { code: 'missing', at: `${place}.model_price` } }
    : { value: { call: tidyDollars(model_price) } }

function byTokens(ratios: Ratios, place: string, usual: () => number | undefined): Read<object> {
  const { model_ratio } = ratios
  if (model_ratio === undefined) return { reason: { code: 'missing', at: `${place}.model_ratio` } }
  const completion = ratios.completion_ratio ?? (model_ratio === 0 ? 1 : usual())
  if (completion === undefined) return { reason: { code: 'missing', at: `${place}.completion_ratio` } }
  return { value: { tokens: dollarsOf(model_ratio, completion, ratios) } }
}

function longInput(entry: Readonly<Record<string, unknown>>, place: string, usual: () => number | undefined) {
  const above = numberIn(entry, 'above', place)
  if ('reason' in above) return above
  const ratios = numbersIn(entry, MEMBERS, place)
  if ('reason' in ratios) return ratios
  const tokens = byTokens(ratios.value, place, usual)
  if ('reason' in tokens) return tokens
  return { value: { above: above.value, ...(tokens.value as { tokens: object }).tokens } }
}

/** In US dollars per million tokens. */
function dollarsOf(modelRatio: number, completion: number, ratios: Ratios) {
  const of = (...factors: (number | undefined)[]) => {
    const known = factors.filter(factor => factor !== undefined)
    if (known.length < factors.length) return undefined
    return tidyDollars(known.reduce((product, factor) => product * factor, modelRatio * DOLLARS_AT_RATIO_1))
  }
  const { image_ratio, audio_ratio } = ratios
  return present({
    input: of(),
    output: of(completion),
    cache_read: of(ratios.cache_ratio),
    cache_write_5m: of(ratios.cache_creation_ratio ?? ratios.create_cache_ratio),
    image_input: of(image_ratio),
    image_output: of(image_ratio, ratios.image_completion_ratio),
    audio_input: of(audio_ratio),
    audio_output: of(audio_ratio, ratios.audio_completion_ratio),
  })
}

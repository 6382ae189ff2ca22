import { z } from 'zod'
import { ABILITIES } from '../constants.ts'
import { line } from './kinds.ts'
import type { Reading } from './option.ts'

/** A name is one entry of a token's list of models, which commas part. */
const name = z.string().regex(/^[^\s,]([^,]{0,253}[^\s,])?$/)

const metadata = z.strictObject({
  /** Further names under which it is called. */
  aliases: z.array(name).max(20).optional(),
  description: z.string().max(500).optional(),
  /** Replace what is known of each. */
  abilities: z.partialRecord(z.enum(ABILITIES), z.boolean()).optional(),
  maker: z.string().max(60).optional(),
})
export type ModelMetadata = z.output<typeof metadata>
export type MetadataByModel = Readonly<Record<string, ModelMetadata>>

const byModel = z.record(name, metadata)

/** Models, each with what is said of it and its further names. */
export const modelMetadataMap = () =>
  line<MetadataByModel, Record<never, never>>({
    control: 'json',
    default: {},
    read: readMetadata,
    write: value => JSON.stringify(value, null, 2),
  })

/** An alias stands for one model, which has no other name of its own: there are no chains of aliases, and no circles. */
function readMetadata(text: string): Reading<MetadataByModel> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: { code: 'not_json' } }
  }
  const checked = byModel.safeParse(json)
  if (!checked.success)
    return { reason: { code: 'not_model_metadata', at: checked.error.issues[0]?.path.map(String).join('.') } }
  const taken = new Map<string, string>()
  for (const [model, { aliases = [] }] of Object.entries(checked.data))
    for (const [index, alias] of aliases.entries()) {
      const at = `${model}.aliases.${index}`
      const other = taken.get(alias)
      if (other !== undefined) return { reason: { code: 'alias_taken', at, parameters: { alias, model: other } } }
      if (Object.hasOwn(checked.data, alias)) return { reason: { code: 'alias_of_model', at, parameters: { alias } } }
      taken.set(alias, model)
    }
  return { value: checked.data }
}

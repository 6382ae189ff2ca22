import type { Kysely } from 'kysely'
import type { ChangeEvents } from '../../platform/cluster/change-events.ts'
import type { Options } from '../../platform/options/index.ts'
import type { Tables } from '../../platform/storage/schema.ts'

/** Further names of models. */
export interface Aliases {
  /** Returns the model that a name stands for: itself, unless it is an alias. */
  modelOf(name: string): string
  /** Returns the further names of a model. */
  aliasesOf(model: string): readonly string[]
}

export const NO_ALIASES: Aliases = { modelOf: name => name, aliasesOf: () => [] }

/** Keeps the aliases in memory, and reads them again when options or channels change. Caches built from them must be made later. */
export async function makeAliases(
  db: Kysely<Tables>,
  options: Pick<Options, 'get'>,
  changeEvents: Pick<ChangeEvents, 'on'>,
): Promise<Aliases> {
  let current = await readAliases(db, options)
  const load = async () => {
    current = await readAliases(db, options)
  }
  // One after the other, so that the last change is read last.
  let loading = Promise.resolve()
  for (const topic of ['options', 'channels'] as const)
    changeEvents.on(topic, () => {
      loading = loading.then(load, load)
      return loading
    })
  return { modelOf: name => current.modelOf(name), aliasesOf: model => current.aliasesOf(model) }
}

/** Reads the aliases in force: a name that some channel lists is that model, whatever the option says. */
export async function readAliases(db: Kysely<Tables>, options: Pick<Options, 'get'>): Promise<Aliases> {
  const written = Object.entries(options.get('ModelMetadata')).flatMap(([model, { aliases = [] }]) =>
    aliases.map(alias => [alias, model] as const),
  )
  if (written.length === 0) return NO_ALIASES
  const listed = await listedAmong(
    db,
    written.map(([alias]) => alias),
  )
  const models = new Map(written.filter(([alias]) => !listed.has(alias)))
  const aliases = new Map<string, string[]>()
  for (const [alias, model] of models) aliases.set(model, [...(aliases.get(model) ?? []), alias])
  return { modelOf: name => models.get(name) ?? name, aliasesOf: model => aliases.get(model) ?? [] }
}

const ASKED_AT_ONCE = 500

async function listedAmong(db: Kysely<Tables>, names: readonly string[]): Promise<Set<string>> {
  const listed = new Set<string>()
  for (let start = 0; start < names.length; start += ASKED_AT_ONCE) {
    const rows = await db
      .selectFrom('abilities')
      .select('model')
      .distinct()
      .where('model', 'in', names.slice(start, start + ASKED_AT_ONCE))
      .execute()
    for (const { model } of rows) listed.add(model)
  }
  return listed
}

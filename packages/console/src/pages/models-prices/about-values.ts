import { ABILITIES, type Ability, type MetadataByModel, type ModelMetadata, splitList } from '@tollgate/contract'

/** What the operator says of a model, as the form has it. */
export interface AboutValues {
  /** One a line. */
  aliases: string
  description: string
  maker: string
  /** Tokens; null: as known. */
  contextWindow: number | null
  abilities: Record<Ability, Said>
}

export const SAID = ['known', 'yes', 'no'] as const
export type Said = (typeof SAID)[number]

/** The two options that hold it. */
export interface AboutTables {
  metadata: MetadataByModel
  contextWindows: Readonly<Record<string, number>>
}

export function aboutValues(model: string, { metadata, contextWindows }: AboutTables): AboutValues {
  const { aliases = [], description = '', maker = '', abilities = {} } = own(metadata, model) ?? {}
  const said = (known: boolean | undefined): Said => (known === undefined ? 'known' : known ? 'yes' : 'no')
  return {
    aliases: aliases.join('\n'),
    description,
    maker,
    contextWindow: own(contextWindows, model) ?? null,
    abilities: Object.fromEntries(ABILITIES.map(name => [name, said(abilities[name])])) as AboutValues['abilities'],
  }
}

/** The tables with the form's values for the model. A model of which nothing is said has no entry. */
export function withAbout({ metadata, contextWindows }: AboutTables, model: string, values: AboutValues): AboutTables {
  const aliases = splitList(values.aliases.replaceAll('\n', ','))
  const [description, maker] = [values.description.trim(), values.maker.trim()]
  const said = ABILITIES.filter(name => values.abilities[name] !== 'known')
  const about: ModelMetadata = {
    ...(aliases.length > 0 && { aliases }),
    ...(description && { description }),
    ...(maker && { maker }),
    ...(said.length > 0 && {
      abilities: Object.fromEntries(said.map(name => [name, values.abilities[name] === 'yes'])),
    }),
  }
  return {
    metadata: withEntry(metadata, model, Object.keys(about).length > 0 ? about : null),
    contextWindows: withEntry(contextWindows, model, values.contextWindow),
  }
}

const own = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** The table with another entry; null removes it. */
export function withEntry<Value>(
  table: Readonly<Record<string, Value>>,
  name: string,
  value: Value | null,
): Record<string, Value> {
  const { [name]: _, ...rest } = table
  return value === null ? rest : { ...rest, [name]: value }
}

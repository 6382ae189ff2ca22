import type { Ability, PricedModel } from '@tollgate/contract'

/** Requirements for models; an empty text and 0 require nothing. */
export interface Wanted {
  q: string
  maker: string
  ability: Ability | ''
  /** Tokens, at least. */
  context: number
}

/** The models that meet the requirements, and how many are left out because it is unknown whether they do. */
export function findModels<Model extends PricedModel>(
  models: readonly Model[],
  { q, maker, ability, context }: Wanted,
): { found: Model[]; unknown: number } {
  const named = namedLike(models, q).filter(model => !maker || model.maker === maker)
  const answers = named.map(model => ({
    model,
    can: both(!ability || model.abilities[ability], !context || atLeast(model.context_window, context)),
  }))
  return {
    found: answers.filter(({ can }) => can === true).map(({ model }) => model),
    unknown: answers.filter(({ can }) => can === undefined).length,
  }
}

/**
 * The models of which a name holds every word of the query; hyphens, dots and capitals do not matter: `gpt4o`, `claude 4.5`. Where there
 * is none, letters may be left out, too: `g4mini`.
 */
function namedLike<Model extends PricedModel>(models: readonly Model[], query: string): Model[] {
  const words = query.split(/\s+/).map(bare).filter(Boolean)
  const namedBy = (holds: (name: string, word: string) => boolean) =>
    models.filter(({ model_name, aliases }) =>
      [model_name, ...aliases].some(name => words.every(word => holds(bare(name), word))),
    )
  const whole = namedBy((name, word) => name.includes(word))
  return whole.length > 0 ? whole : namedBy(holdsInOrder)
}

/** Whether the name contains all characters of a word, in order. */
function holdsInOrder(name: string, word: string): boolean {
  let at = 0
  for (const letter of word) {
    const found = name.indexOf(letter, at)
    if (found === -1) return false
    at = found + letter.length
  }
  return true
}

const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

type Known = boolean | undefined

/** undefined: unknown. */
const both = (one: Known, other: Known): Known =>
  one === false || other === false ? false : one === undefined || other === undefined ? undefined : true

const atLeast = (tokens: number | null, least: number): Known => (tokens === null ? undefined : tokens >= least)

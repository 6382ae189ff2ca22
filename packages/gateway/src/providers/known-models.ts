import { findProvider } from '@pydantic/genai-prices'
import { channelTypes } from '@tollgate/contract'

/** Whose models a channel type serves: a provider of the price list, and which of its names count. */
interface Catalogue {
  provider: string
  only?: RegExp
}

const catalogues: Record<number, Catalogue> = {
  1: { provider: 'openai' },
  3: { provider: 'openai' },
  14: { provider: 'anthropic' },
  20: { provider: 'openrouter' },
  24: { provider: 'google', only: /^(gemini|gemma)/ },
  25: { provider: 'moonshotai' },
  26: { provider: 'zai' },
  27: { provider: 'perplexity' },
  33: { provider: 'aws', only: /claude/ },
  34: { provider: 'cohere' },
  35: { provider: 'minimax' },
  39: { provider: 'cloudflare' },
  41: { provider: 'google' },
  42: { provider: 'mistral' },
  43: { provider: 'deepseek' },
  48: { provider: 'x-ai' },
}

/** Entries that are no model's name: a reseller's tag on one, or the beginning all fine-tuned ones share. */
const NOT_A_NAME = /:(free|extended)$|^ft:|\.ft-|-$/

/** Channel type → names known, for the types that have any. */
export const allKnownModels = (): Record<string, string[]> =>
  Object.fromEntries(
    channelTypes.map(({ id }) => [String(id), knownModels(id)] as const).filter(([, models]) => models.length > 0),
  )

/** The names known of a channel type's models, sorted; withdrawn models are left out. */
function knownModels(channelType: number): string[] {
  return [...new Set([...presets(channelType), ...listed(channelType)])].sort()
}

const presets = (channelType: number): string[] => channelTypes.find(({ id }) => id === channelType)?.presetModels ?? []

function listed(channelType: number): string[] {
  const catalogue = catalogues[channelType]
  if (!catalogue) return []
  const models = findProvider({ providerId: catalogue.provider })?.models ?? []
  const isOurs = (name: string) => !NOT_A_NAME.test(name) && (catalogue.only?.test(name) ?? true)
  return models.filter(model => !model.deprecated && isOurs(model.id)).map(model => model.id)
}

import { findProvider } from '@pydantic/genai-prices'
import { providers } from './index.ts'
import type { Provider } from './provider.ts'

/** Entries that are not model names: a reseller's suffix on one, or the common prefix of fine-tuned models. */
const NOT_A_NAME = /:(free|extended)$|^ft:|\.ft-|-$/

/** Known model names by channel type, sorted, without withdrawn models. Types without any are missing. */
export const allKnownModels = (): Record<string, string[]> =>
  Object.fromEntries(
    providers
      .map(provider => [String(provider.type), knownModels(provider)] as const)
      .filter(([, models]) => models.length > 0),
  )

function knownModels({ models, modelNames = [] }: Provider): string[] {
  const listed = (models && findProvider({ providerId: models.catalogue })?.models) ?? []
  const isOurs = (name: string) => !NOT_A_NAME.test(name) && (models?.only?.test(name) ?? true)
  const ours = listed.filter(model => !model.deprecated && isOurs(model.id)).map(model => model.id)
  return [...new Set([...ours, ...modelNames])].sort()
}

import { findProvider } from '@pydantic/genai-prices'
import { providers } from './index.ts'
import type { Provider } from './provider.ts'

/** Entries that are no model's name: a reseller's tag on one, or the beginning all fine-tuned ones share. */
const NOT_A_NAME = /:(free|extended)$|^ft:|\.ft-|-$/

/** Channel type → names known of its provider's models, sorted; withdrawn ones are left out. Types without any are not named. */
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

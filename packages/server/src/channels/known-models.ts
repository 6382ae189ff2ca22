import type { calls, ReplyOf } from '@tollgate/contract'
import { allKnownModels, providerOf } from '@tollgate/gateway'
import type { Db } from '../storage/db.ts'
import { enabledModels } from './store.ts'

type KnownModel = ReplyOf<typeof calls.channels.models>[number]

/** Every model name the gateway has heard of: those of the price list, each under its first maker, then the channels' own. */
export async function knownModels(db: Db): Promise<KnownModel[]> {
  const owners = new Map<string, string>()
  for (const [type, models] of Object.entries(allKnownModels()))
    for (const model of models) if (!owners.has(model)) owners.set(model, providerOf(Number(type))?.name ?? '')
  for (const model of await enabledModels(db)) if (!owners.has(model)) owners.set(model, 'custom')
  return [...owners].map(([id, owned_by]) => ({ id, object: 'model', owned_by }))
}

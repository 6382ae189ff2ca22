import { listedNames } from '@tollgate/gateway'
import type { Aliases } from '../../money/pricing/aliases.ts'
import type { TokenIdentity } from '../request/token-index.ts'

/** Whether a token may call a model. Its list may have the model's name or any alias of it, and so may the call. */
export function mayCall(
  { modelLimits }: Pick<TokenIdentity, 'modelLimits'>,
  name: string,
  { modelOf, aliasesOf }: Aliases,
): boolean {
  if (!modelLimits || modelLimits.has(name)) return true
  const model = modelOf(name)
  return [...listedNames(name), ...listedNames(model), ...aliasesOf(model)].some(one => modelLimits.has(one))
}

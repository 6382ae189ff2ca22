import type { ClientGuide } from '@tollgate/contract'
import { holdsConversations, isOwnFormat } from '../../lib/known-models.ts'

/** The models to choose from for a client. */
export interface SuitedModels {
  /** Their maker uses the client's format, so nothing is converted. */
  direct: string[]
  converted: string[]
}

/** Returns the names of chat models, by whether the client's format is their own. */
export function suitedModels({ protocol }: Pick<ClientGuide, 'protocol'>, names: readonly string[]): SuitedModels {
  const conversing = names.filter(holdsConversations)
  const isDirect = (name: string) => isOwnFormat(protocol, name)
  return { direct: conversing.filter(isDirect), converted: conversing.filter(name => !isDirect(name)) }
}

import type { ClientGuide } from '@tollgate/contract'
import { holdsConversations, isOwnFormat } from '../../lib/known-models.ts'

/** The models to choose from for a client. */
export interface SuitedModels {
  /** The client's format is their maker's: nothing needs conversion. */
  direct: string[]
  converted: string[]
}

/** Returns the names that hold conversations, by whether the client's format is their own. */
export function suitedModels({ protocol }: Pick<ClientGuide, 'protocol'>, names: readonly string[]): SuitedModels {
  const conversing = names.filter(holdsConversations)
  const isDirect = (name: string) => isOwnFormat(protocol, name)
  return { direct: conversing.filter(isDirect), converted: conversing.filter(name => !isDirect(name)) }
}

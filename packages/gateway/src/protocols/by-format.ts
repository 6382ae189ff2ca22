import type { JsonObject } from '../raw/json.ts'
import type { Patches } from '../raw/patch-json.ts'
import { readMember } from '../raw/read-members.ts'
import type { ReadNames } from '../raw/read-names.ts'
import type { ScannedObject } from '../raw/scan-json.ts'
import { commonMembers } from './common/member-names.ts'
import { type RenameModel, renameInBody } from './common/rename-model.ts'
import { type CountFormat, countClients, type Format, protocols, type WireFormat } from './index.ts'
import type { ClientProtocol } from './protocol.ts'

/** Returns the members of a format's requests that the gateway reads: each must be given once and spelled exactly. */
export const readMembersOf = (format: Format): ReadNames => protocols[format].members ?? commonMembers

/**
 * Returns the patches that give a request the upstream's name for the model, which the client calls `asked`. A model
 * named in the path is also renamed in a body that names another one.
 */
export function renameModel(format: Format, body: ScannedObject, model: string, asked: string): Patches {
  const rename: RenameModel | undefined = protocols[format].renameModel
  if (rename) return rename(body, model)
  return model === asked ? {} : renameInBody(body, model)
}

/**
 * Returns the patches for a body that goes up as it came: it keeps the client's name for the model, but no other one, since
 * a host that reads this format would serve that and the asked one would be charged.
 */
export function renamePassed(format: WireFormat, body: ScannedObject, model: string, asked: string): Patches {
  const { renameModel: rename }: Partial<ClientProtocol> = protocols[format]
  if (rename) return rename(body, model)
  const named = readMember(body, 'model')
  return named === undefined || named === asked || named === model ? {} : renameInBody(body, model)
}

/** Returns a token count made by the gateway, in the client's format. */
export const writeCount = (format: CountFormat, tokens: number): JsonObject => countClients[format].writeCount(tokens)

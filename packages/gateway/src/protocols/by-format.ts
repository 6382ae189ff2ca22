import type { JsonObject } from '../raw/json.ts'
import type { Patches } from '../raw/patch-json.ts'
import type { ReadNames } from '../raw/read-names.ts'
import type { ScannedObject } from '../raw/scan-json.ts'
import { commonMembers } from './common/member-names.ts'
import { type RenameModel, renameInBody } from './common/rename-model.ts'
import { type CountFormat, countClients, type Format, protocols } from './index.ts'

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

/** Returns a token count made by the gateway, in the client's format. */
export const writeCount = (format: CountFormat, tokens: number): JsonObject => countClients[format].writeCount(tokens)

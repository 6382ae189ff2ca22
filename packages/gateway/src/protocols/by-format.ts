import type { JsonObject } from '../raw/json.ts'
import type { Patches } from '../raw/patch-json.ts'
import type { ReadNames } from '../raw/read-names.ts'
import type { ScannedObject } from '../raw/scan-json.ts'
import { commonMembers } from './common/member-names.ts'
import { renameInBody } from './common/rename-model.ts'
import { type CountFormat, countClients, type Format, protocols } from './index.ts'

/** Returns the members of a format's requests that the gateway reads: each must be given once and spelled exactly. */
export const readMembersOf = (format: Format): ReadNames => protocols[format].members ?? commonMembers

/** Returns the patches that give a request the upstream's name for the model. */
export const renameModel = (format: Format, body: ScannedObject, model: string): Patches =>
  (protocols[format].renameModel ?? renameInBody)(body, model)

/** Returns a token count made by the gateway, in the client's format. */
export const writeCount = (format: CountFormat, tokens: number): JsonObject => countClients[format].writeCount(tokens)

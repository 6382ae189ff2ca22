import type { Patches } from '../../raw/patch-json.ts'
import type { ScannedObject } from '../../raw/scan-json.ts'

/** The patches that name the model in a request as the upstream knows it. */
export type RenameModel = (body: ScannedObject, model: string) => Patches

export const renameInBody: RenameModel = (_body, model) => ({ model })

/** The path names the model. */
export const namedByPath: RenameModel = () => ({})

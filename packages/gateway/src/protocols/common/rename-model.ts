import type { Patches } from '../../raw/patch-json.ts'
import type { ScannedObject } from '../../raw/scan-json.ts'

/** The patches that give a request the upstream's name for the model. */
export type RenameModel = (body: ScannedObject, model: string) => Patches

export const renameInBody: RenameModel = (_body, model) => ({ model })

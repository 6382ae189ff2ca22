import type { Patches } from '../raw/patch-json.ts'
import type { ScannedObject } from '../raw/scan-json.ts'
import { renameInBody } from './common/rename-model.ts'
import { type Format, protocols } from './index.ts'

/** Returns the patches that name the model in a request as the upstream knows it. */
export const renameModel = (format: Format, body: ScannedObject, model: string): Patches =>
  (protocols[format].renameModel ?? renameInBody)(body, model)

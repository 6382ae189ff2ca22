import { asObjects } from '../../raw/json.ts'
import { merge } from '../../raw/patch-json.ts'
import { readMembers } from '../../raw/read-members.ts'
import type { ScannedObject } from '../../raw/scan-json.ts'
import type { RenameModel } from '../common/rename-model.ts'

/** Gemini's requests name their model in the path; some repeat it in the body, where it must match. */

export const renameInCount: RenameModel = (body, model) =>
  has(body, 'generateContentRequest') ? { generateContentRequest: merge({ model: resource(model) }) } : {}

/** The path names the model; a body that names it too must have the same name. */
export const renameIfNamed: RenameModel = (body, model) => (has(body, 'model') ? { model: resource(model) } : {})

export const renameInBatch: RenameModel = (body, model) => ({
  requests: asObjects(readMembers(body, ['requests']).requests).map(request => ({
    ...request,
    model: resource(model),
  })),
})

const has = ({ members }: ScannedObject, name: string): boolean => members.some(member => member.name === name)
const resource = (model: string): string => `models/${model}`

import { asObjects, isObject } from '../../raw/json.ts'
import { merge } from '../../raw/patch-json.ts'
import { readMember, readMembers } from '../../raw/read-members.ts'
import type { ScannedObject } from '../../raw/scan-json.ts'
import type { RenameModel } from '../common/rename-model.ts'

/**
 * Gemini's requests name their model in the path. Some repeat it in the body, where it must match: a host that goes by
 * the body would otherwise serve another model than the one that is charged.
 */

export const renameInCount: RenameModel = (body, model) => {
  const { generateContentRequest: request } = readMembers(body, ['generateContentRequest'])
  const isNamed = request === undefined || (isObject(request) && request.model === resource(model))
  return {
    ...renameIfNamed(body, model),
    ...(!isNamed && { generateContentRequest: merge({ model: resource(model) }) }),
  }
}

export const renameIfNamed: RenameModel = (body, model) =>
  has(body, 'model') && readMember(body, 'model') !== resource(model) ? { model: resource(model) } : {}

export const renameInBatch: RenameModel = (body, model) => {
  const requests = asObjects(readMembers(body, ['requests']).requests)
  const isNamed = requests.every(request => request.model === resource(model))
  const renamed = { requests: requests.map(request => ({ ...request, model: resource(model) })) }
  return { ...renameIfNamed(body, model), ...(!isNamed && renamed) }
}

const has = ({ members }: ScannedObject, name: string): boolean => members.some(member => member.name === name)
const resource = (model: string): string => `models/${model}`

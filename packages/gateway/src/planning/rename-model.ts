import type { Format } from '../observers/index.ts'
import { asObjects } from '../raw/json.ts'
import { merge, type Patches } from '../raw/patch-json.ts'
import { readMembers } from '../raw/read-members.ts'
import type { ScannedObject } from '../raw/scan-json.ts'

/** The patches after which a request names the model as the upstream knows it. */
export const renameModel = (format: Format, body: ScannedObject, model: string): Patches =>
  (namings[format] ?? inBody)(body, model)

type Naming = (body: ScannedObject, model: string) => Patches

const inBody: Naming = (_body, model) => ({ model })

/** Gemini's requests name their model in the path; some name it a second time in the body, which must agree. */
const namings: Partial<Record<Format, Naming>> = {
  gemini: () => ({}),
  'gemini-count-tokens': (body, model) =>
    has(body, 'generateContentRequest') ? { generateContentRequest: merge({ model: resource(model) }) } : {},
  'gemini-predict': () => ({}),
  'gemini-embed-content': (body, model) => (has(body, 'model') ? { model: resource(model) } : {}),
  'gemini-batch-embed-contents': (body, model) => ({
    requests: asObjects(readMembers(body, ['requests']).requests).map(request => ({
      ...request,
      model: resource(model),
    })),
  }),
}

const has = ({ members }: ScannedObject, name: string): boolean => members.some(member => member.name === name)
const resource = (model: string): string => `models/${model}`

import { z } from 'zod'
import { isReasonCode, type Reason } from '../reasons.ts'
import { line } from './kinds.ts'
import type { Reading } from './option.ts'
import { type PriceDocument, priceDocument } from './price-document.ts'

export type PriceDocuments = Readonly<Record<string, PriceDocument | readonly PriceDocument[]>>

const MOST_DOCUMENTS_OF_MODEL = 20
const name = z.string().min(1)
const byModel = z.record(name, z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]))

/** Models, each with its price document, or several by date. A refusal names the member. */
export const priceDocumentMap = () =>
  line<PriceDocuments, Record<never, never>>({
    control: 'json',
    default: {},
    read: readDocuments,
    write: value => JSON.stringify(value, null, 2),
  })

function readDocuments(text: string): Reading<PriceDocuments> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { reason: { code: 'not_json' } }
  }
  const models = byModel.safeParse(json)
  if (!models.success)
    return { reason: { code: 'not_price_documents', at: models.error.issues[0]?.path.map(String).join('.') } }
  const read: Record<string, PriceDocument | PriceDocument[]> = {}
  for (const [model, written] of Object.entries(models.data)) {
    const isList = Array.isArray(written)
    const list = isList ? written : [written]
    if (list.length === 0) return { reason: { code: 'too_few', at: model, parameters: { min: 1 } } }
    if (list.length > MOST_DOCUMENTS_OF_MODEL)
      return { reason: { code: 'too_many', at: model, parameters: { max: MOST_DOCUMENTS_OF_MODEL } } }
    const documents: PriceDocument[] = []
    for (const [index, one] of list.entries()) {
      const reading = readPriceDocument(one, isList ? [model, index] : [model])
      if ('reason' in reading) return reading
      documents.push(reading.value)
    }
    const [first] = documents
    if (first) read[model] = isList ? documents : first
  }
  return { value: read }
}

/** Parses one document. A refusal names the member, after the document's place. */
export function readPriceDocument(document: unknown, place: readonly PropertyKey[]): Reading<PriceDocument> {
  const checked = priceDocument.safeParse(document)
  return checked.success ? { value: checked.data } : { reason: reasonOf(checked.error.issues[0], document, place) }
}

/** Turns a schema issue of a document into a reason, with its place. */
function reasonOf(issue: z.core.$ZodIssue | undefined, document: unknown, place: readonly PropertyKey[]): Reason {
  if (!issue) return { code: 'not_valid', at: place.map(String).join('.') }
  return { ...complaintOf(issue, document), at: [...place, ...issue.path].map(String).join('.') }
}

function complaintOf(issue: z.core.$ZodIssue, document: unknown): Reason {
  switch (issue.code) {
    case 'custom':
    case 'invalid_format':
      return isReasonCode(issue.message)
        ? { code: issue.message, ...('params' in issue && { parameters: issue.params }) }
        : { code: 'not_valid' }
    case 'unrecognized_keys':
      return { code: 'unknown_member', parameters: { member: issue.keys.join(', ') } }
    case 'too_small':
      return { code: sized(issue.origin, 'too_small'), parameters: { min: Number(issue.minimum) } }
    case 'too_big':
      return { code: sized(issue.origin, 'too_large'), parameters: { max: Number(issue.maximum) } }
    case 'invalid_value':
      return { code: 'not_choice', parameters: { choices: issue.values.join(', ') } }
    case 'invalid_type':
      return { code: isMissing(document, issue.path) ? 'missing' : (TYPES[issue.expected] ?? 'not_valid') }
    default:
      return { code: 'not_valid' }
  }
}

function isMissing(document: unknown, path: readonly PropertyKey[]): boolean {
  let at = document
  for (const name of path) at = typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[name] : at
  return at === undefined
}

const TYPES: Readonly<Record<string, Reason['code']>> = {
  number: 'not_number',
  int: 'not_integer',
  string: 'not_text',
  boolean: 'not_boolean',
  array: 'not_list',
  object: 'not_object',
  record: 'not_object',
}

const OF_LENGTH: Readonly<Record<string, { too_small: Reason['code']; too_large: Reason['code'] }>> = {
  string: { too_small: 'too_short', too_large: 'too_long' },
  array: { too_small: 'too_few', too_large: 'too_many' },
}
const sized = (origin: string, which: 'too_small' | 'too_large'): Reason['code'] => OF_LENGTH[origin]?.[which] ?? which

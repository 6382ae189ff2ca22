import { readFileSync } from 'node:fs'
import Ajv from 'ajv/dist/2020.js'
import { openAiDescription } from './recording-files.ts'

/** Checks values against one of OpenAI's schemas; returns the error, or null. */
export function schemaCheck(name: string): (value: unknown) => string | null {
  const validate = ajv().compile({ $ref: `openai#/components/schemas/${name}` })
  return value => (validate(value) ? null : describe(validate.errors ?? []))
}

let loaded: Ajv | null = null

function ajv(): Ajv {
  loaded ??= new Ajv({ strict: false, validateFormats: false, allErrors: false }).addSchema(
    JSON.parse(readFileSync(openAiDescription, 'utf8'), looseUnions),
    'openai',
  )
  return loaded
}

/**
 * The branches of its unions overlap and have a discriminator: one or more may match. Some use `nullable` from an older
 * OpenAPI.
 */
function looseUnions(name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || name === 'properties') return value
  const { oneOf, nullable, ...rest } = value as { oneOf?: unknown; nullable?: unknown } // an object, see above
  const schema = oneOf === undefined ? rest : { ...rest, anyOf: oneOf }
  return nullable === true ? { anyOf: [schema, { type: 'null' }] } : schema
}

const describe = (errors: { instancePath: string; message?: string }[]): string =>
  errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('\n')

import type { OpaquePart } from '../../canonical/parts.ts'
import { asObject, asText, type JsonObject, objectOrEmpty, typeOf } from '../../raw/json.ts'

/**
 * Steps of tools that the upstream ran. Code that Gemini ran has its own kind of step; only their own dialect knows the
 * others.
 */
export function readRun(wire: JsonObject): OpaquePart {
  const value =
    wire.type === 'code_execution_call' ? codeOf(wire) : wire.type === 'code_execution_result' ? resultOf(wire) : null
  if (!value) return { type: 'opaque', dialect: 'gemini-interactions', kind: typeOf(wire), value: wire }
  return { type: 'opaque', dialect: 'gemini', kind: Object.keys(value)[0] ?? '', value }
}

function codeOf(wire: JsonObject): JsonObject {
  const { code, language } = objectOrEmpty(wire.arguments)
  return { executableCode: { language: (asText(language) ?? 'python').toUpperCase(), code: asText(code) ?? '' } }
}

const resultOf = (wire: JsonObject): JsonObject => ({
  codeExecutionResult: {
    outcome: wire.is_error === true ? 'OUTCOME_FAILED' : 'OUTCOME_OK',
    output: asText(wire.result) ?? '',
  },
})

/** Returns the step for a block of Gemini's; null: there is none. `id`: the call's, which its result also has. */
export function writeRun({ dialect, value }: OpaquePart, id: string): JsonObject | null {
  if (dialect !== 'gemini') return null
  const { executableCode, codeExecutionResult } = objectOrEmpty(value)
  const code = asObject(executableCode)
  if (code) {
    const language = (asText(code.language) ?? 'python').toLowerCase()
    return { type: 'code_execution_call', id, arguments: { language, code: asText(code.code) ?? '' } }
  }
  const result = asObject(codeExecutionResult)
  if (!result) return null
  const isError = result.outcome !== 'OUTCOME_OK'
  return {
    type: 'code_execution_result',
    call_id: id,
    result: asText(result.output) ?? '',
    ...(isError && { is_error: true }),
  }
}

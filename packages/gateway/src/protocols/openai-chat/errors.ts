import { openAiTypes, wordFor } from '../../errors/statuses.ts'
import { type ErrorDialect, type Failure, withRequestId } from '../../errors/write-error.ts'

/** Errors as OpenAI's clients know them, except in streams of Responses. */
export const openAiErrors: ErrorDialect = {
  name: 'openai',
  body: failure => {
    const { type, code } = openAiWords(failure)
    return { error: { message: withRequestId(failure), type, param: failure.param ?? null, code, ...finalWord(type) } }
  },
}

/** LiteLLM, and aider with it, retries for more than a minute unless a body at 403 has this word somewhere. */
const finalWord = (type: string) => type === 'insufficient_quota' && { category: 'invalid_request_error' }

/**
 * Type and code as OpenAI's clients know them. Google's status in capitals is not one of their types, so it becomes the
 * code.
 */
export function openAiWords({ type, code, status }: Failure): { type: string; code: string | null } {
  const isGoogles = type != null && /^[A-Z_]+$/.test(type)
  return isGoogles
    ? { type: wordFor(openAiTypes, status), code: type }
    : { type: type ?? wordFor(openAiTypes, status), code: code ?? null }
}

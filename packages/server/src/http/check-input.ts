import { type Call, type CheckedInputOf, isReasonCode, type Language, type Reason } from '@tollgate/contract'
import { z } from 'zod'
import { fault } from './fault.ts'

const locales: Record<Language, () => { localeError: z.core.$ZodErrorMap }> = {
  zh: z.locales.zhCN,
  en: z.locales.en,
  ru: z.locales.ru,
}
const wording = Object.fromEntries(
  Object.entries(locales).map(([language, locale]) => [language, locale().localeError]),
)

/** The caller's input by the call's schemas; the first wrong field becomes a fault in the caller's language. */
export function checkInput(
  call: Call,
  raw: { params: unknown; query: unknown; body: unknown },
  language: Language,
): CheckedInputOf<Call> {
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    if (!schema) return undefined
    const parsed = schema.safeParse(value, { error: wording[language] })
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') || 'body'
    throw fault('input_invalid', { field, reason: reasonOf(issue?.message ?? '') }, field)
  }
  return {
    params: check(call.params, raw.params),
    query: check(call.query, raw.query),
    body: check(call.body, raw.body),
  } as CheckedInputOf<Call>
}

/** Checks of our own name a reason of the contract; the library's are sentences already. */
const reasonOf = (message: string): string | Reason => (isReasonCode(message) ? { code: message } : message)

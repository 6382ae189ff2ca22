import type { Language, LogMessage, LogOther } from '@tollgate/contract'
import { z } from 'zod'
import { type LogCode, type LogNames, logSentences } from '../messages/index.ts'
import { relaySentenceIn } from '../messages/relay-sentence-in.ts'
import type { NewLogRow } from '../storage/schema.ts'

/** Formats an amount of quota as this site shows it. */
type WriteQuota = (quota: number) => string
/** A value for each name in a sentence; an amount of quota is `{ quota }`. */
export type LogValues<Code extends LogCode> = Record<LogNames<Code>, LogMessage['values'][string]>

/** The language of the column `content`, for people who read or search the database directly. */
const STORED_LANGUAGE: Language = 'en'

/**
 * Returns the columns of a log row that is not a call: a code with values, from which readers get the sentence in their
 * own language, and the sentence itself. An amount of quota is the value `{ quota }`.
 */
export function messageColumns<Code extends LogCode>(
  code: Code,
  values: LogValues<Code>,
  writeQuota: WriteQuota = String,
  other: LogOther = {},
): Required<Pick<NewLogRow, 'code' | 'content' | 'other'>> {
  return {
    code,
    content: sentenceOf(logSentences[STORED_LANGUAGE][code], values, writeQuota),
    other: JSON.stringify({ ...other, message: { code, values } } satisfies LogOther),
  }
}

/**
 * Returns a row's sentence in the reader's language, a failed call's too; for a row without a known code, its stored text.
 */
export function contentIn(
  { content, other, error_code = '' }: { content: string; other: string; error_code?: string },
  language: Language,
  writeQuota: WriteQuota,
): string {
  const message = messageIn(other)
  if (!message || !isLogCode(message.code)) return relaySentenceIn(language, error_code, content)
  return sentenceOf(logSentences[language][message.code], message.values, writeQuota)
}

const logMessage = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number(), z.object({ quota: z.number() })])),
})

/** Imported rows may contain anything. */
function messageIn(other: string): LogMessage | undefined {
  if (!other.includes('"message"')) return undefined
  try {
    return logMessage.safeParse((JSON.parse(other) as LogOther | null)?.message).data
  } catch {
    return undefined
  }
}

const isLogCode = (code: string): code is LogCode => Object.hasOwn(logSentences[STORED_LANGUAGE], code)

/** Replaces in one pass, so that a value that looks like a name is not replaced again. */
const sentenceOf = (sentence: string, values: LogMessage['values'], writeQuota: WriteQuota): string =>
  sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    return String(typeof value === 'object' ? writeQuota(value.quota) : (value ?? whole))
  })

import {
  type ConsoleLanguage,
  fillIn,
  isRight,
  type LogChange,
  type LogMessage,
  type LogOther,
  type LogValue,
  messages,
} from '@tollgate/contract'
import { z } from 'zod'
import { changeWords, type LogCode, type LogNames, logSentences } from '../../platform/messages/index.ts'
import { relaySentenceIn } from '../../platform/messages/relay-sentence-in.ts'
import type { NewLogRow } from '../../platform/storage/schema.ts'

/** Formats an amount of quota as this site shows it. */
type WriteQuota = (quota: number) => string
/** A value for each placeholder of a sentence; an amount of quota is `{ quota }`. */
export type LogValues<Code extends LogCode> = Record<LogNames<Code>, LogMessage['values'][string]>

/** The language of the column `content`, for people who read or search the database directly. */
const STORED_LANGUAGE = 'en'

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
    content: sentenceOf(code, values, STORED_LANGUAGE, writeQuota),
    other: JSON.stringify({ ...other, message: { code, values } } satisfies LogOther),
  }
}

/** Returns a row's sentence in the reader's language, also for failed calls; the stored text if the code is unknown. */
export function contentIn(
  { content, other, error_code = '' }: { content: string; other: string; error_code?: string },
  language: ConsoleLanguage,
  writeQuota: WriteQuota,
): string {
  const message = messageIn(other)
  if (!message || !isLogCode(message.code)) return relaySentenceIn(language, error_code, content)
  return sentenceOf(message.code, message.values, language, writeQuota)
}

const logValue = z.union([
  z.string(),
  z.number(),
  z.object({ quota: z.number() }),
  z.object({ word: z.string() }),
  z.object({ rights: z.array(z.string()) }),
  z.object({ sentence: z.string(), code: z.string() }),
])
const logChange = z.object({ field: z.string(), before: logValue.exactOptional(), after: logValue.exactOptional() })
const logMessage = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([logValue, z.object({ changes: z.array(logChange) })])),
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

/** In one pass, so that a value that looks like a placeholder is not replaced again. */
function sentenceOf(
  code: LogCode,
  values: LogMessage['values'],
  language: ConsoleLanguage,
  writeQuota: WriteQuota,
): string {
  return logSentences[language][code].replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name]
    if (value === undefined) return whole
    if (typeof value === 'object' && 'changes' in value) return changesInWords(value.changes, language, writeQuota)
    return inWords(value, language, writeQuota)
  })
}

function changesInWords(changes: LogChange[], language: ConsoleLanguage, writeQuota: WriteQuota): string {
  const { fields, change, between } = changeWords[language]
  const told = changes.map(({ field, before, after }) => {
    const name = wordIn(fields, field)
    if (before === undefined || after === undefined) return name
    const values = { before: inWords(before, language, writeQuota), after: inWords(after, language, writeQuota) }
    return fillIn(change, { field: name, ...values })
  })
  return told.join(between)
}

function inWords(value: LogValue, language: ConsoleLanguage, writeQuota: WriteQuota): string {
  if (typeof value !== 'object') return String(value)
  if ('quota' in value) return writeQuota(value.quota)
  if ('word' in value) return wordIn(changeWords[language].words, value.word)
  if ('rights' in value) return rightsInWords(value.rights, language)
  return relaySentenceIn(language, value.code, value.sentence)
}

function rightsInWords(rights: string[], language: ConsoleLanguage): string {
  if (rights.length === 0) return wordIn(changeWords[language].words, 'empty')
  return rights
    .map(right => (isRight(right) ? messages[language].rights[right].name : right))
    .join(changeWords[language].between)
}

const wordIn = (words: Readonly<Record<string, string>>, name: string): string =>
  (Object.hasOwn(words, name) && words[name]) || name

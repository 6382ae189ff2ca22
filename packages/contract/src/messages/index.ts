import type { ClientNote } from '../clients/client-guide.ts'
import type { ErrorCode } from '../error-codes.ts'
import type { ConsoleLanguage } from '../languages.ts'
import type { Right } from '../rights.ts'
import * as en from './en/index.ts'
import * as fr from './fr/index.ts'
import * as ja from './ja/index.ts'
import * as ru from './ru/index.ts'
import * as vi from './vi/index.ts'
import * as zh from './zh/index.ts'
import * as zhTW from './zh-TW/index.ts'

interface Messages {
  errors: Record<ErrorCode, string>
  /** Names of input fields as forms show them. */
  fields: Record<keyof typeof en.fields, string>
  /** Why a value is refused. */
  reasons: Record<keyof typeof en.reasons, string>
  rights: Record<Right, { name: string; opens: string }>
  clientNotes: Record<ClientNote, string>
}

/**
 * The sentences in each language; one that is missing does not compile. For the server: the console loads those of the
 * language that it shows, as phrases.
 */
export const messages: Record<ConsoleLanguage, Messages> = { en, fr, ja, ru, vi, zh, 'zh-TW': zhTW }

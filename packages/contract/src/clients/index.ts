import { baseOf, type ConsoleLanguage, type Language } from '../languages.ts'
import { clientNotes as en } from '../messages/en/client-notes.ts'
import { clientNotes as ru } from '../messages/ru/client-notes.ts'
import { clientNotes as zh } from '../messages/zh/client-notes.ts'
import { agents } from './agents.ts'
import { chats } from './chats.ts'
import type { ClientGuide, ClientNote } from './client-guide.ts'
import { editors } from './editors.ts'
import { libraries } from './libraries.ts'

export type { ClientGuide, ClientNote, ClientSetting } from './client-guide.ts'
export { type ClientPlace, fillSetting } from './fill-setting.ts'

/** Every client with known settings, in display order. */
export const clientGuides: readonly ClientGuide[] = [...agents, ...editors, ...chats, ...libraries]

const notes: Record<Language, Record<ClientNote, string>> = { zh, en, ru }

/** Returns a note's sentence in a language. */
export const clientNote = (note: ClientNote, language: ConsoleLanguage): string => notes[baseOf(language)][note]

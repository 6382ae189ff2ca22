/** How a client is told of the gateway: what the console and `docs/clients.md` show, and `npm run clients` runs with. */
export interface ClientGuide {
  id: string
  name: string
  kind: 'agent' | 'editor' | 'chat' | 'library'
  /** The format it speaks to the gateway. */
  protocol: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini'
  /** Which models suit it: all of them, or those that call tools. */
  suits: 'any' | 'tools'
  settings: readonly ClientSetting[]
  notes: readonly ClientNote[]
  /** Where its makers describe these settings. */
  source: string
}

/** One thing to set. `{address}`, `{key}` and `{model}` stand for the gateway's address without a path, a token's key and a model. */
export interface ClientSetting {
  /** A file, by its path; the variables of a shell; fields of a form, by the way to it; or a program's text. */
  where: { file: string } | { shell: true } | { form: string } | { code: string }
  /** Of a form: `field: value` lines. Elsewhere what stands for a value is in quotes, save in a shell and a file of variables: `fillSetting`. */
  text: string
}

/** What else is worth knowing; sentences in `messages/{en,zh,ru}/client-notes.ts`. */
export const CLIENT_NOTES = [
  'small_model',
  'no_v1',
  'auth_conflict',
  'public_address',
  'key_in_shell',
  'reasoning_dropped',
  'own_server',
  'context_window',
] as const
export type ClientNote = (typeof CLIENT_NOTES)[number]

/**
 * How to set up a client for the gateway: shown by the console and `docs/clients.md`, and used by `npm run clients`.
 */
export interface ClientGuide {
  id: string
  name: string
  kind: 'agent' | 'editor' | 'chat' | 'library'
  /** The API format that it uses. */
  protocol: 'openai-chat' | 'openai-responses' | 'anthropic-messages' | 'gemini'
  /** The models it can use: all, or those that call tools. */
  suits: 'any' | 'tools'
  settings: readonly ClientSetting[]
  notes: readonly ClientNote[]
  /** Where its makers document these settings. */
  source: string
}

/** One setting. `{address}`, `{key}` and `{model}` stand for the gateway's address without a path, a token's key and a model. */
export interface ClientSetting {
  /**
   * A file, by its path; lines of a shell; the command of a first question; form fields, by the way to them; or a
   * program's text.
   */
  where: { file: string } | { shell: true } | { command: true } | { form: string } | { code: string }
  /**
   * For a form: `field: value` lines. Elsewhere placeholders are in quotes, except in a shell and in a file of variables:
   * `fillSetting`.
   */
  text: string
}

/** Further notes; their sentences are in `messages/{en,zh,ru}/client-notes.ts`. */
export const CLIENT_NOTES = [
  'small_model',
  'no_v1',
  'auth_conflict',
  'public_address',
  'key_in_shell',
  'reasoning_dropped',
  'own_server',
  'context_window',
  'trusted_folder',
  'model_warnings',
] as const
export type ClientNote = (typeof CLIENT_NOTES)[number]

import type { ClientNote } from '../../clients/client-guide.ts'

export const clientNotes: Record<ClientNote, string> = {
  small_model: 'It also uses a small model for titles and summaries; name one that exists here.',
  no_v1: 'Leave /v1 out of the address: the client adds the path itself.',
  auth_conflict: 'Do not also set ANTHROPIC_API_KEY: it would be sent along with this key.',
  public_address: 'Its maker’s servers make the calls, so the address must be reachable from the internet.',
  key_in_shell: 'The key is read from the environment the program is started in.',
  reasoning_dropped:
    'In this format it does not send a model’s reasoning back; models that sign their reasoning start over at every turn.',
  own_server: 'The call is made by its server, which must be able to reach the address.',
  context_window: 'It does not know every model’s context window; set it if the guess is wrong.',
  trusted_folder:
    'It only works in folders it trusts: it asks when it starts, and the flag of the command above trusts this one.',
  model_warnings:
    'It does not know the prices and the window of every model; the last line keeps it from asking about that.',
}

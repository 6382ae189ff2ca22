import type { ToolCall } from '../support/conversing-upstream/script.ts'

/** One of the libraries people call models with, holding a conversation the way its documentation tells. */
export interface Client {
  name: string
  /** It does not hand back what signatures a thought, and says so nowhere; always, or of streams. */
  dropsSealedThoughts?: 'always' | 'streamed'
  begin(gateway: Reached, isStream: boolean): Conversation
}

/** Where a client reaches the gateway. */
export interface Reached {
  url: string
  /** A token's key. */
  bearer: string
}

/** The client keeps what was said in its own form, and sends all of it with every turn. */
export interface Conversation {
  /** The next turn: the question at first, then the results of the calls heard last. */
  canonicalRequest(model: string, results?: readonly string[]): Promise<Heard>
}

/** What a client understood of an answer. */
export interface Heard {
  thought: string
  text: string
  calls: ToolCall[]
  /** Whether the model waits for results. */
  finish: 'calls' | 'stop'
  tokens: { input: number; output: number }
}

import type { ToolCall } from '../support/conversing-upstream/script.ts'

/** A client library, used for a conversation as its documentation recommends. */
export interface Client {
  name: string
  /** The library silently drops the signature of a thought: always, or from streams. */
  dropsSignedThoughts?: 'always' | 'streamed'
  /** The same of the signature of a text, or its protocol has no place for it there. */
  dropsSignedTexts?: 'always' | 'streamed'
  begin(gateway: Reached, isStream: boolean): Conversation
}

/** Where a client reaches the gateway. */
export interface Reached {
  url: string
  /** A token's key. */
  bearer: string
}

/** A conversation in the client's own form, sent whole with every turn. */
export interface Conversation {
  /** Sends the next turn: first the question, then the results of the last calls, or another question. */
  send(model: string, results?: readonly string[], question?: string): Promise<Understood>
}

/** What a client reads from a response. */
export interface Understood {
  thought: string
  text: string
  calls: ToolCall[]
  /** Whether the model waits for results. */
  finish: 'calls' | 'stop'
  tokens: { input: number; output: number }
}

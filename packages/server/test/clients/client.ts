import type { ToolCall } from '../support/conversing-upstream/script.ts'

/** A client library that holds a conversation as its documentation recommends. */
export interface Client {
  name: string
  /** The library silently drops the signature of a thought: always, or only when streaming. */
  dropsSignedThoughts?: 'always' | 'streamed'
  /** The same for the signature of a text; also set if its protocol has no place for one there. */
  dropsSignedTexts?: 'always' | 'streamed'
  begin(gateway: Reached, isStream: boolean): Conversation
}

/** How a client reaches the gateway. */
export interface Reached {
  url: string
  /** A token's key. */
  bearer: string
}

/** A conversation in the client's own format, sent whole with every turn. */
export interface Conversation {
  /** Sends the next turn: the question first, then the results of the last calls, or another question. */
  send(model: string, results?: readonly string[], question?: string): Promise<Understood>
}

/** What a client reads from a response. */
export interface Understood {
  thought: string
  text: string
  calls: ToolCall[]
  /** `calls`: the model waits for tool results. */
  finish: 'calls' | 'stop'
  tokens: { input: number; output: number }
}

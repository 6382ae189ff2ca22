/** Traces calls if an OTLP address is set. Spans contain no prompt, no answer and no key. */
export interface Tracing {
  /** @param traceparent the client's, if it sent one; its trace then continues */
  begin(call: { requestId: string; dialect: string; path: string }, traceparent: string | null): CallTrace
  /** Sends the remaining spans. */
  close(): Promise<void>
}

/** The trace of one running call. */
export interface CallTrace {
  attempt(on: { channel: number; channelType: number }): AttemptTrace
  /** Starts a call within this one: a response of a live session. */
  within(name: string): CallTrace
  /** Ends the call's span. Call it once. */
  end(facts: EndFacts): void
  /** Headers for upstreams; empty unless the operator wants upstreams to take part in traces. */
  upstreamHeaders(): Record<string, string>
}

export interface AttemptTrace {
  end(facts: EndFacts): void
}

export interface EndFacts {
  model?: string
  channel?: number
  status?: number
  /** The error's stable code. */
  code?: string | undefined
  promptTokens?: number
  completionTokens?: number
  quota?: number
}

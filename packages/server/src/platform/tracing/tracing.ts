/** Traces calls for who has set an OTLP address. Spans hold no prompt, no answer and no key. */
export interface Tracing {
  /** @param traceparent the client's, where it sent one: its trace goes on */
  begin(call: { requestId: string; dialect: string; path: string }, traceparent: string | null): CallTrace
  /** Sends what is left. */
  close(): Promise<void>
}

/** The trace of one running call. */
export interface CallTrace {
  attempt(on: { channel: number; channelType: number }): AttemptTrace
  /** Begins a call within this one: a response of a live session. */
  within(name: string): CallTrace
  /** Ends the call's span; once. */
  end(facts: EndFacts): void
  /** Headers for upstreams: empty, unless the operator wants them to take part in traces. */
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

import type { Usage } from '../canonical/usage.ts'
import type { Format } from '../observers/index.ts'
import type { UpstreamDialectId } from '../protocols/index.ts'
import type { Loss } from '../protocols/losses.ts'
import { isObject, type JsonObject } from '../raw/json.ts'

/** Wire formats of one question and one answer that only upstreams speak. */
type UpstreamFormat = 'cohere-embed' | 'cohere-rerank' | 'ollama-embed' | 'bedrock-invoke'

/** Whatever goes over the wire to a provider. */
export type WireFormat = Format | UpstreamDialectId | UpstreamFormat

/** A call of one question and one answer, put to an upstream in other words than the client's. */
export interface Exchange {
  format: WireFormat
  /** The upstream's usual path, as `ProviderCall.path` has it. */
  path(model: string): string
  /**
   * The question in the upstream's words.
   *
   * @param asked the client's body, parsed
   * @param model as the upstream knows it
   * @throws AskRefused
   */
  put(asked: JsonObject, model: string): PutQuestion
}

export interface PutQuestion {
  body: JsonObject
  losses: Loss[]
  /** The upstream's answer in the client's words; null: it is none. */
  tell(answer: JsonObject, context: TellContext): ToldAnswer | null
}

export interface TellContext {
  /** As the client named it. */
  model: string
  /** Unix seconds. */
  created: number
}

export interface ToldAnswer {
  body: JsonObject
  /** null: not reported. */
  usage: Usage | null
  /** What a price by call is multiplied by; null: a call is a call. */
  units: number | null
}

/** How clients write a kind of question and want its answer. */
export interface ClientSide<CanonicalRequest, Answer> {
  /** @throws AskRefused */
  readRequest(body: JsonObject, losses: Loss[]): CanonicalRequest
  writeAnswer(answer: Answer, request: CanonicalRequest, context: TellContext, asked: JsonObject): JsonObject
}

/** How an upstream wants a kind of question and answers it. */
export interface UpstreamSide<CanonicalRequest, Answer> {
  format: WireFormat
  path(model: string): string
  /** @throws AskRefused */
  writeRequest(request: CanonicalRequest, model: string, losses: Loss[]): JsonObject
  /** null: it is no answer. */
  readAnswer(body: JsonObject, request: CanonicalRequest): Answer | null
}

/** What a kind of answer consumed. */
export interface Spent {
  usage: Usage | null
  units?: number | null
}

/** An exchange of a client's words for an upstream's, by way of what both mean. */
export const exchange = <CanonicalRequest, Answer>(
  client: ClientSide<CanonicalRequest, Answer>,
  upstream: UpstreamSide<CanonicalRequest, Answer>,
  spent: (answer: Answer) => Spent,
): Exchange => ({
  format: upstream.format,
  path: upstream.path,
  put(asked, model) {
    const losses: Loss[] = []
    const request = client.readRequest(asked, losses)
    return {
      body: upstream.writeRequest(request, model, losses),
      losses,
      tell(body, context) {
        const answer = isObject(body) ? upstream.readAnswer(body, request) : null
        if (answer === null) return null
        const { usage, units = null } = spent(answer)
        return { body: client.writeAnswer(answer, request, context, asked), usage, units }
      },
    }
  },
})

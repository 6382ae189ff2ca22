import type { Usage } from '../canonical/usage.ts'
import type { ClientConverter, ResponseContext, UpstreamConverter } from '../protocols/common/exchange.ts'
import type { Loss } from '../protocols/common/losses.ts'
import type { Format, WireFormat } from '../protocols/index.ts'
import { isObject, type JsonObject } from '../raw/json.ts'

/** A call of one request and one response, sent to an upstream in another format than the client's. */
export interface Exchange {
  format: WireFormat
  /** The upstream's usual path, as `ProviderCall.path` has it. */
  path(model: string): string
  /**
   * Returns the request in the upstream's format.
   *
   * @param asked the client's body, parsed
   * @param model as the upstream knows it
   * @throws RequestRefused
   */
  convertRequest(asked: JsonObject, model: string): ConvertedRequest
}

/** By the client's format, how a request is sent to an upstream that does not speak it. */
export type Exchanges = Partial<Record<Format, Exchange>>

export interface ConvertedRequest {
  body: JsonObject
  losses: Loss[]
  /** Returns the upstream's response in the client's format; null: it is none. */
  convertResponse(response: JsonObject, context: ResponseContext): ConvertedResponse | null
}

export interface ConvertedResponse extends Consumption {
  body: JsonObject
}

/** What a response consumed. */
export interface Consumption {
  /** null: not reported. */
  usage: Usage | null
  /** What a price by call is multiplied by; null: a call is a call. */
  units: number | null
}

/** Returns the exchange of a client's format for an upstream's, by way of what both mean. */
export const exchange = <Request, Response>(
  client: ClientConverter<Request, Response>,
  upstream: UpstreamConverter<Request, Response, WireFormat>,
  consumption: (answer: Response) => Consumption,
): Exchange => ({
  format: upstream.format,
  path: upstream.path,
  convertRequest(asked, model) {
    const losses: Loss[] = []
    const request = client.readRequest(asked, losses)
    return {
      body: upstream.writeRequest(request, model, losses),
      losses,
      convertResponse(body, context) {
        const answer = isObject(body) ? upstream.readAnswer(body, request) : null
        if (answer === null) return null
        return { body: client.writeAnswer(answer, request, context, asked), ...consumption(answer) }
      },
    }
  },
})

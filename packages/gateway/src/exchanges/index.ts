import type { Format } from '../observers/index.ts'
import type { Exchange } from './exchange.ts'

export type { Exchange, PutQuestion, TellContext, WireFormat } from './exchange.ts'

/** By the client's format, how a question is put to an upstream that does not speak it. */
export type Exchanges = Partial<Record<Format, Exchange>>

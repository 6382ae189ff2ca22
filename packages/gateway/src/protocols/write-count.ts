import type { JsonObject } from '../raw/json.ts'
import { type CountFormat, countClients } from './index.ts'

/** Returns a count that the gateway makes itself, in the format of the client that asks for it. */
export const writeCount = (format: CountFormat, tokens: number): JsonObject => countClients[format].writeCount(tokens)

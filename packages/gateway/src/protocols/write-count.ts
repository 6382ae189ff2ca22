import type { JsonObject } from '../raw/json.ts'
import { type CountFormat, countClients } from './index.ts'

/** Returns a count made by the gateway itself, in the client's format. */
export const writeCount = (format: CountFormat, tokens: number): JsonObject => countClients[format].writeCount(tokens)

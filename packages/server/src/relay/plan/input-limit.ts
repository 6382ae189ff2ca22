import { relayError } from '../call/relay-error.ts'
import type { OpenChannel } from '../candidates/channel-index.ts'

/**
 * The candidates that take a request of this length. A channel's `max_input_tokens` is compared with the estimated input,
 * which is computed only where some channel has a limit.
 *
 * @throws ApiError when the request is too long for all of them
 */
export function withinInputLimit(
  candidates: readonly OpenChannel[],
  { model, inputTokens }: { model: string; inputTokens(): number },
): readonly OpenChannel[] {
  if (candidates.every(({ maxInputTokens }) => maxInputTokens === 0)) return candidates
  const tokens = inputTokens()
  const fitting = candidates.filter(({ maxInputTokens }) => maxInputTokens === 0 || tokens <= maxInputTokens)
  if (fitting.length > 0) return fitting
  const limit = Math.max(...candidates.map(({ maxInputTokens }) => maxInputTokens))
  throw relayError('input_too_long', { model, tokens, limit })
}

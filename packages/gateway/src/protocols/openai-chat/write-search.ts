import type { CanonicalRequest, ServerTool, Tool } from '../../canonical/request.ts'
import { asObject, asText, type JsonObject } from '../../raw/json.ts'
import { note } from '../common/limits.ts'
import type { Loss } from '../common/losses.ts'
import { limits } from './limits.ts'

/** OpenAI's models that search before they answer. https://platform.openai.com/docs/guides/tools-web-search?api-mode=chat */
const SEARCHING_MODEL = /-search-(preview|api)/

/** The search for `web_search_options`: this dialect's own, or any dialect's for a model that searches. */
export const searchOf = ({ tools }: CanonicalRequest, model: string): ServerTool | undefined =>
  tools.find((tool): tool is ServerTool => isSearchFor(tool, model))

const isSearchFor = (tool: Tool, model: string): boolean =>
  tool.type === 'server' &&
  tool.kind === 'web_search' &&
  (tool.dialect === 'openai-chat' || SEARCHING_MODEL.test(model))

/** Writes a search's options: its size and user location; Chat has none for domains and counts. */
export function writeSearch({ dialect, value }: ServerTool, losses: Loss[]): JsonObject {
  const options = asObject(value) ?? {}
  if (dialect === 'openai-chat') return options
  const size = asText(options.search_context_size)
  const place = asObject(options.user_location)
  const { type, ...approximate } = place ?? {}
  const limited = [options.allowed_domains, options.blocked_domains, options.filters, options.max_uses]
  if (limited.some(limit => limit !== undefined && limit !== null)) note(losses, limits.searchLimits)
  return {
    ...(size !== null && { search_context_size: size }),
    ...(place && { user_location: { type: 'approximate', approximate } }),
  }
}

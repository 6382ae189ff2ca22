import {
  type CanonicalRequest,
  type Loss,
  outputLimitOf,
  ownOutputLimit,
  type Patches,
  type WireFormat,
} from '@tollgate/gateway'
import type { Options } from '../../../platform/options/index.ts'

/** How long an answer may be: the operator's limit, the model's own, or the default. The last of `names` is the upstream's. */

/** The operator's default output limit, set for a model by the client's name or the upstream's. */
export function defaultMaxTokens(options: Options, ...names: string[]): number {
  const byModel = options.get('claude.default_max_tokens')
  return namedIn(byModel, names) ?? byModel.default ?? DEFAULT_MAX_TOKENS
}

/**
 * Returns the output limit of a request without one: the operator's for the model, else the model's own, else the operator's
 * default.
 */
export function mostTokens(options: Options, ...names: string[]): number {
  const named = namedIn(options.get('claude.default_max_tokens'), names)
  return named ?? setLimit(options, names) ?? ownOutputLimit(names.at(-1) ?? '') ?? defaultMaxTokens(options)
}

/**
 * Returns a request with its limit lowered to the model's longest answer if that is known, because hosts refuse more. In the
 * host's own dialect only the operator's limit applies: there the client gets the host's error.
 */
export function withinLongestAnswer(
  request: CanonicalRequest,
  dialect: string,
  options: Options,
  names: readonly string[],
  losses: Loss[],
): CanonicalRequest {
  const own = request.dialect === dialect ? undefined : ownOutputLimit(names.at(-1) ?? '')
  const most = setLimit(options, names) ?? own
  const { maxTokens } = request.parameters
  if (most === undefined || maxTokens === undefined || maxTokens <= most) return request
  losses.push(lowered(most))
  return { ...request, parameters: { ...request.parameters, maxTokens: most } }
}

/** Returns the patches that lower a client's own limit to the operator's limit for the model. */
export function limitPatches(
  format: WireFormat,
  options: Options,
  names: readonly string[],
  member: (name: string) => unknown,
  losses: Loss[],
): Patches {
  const most = setLimit(options, names)
  const limit = most === undefined ? null : outputLimitOf(format, names.at(-1) ?? '', member)
  if (most === undefined || !limit || !Number.isFinite(limit.tokens) || limit.tokens <= most) return {}
  losses.push(lowered(most))
  return limit.lowered(most)
}

const lowered = (most: number): Loss => ({ what: 'maxTokens', why: `lowered to ${most}, this model’s longest answer` })

const setLimit = (options: Options, names: readonly string[]): number | undefined =>
  namedIn(options.get('relay_setting.output_limits'), names)

/** Clients choose model names: `constructor` must find no limit, and `default` is not a model. */
function namedIn(table: Readonly<Record<string, number>>, names: readonly string[]): number | undefined {
  const name = names.find(name => name !== 'default' && Object.hasOwn(table, name))
  return name === undefined ? undefined : table[name]
}

const DEFAULT_MAX_TOKENS = 8_192

import { splitList } from '@tollgate/contract'
import { providerOf } from '@tollgate/gateway'
import type { Generation } from './generation.ts'

/** A channel's type here, and its default address. */
export interface HereType {
  type: number
  baseUrl?: string
}

const OPENAI = 1
/** The type for any host, which the operator has to complete. */
const CUSTOM = 8

/** One-api's type numbers that mean something else here. */
const OF_ONE_API: Readonly<Record<number, HereType>> = {
  2: { type: OPENAI, baseUrl: 'https://oa.api2d.net' },
  4: { type: OPENAI, baseUrl: 'https://api.closeai-proxy.xyz' },
  5: { type: OPENAI, baseUrl: 'https://api.openai-sb.com' },
  26: { type: OPENAI, baseUrl: 'https://api.baichuan-ai.com' },
  27: { type: 35 },
  28: { type: 42 },
  29: { type: OPENAI, baseUrl: 'https://api.groq.com/openai' },
  30: { type: 4 },
  32: { type: OPENAI, baseUrl: 'https://api.stepfun.com' },
  33: { type: 33 },
  34: { type: 49 },
  35: { type: 34 },
  36: { type: 43 },
  37: { type: 39 },
  39: { type: OPENAI, baseUrl: 'https://api.together.xyz' },
  40: { type: 45 },
  41: { type: OPENAI, baseUrl: 'https://api.novita.ai/v3/openai' },
  42: { type: 41 },
  44: { type: 40 },
  45: { type: 48 },
  47: { type: 46 },
  48: { type: 18 },
  49: { type: 17 },
  50: { type: OPENAI },
  51: { type: CUSTOM, baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai' },
}
/** One-api's first type number that may mean something else. */
const FIRST_OWN = 26

/** New-api's type numbers without a provider here. */
const OF_NEW_API: Readonly<Record<number, HereType>> = {
  53: { type: OPENAI, baseUrl: 'https://llm.submodel.ai' },
  59: { type: OPENAI },
  60: { type: OPENAI },
}

const ZHIPU_V3 = 16
const ZHIPU_V4 = 26
const OF_ZHIPU_V4 = ['glm-', 'cogview', 'embedding', 'charglm']

/** Returns a channel's type here; null: no provider here supports such a host. */
export function typeHere({ family }: Generation, type: number, models: string): HereType | null {
  if (family === 'one-api' && type === ZHIPU_V3) {
    const isNewer = splitList(models).every(model => OF_ZHIPU_V4.some(begin => model.startsWith(begin)))
    return { type: isNewer ? ZHIPU_V4 : ZHIPU_V3 }
  }
  const other = (family === 'one-api' ? OF_ONE_API : OF_NEW_API)[type]
  if (other) return other
  if (family === 'one-api' && type >= FIRST_OWN && type !== 31) return null
  return providerOf(type) ? { type } : null
}

/** The type of channels whose type is unknown here. */
export const UNKNOWN_TYPE = CUSTOM

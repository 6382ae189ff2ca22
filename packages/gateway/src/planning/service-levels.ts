import type { WireFormat } from '../protocols/index.ts'
import { asText, isObject } from '../raw/json.ts'

/** How fast, how reliably or where to serve, in the makers' words. */
export type Level = 'service_tier' | 'speed' | 'inference_geo' | 'latency'

/** A level a request asks for. */
export interface AskedLevel {
  level: Level
  /** In lower case. */
  word: string
  /** Factor on the usual price. */
  ratio: number
}

export type AskedLevels = Partial<Record<Level, AskedLevel>>

/** The service levels that an answer reports. */
export type ToldLevels = Partial<Record<Level, string | null>>

const LEVELS: ReadonlyMap<string, Level> = new Map([
  ['servicetier', 'service_tier'],
  ['speed', 'speed'],
  ['inferencegeo', 'inference_geo'],
  ['performanceconfig', 'latency'],
])

const ALL_LEVELS: readonly Level[] = [...new Set(LEVELS.values())]

/** Words that cost the usual price or less wherever they are known. */
const USUAL_WORDS: Readonly<Record<Level, readonly string[]>> = {
  service_tier: ['auto', 'default', 'standard', 'standard_only', 'on_demand', 'flex', 'scale', 'batch', 'unspecified'],
  speed: ['standard', 'normal'],
  inference_geo: ['global', 'not_available'],
  latency: ['standard'],
}

interface LevelPrices {
  title: string
  source: string
  /** Upstream formats it applies to; absent: all. */
  formats?: readonly WireFormat[]
  /** Matches the upstream's name in lower case. */
  models: RegExp
  level: Level
  /** Price factor of each word. A factor below 1 applies only if the answer confirms the level. */
  ratios: Readonly<Record<string, number>>
}

const BEDROCK = 'https://aws.amazon.com/bedrock/pricing'
const OPENAI = 'https://openai.com/api-fast-mode'
/** Models before 5.4, in dollars beside those of the usual service: gpt-4.1 3.50 for 2.00, o4-mini 2.00 for 1.10. */
const OPENAI_OLDER = 'https://openai.com/api-priority-processing'
const CLAUDE = 'https://platform.claude.com/docs/en/about-claude/pricing'
const GEMINI = 'https://ai.google.dev/gemini-api/docs/pricing'
const XAI = 'https://docs.x.ai/developers/pricing'

/** Priority was renamed to fast. */
const faster = (ratio: number) => ({ priority: ratio, fast: ratio })

/** Prices makers publish; the first line that fits a model counts. A word without a line has no price. */
export const LEVEL_PRICES: readonly LevelPrices[] = [
  {
    // No figure is published that covers all models; users name premiums of 25 to 75 %, so the most is assumed. Flex is
    // half the price.
    title: 'any model by Converse (assumed dear)',
    source: BEDROCK,
    formats: ['bedrock'],
    models: /./,
    level: 'service_tier',
    ratios: { priority: 1.75, flex: 0.5 },
  },
  openAi('gpt-5.5', /(^|\/)gpt-5\.5(-\d{4}-\d\d-\d\d)?$/, { ...faster(2.5), flex: 0.5 }),
  openAi('gpt-5-mini', /(^|\/)gpt-5-mini(-\d{4}-\d\d-\d\d)?$/, { ...faster(1.8), flex: 0.5 }, OPENAI_OLDER),
  openAi(
    'gpt-5, 5.1, 5.2, codex',
    /(^|\/)gpt-5(\.[12])?(-codex)?(-\d{4}-\d\d-\d\d)?$/,
    { ...faster(2), flex: 0.5 },
    OPENAI_OLDER,
  ),
  openAi('gpt-5.4, gpt-5.4-mini', /(^|\/)gpt-5\.4(-mini)?(-\d{4}-\d\d-\d\d)?$/, { ...faster(2), flex: 0.5 }),
  openAi('gpt-5.6 (sol, terra, luna)', /(^|\/)gpt-5\.6(-(sol|terra|luna))?(-\d{4}-\d\d-\d\d)?$/, {
    ...faster(2),
    flex: 0.5,
  }),
  openAi('gpt-4.1-nano', /(^|\/)gpt-4\.1-nano(-\d{4}-\d\d-\d\d)?$/, faster(2), OPENAI_OLDER),
  openAi('gpt-4.1, gpt-4.1-mini', /(^|\/)gpt-4\.1(-mini)?(-\d{4}-\d\d-\d\d)?$/, faster(1.75), OPENAI_OLDER),
  openAi('gpt-4o of May 2024', /(^|\/)gpt-4o-2024-05-13$/, faster(1.75), OPENAI_OLDER),
  openAi('gpt-4o-mini', /(^|\/)gpt-4o-mini(-\d{4}-\d\d-\d\d)?$/, faster(1.67), OPENAI_OLDER),
  openAi('gpt-4o', /(^|\/)gpt-4o(-\d{4}-\d\d-\d\d)?$/, faster(1.7), OPENAI_OLDER),
  openAi('o3', /(^|\/)o3(-\d{4}-\d\d-\d\d)?$/, { ...faster(1.75), flex: 0.5 }, OPENAI_OLDER),
  openAi('o4-mini', /(^|\/)o4-mini(-\d{4}-\d\d-\d\d)?$/, { ...faster(1.82), flex: 0.5 }, OPENAI_OLDER),
  {
    title: 'gemini',
    source: GEMINI,
    models: /(^|\/)gemini-/,
    level: 'service_tier',
    ratios: { priority: 1.8, flex: 0.5 },
  },
  // "a premium token price", billed if the answer reports it; only the maker's console shows how much
  { title: 'grok (assumed dear)', source: XAI, models: /(^|\/)grok-/, level: 'service_tier', ratios: { priority: 2 } },
  {
    title: 'claude-opus-4-6, claude-opus-4-7',
    source: CLAUDE,
    models: /claude-opus-4[.-][67]/,
    level: 'speed',
    ratios: { fast: 6 },
  },
  { title: 'claude-opus-4-8', source: CLAUDE, models: /claude-opus-4[.-]8/, level: 'speed', ratios: { fast: 2 } },
  { title: 'claude', source: CLAUDE, models: /claude-/, level: 'inference_geo', ratios: { us: 1.1 } },
]

/** Models of OpenAI, of any date. */
function openAi(title: string, models: RegExp, ratios: LevelPrices['ratios'], source = OPENAI): LevelPrices {
  return { title, source, models, level: 'service_tier', ratios }
}

export const isLevelName = (plainName: string): boolean => LEVELS.has(plainName)

/**
 * Returns the level a member asks for; null: it has no price. `no level`: the member means something else, such as a
 * voice's numeric speed.
 */
export function askedLevel(
  plainName: string,
  value: unknown,
  { format, model }: { format: WireFormat; model: string },
): AskedLevel | 'no level' | null {
  const level = LEVELS.get(plainName)
  if (!level || value === null || (level === 'speed' && typeof value === 'number')) return 'no level'
  const said = isObject(value) ? (value.type ?? value.latency) : value
  const word = wordOf(said)
  const ratio = word === null ? null : ratioOf(level, word, format, model)
  return word === null || ratio === null ? null : { level, word, ratio }
}

/** Returns the price factor to reserve while the serving level is unknown: the dearest that may serve. */
export const heldFactor = (asked: AskedLevels, own?: OwnFactors): number =>
  Object.values(asked).reduce(
    (product, { level, word, ratio }) => product * Math.max(1, ownFactor(own, level, word) ?? ratio),
    1,
  )

/** A price's own factors, by level and word; they replace the published ones. */
type OwnFactors = Partial<Record<Level, Readonly<Record<string, number>> | undefined>>

const ownFactor = (own: OwnFactors | undefined, level: Level, word: string): number | undefined => {
  const factors = own?.[level]
  return factors && Object.hasOwn(factors, word) ? factors[word] : undefined
}

/**
 * Returns the price factors of an answer, by member and word: those of the level it reports, otherwise of the level
 * requested. A discount requires both.
 */
export function servedFactors(
  asked: AskedLevels,
  told: ToldLevels,
  { format, model, own }: { format: WireFormat; model: string; own?: OwnFactors | undefined },
): Record<string, number> {
  const factors: Record<string, number> = {}
  for (const level of ALL_LEVELS) {
    const requested = asked[level]
    const said = wordOf(told[level])
    // this repeats the request's word and does not yet name the level that served it
    const word = said === 'auto' ? null : said
    // Most requests ask for none, and most answers report none.
    if (word === null && !requested) continue
    const toldRatio = word === null ? null : (ownFactor(own, level, word) ?? ratioOf(level, word, format, model))
    const asks = requested && (ownFactor(own, level, requested.word) ?? requested.ratio)
    const served =
      word !== null && toldRatio !== null
        ? { word, ratio: toldRatio < 1 && requested?.word !== word ? 1 : toldRatio }
        : { word: requested?.word ?? '', ratio: Math.max(1, asks ?? 1) }
    if (served.ratio !== 1) factors[`${level}=${served.word}`] = served.ratio
  }
  return factors
}

/** Google prefixes its words with the enumeration's name. */
const wordOf = (value: unknown): string | null =>
  asText(value)
    ?.trim()
    .toLowerCase()
    .replace(/^service_tier_/, '')
    .slice(0, LONGEST_WORD) ?? null
const LONGEST_WORD = 40

/** Null: no price is published. */
function ratioOf(level: Level, word: string, format: WireFormat, model: string): number | null {
  const line = PRICED_WORDS.has(word) ? lineOf(level, format, model) : null
  if (line && Object.hasOwn(line.ratios, word)) return line.ratios[word] ?? null
  return USUAL_WORDS[level].includes(word) ? 1 : null
}

/** Most answers name a level that no line has. */
const PRICED_WORDS: ReadonlySet<string> = new Set(LEVEL_PRICES.flatMap(({ ratios }) => Object.keys(ratios)))

/** The lines found before. */
const linesFound = new Map<string, LevelPrices | null>()
const MOST_FOUND = 1_000
const LONGEST_NAME = 128

function lineOf(level: Level, format: WireFormat, model: string): LevelPrices | null {
  const key = `${level} ${format} ${model}`
  const known = linesFound.get(key)
  if (known !== undefined) return known
  const name = model.toLowerCase()
  const found = LEVEL_PRICES.find(
    ({ formats, models, level: priced }) =>
      priced === level && (formats?.includes(format) ?? true) && models.test(name),
  )
  if (linesFound.size >= MOST_FOUND) linesFound.clear()
  if (model.length <= LONGEST_NAME) linesFound.set(key, found ?? null)
  return found ?? null
}

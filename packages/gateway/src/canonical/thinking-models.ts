import type { Effort } from './request.ts'

/** How a family of models is told to think, at any host and in any dialect. */
export interface ThinkingModel {
  /** Shown to people. */
  title: string
  models: RegExp
  /** `always`: thinking cannot be switched off. */
  thinks: 'never' | 'when asked' | 'unless told not to' | 'always'
  /** Its words for effort, lowest first; `none` switches thinking off. Absent: it has no such words. */
  efforts?: readonly Effort[]
  /** It decides each time how much to think, guided by an effort. */
  adapts?: true
  /** The budgets it takes, in tokens. Absent: none. */
  budgets?: { least: number; most: number }
  /** Where this is documented. */
  source: string
}

const CLAUDE = 'https://platform.claude.com/docs/en/build-with-claude/effort, …/adaptive-thinking, …/extended-thinking'
const GEMINI = 'https://ai.google.dev/gemini-api/docs/thinking'
const OPENAI = 'https://platform.openai.com/docs/guides/reasoning, https://platform.openai.com/docs/models'
const XAI = 'https://docs.x.ai/developers/model-capabilities/text/reasoning'
const DEEPSEEK = 'https://api-docs.deepseek.com/guides/thinking_mode'
const ZHIPU = 'https://docs.z.ai/guides/capabilities/thinking-mode'
const KIMI = 'https://platform.kimi.ai/docs/guide/use-thinking-effort'
const QWEN = 'https://help.aliyun.com/zh/model-studio/deep-thinking'
const DOUBAO = 'https://www.volcengine.com/docs/82379/1449737'
const MISTRAL = 'https://docs.mistral.ai/capabilities/reasoning'
const PERPLEXITY = 'https://docs.perplexity.ai/api-reference/chat-completions-post'

const LOW_TO_HIGH = ['low', 'medium', 'high'] as const
const LOW_TO_XHIGH = [...LOW_TO_HIGH, 'xhigh'] as const
const LOW_TO_MAX = [...LOW_TO_XHIGH, 'max'] as const
const LOW_HIGH_MAX = ['low', 'high', 'max'] as const

/** A budget counts toward the answer's limit, and 1,024 tokens are left for the answer itself. */
const budgetsWithin = (limit: number) => ({ least: 1_024, most: limit - 1_024 })
const switched = { thinks: 'unless told not to' } as const
const never = { thinks: 'never' } as const

/** The first match counts. Newer models of a family are assumed to be like the newest known one. */
export const THINKING_MODELS: readonly ThinkingModel[] = [
  // Claude
  {
    title: 'Claude 3.5 and before',
    models: /claude-(v?[12]|instant|3-(5|opus|sonnet|haiku)|3\.5)/,
    ...never,
    source: CLAUDE,
  },
  {
    title: 'Claude 3.7',
    models: /claude-3[-.]7/,
    thinks: 'when asked',
    budgets: budgetsWithin(64_000),
    source: CLAUDE,
  },
  {
    title: 'Claude 4.5',
    models: /claude-(opus|sonnet|haiku)-4[-.]5(?!\d)/,
    thinks: 'when asked',
    budgets: budgetsWithin(64_000),
    source: CLAUDE,
  },
  {
    title: 'Claude Opus 4.6, Sonnet 4.6',
    models: /claude-(opus|sonnet)-4[-.]6(?!\d)/,
    thinks: 'when asked',
    adapts: true,
    efforts: [...LOW_TO_HIGH, 'max'],
    budgets: budgetsWithin(64_000),
    source: CLAUDE,
  },
  {
    title: 'Claude Opus 4.7, 4.8',
    models: /claude-(opus|sonnet|haiku)-4[-.][6-9](?!\d)/,
    thinks: 'when asked',
    adapts: true,
    efforts: LOW_TO_MAX,
    source: CLAUDE,
  },
  {
    title: 'Claude Opus 4, 4.1',
    models: /claude-opus-4/,
    thinks: 'when asked',
    budgets: budgetsWithin(32_000),
    source: CLAUDE,
  },
  {
    title: 'Claude Sonnet 4',
    models: /claude-(opus|sonnet|haiku)-4(?!\d)/,
    thinks: 'when asked',
    budgets: budgetsWithin(64_000),
    source: CLAUDE,
  },
  {
    title: 'Claude Opus 5, Sonnet 5, Haiku 5',
    models: /claude-((opus|sonnet)-5(?![-.][5-9](?!\d))|haiku-5)/,
    ...switched,
    adapts: true,
    efforts: LOW_TO_MAX,
    source: CLAUDE,
  },
  {
    title: 'Claude Opus 5.5, Fable, Mythos and later',
    models: /claude/,
    thinks: 'always',
    adapts: true,
    efforts: LOW_TO_MAX,
    source: CLAUDE,
  },
  // Gemini
  { title: 'Gemini 2.0 and before, Gemma 3', models: /gemini-(1|2\.0)|gemma-[1-3]/, ...never, source: GEMINI },
  {
    title: 'Gemini 2.5 Pro',
    models: /gemini-2\.5-pro/,
    thinks: 'always',
    budgets: { least: 128, most: 32_768 },
    source: GEMINI,
  },
  {
    title: 'Gemini 2.5 Flash-Lite',
    models: /gemini-2\.5-flash-lite/,
    thinks: 'when asked',
    budgets: { least: 512, most: 24_576 },
    source: GEMINI,
  },
  {
    title: 'Gemini 2.5 Flash',
    models: /gemini-2\.5/,
    ...switched,
    budgets: { least: 1, most: 24_576 },
    source: GEMINI,
  },
  { title: 'Gemini 3 Pro', models: /gemini-3-pro/, thinks: 'always', efforts: ['low', 'high'], source: GEMINI },
  {
    title: 'Gemini 3.1 Pro and later',
    models: /gemini-(\d{1,2}(\.\d{1,2})?-)?pro/,
    thinks: 'always',
    efforts: LOW_TO_HIGH,
    source: GEMINI,
  },
  {
    title: 'Gemini 3 Flash and later',
    models: /gemini|gemma/,
    thinks: 'always',
    efforts: ['minimal', ...LOW_TO_HIGH],
    source: GEMINI,
  },
  // OpenAI
  {
    title: 'GPT-4 and before, GPT-5 Chat',
    models: /(^|\/)(gpt-[34]|chatgpt-|gpt-5(\.\d{1,2})?-chat|o1-(mini|preview))/,
    ...never,
    source: OPENAI,
  },
  {
    title: 'o series, codex-mini, gpt-oss',
    models: /(^|\/)(o\d|codex-mini|gpt-oss)/,
    thinks: 'always',
    efforts: LOW_TO_HIGH,
    source: OPENAI,
  },
  { title: 'GPT-5 Pro', models: /(^|\/)gpt-5-pro/, thinks: 'always', efforts: ['high'], source: OPENAI },
  {
    title: 'GPT-5.2 Pro and later',
    models: /(^|\/)gpt-5\.\d+-pro/,
    thinks: 'always',
    efforts: ['medium', 'high', 'xhigh'],
    source: OPENAI,
  },
  {
    title: 'GPT-5 Codex, GPT-5.1 Codex',
    models: /(^|\/)gpt-5(\.1)?-codex(?!-max)/,
    thinks: 'always',
    efforts: LOW_TO_HIGH,
    source: OPENAI,
  },
  {
    title: 'GPT-5.1 Codex Max and later',
    models: /(^|\/)gpt-5\.\d+-codex/,
    thinks: 'always',
    efforts: LOW_TO_XHIGH,
    source: OPENAI,
  },
  {
    title: 'GPT-5',
    models: /(^|\/)gpt-5(?!\.)/,
    thinks: 'always',
    efforts: ['minimal', ...LOW_TO_HIGH],
    source: OPENAI,
  },
  {
    title: 'GPT-5.1',
    models: /(^|\/)gpt-5\.1(?!\d)/,
    thinks: 'when asked',
    efforts: ['none', ...LOW_TO_HIGH],
    source: OPENAI,
  },
  {
    title: 'GPT-5.2 to 5.5',
    models: /(^|\/)gpt-5\.[2-5](?!\d)/,
    thinks: 'when asked',
    efforts: ['none', ...LOW_TO_XHIGH],
    source: OPENAI,
  },
  {
    title: 'GPT-5.6 and later',
    models: /(^|\/)gpt-([6-9]|5\.)/,
    thinks: 'when asked',
    efforts: ['none', ...LOW_TO_MAX],
    source: OPENAI,
  },
  // Others
  { title: 'models named Instruct', models: /-instruct(?![a-z])/i, ...never, source: QWEN },
  { title: 'Grok 3 mini', models: /grok-3-mini/, thinks: 'always', efforts: ['low', 'high'], source: XAI },
  { title: 'Grok 4.3', models: /grok-4\.3(?!\d)/, ...switched, efforts: ['none', ...LOW_TO_HIGH], source: XAI },
  { title: 'Grok 4.5 and later', models: /grok-(4\.[5-9]|[5-9])/, thinks: 'always', efforts: LOW_TO_HIGH, source: XAI },
  { title: 'DeepSeek V3 and before', models: /deepseek-(v[23](?![.\d])|coder|v2)/i, ...never, source: DEEPSEEK },
  { title: 'DeepSeek R1', models: /deepseek-(r1|reasoner)/i, thinks: 'always', source: DEEPSEEK },
  { title: 'DeepSeek V3.1, V3.2', models: /deepseek-v3\.|deepseek-chat/i, thinks: 'when asked', source: DEEPSEEK },
  { title: 'DeepSeek V4 and later', models: /deepseek/i, ...switched, efforts: LOW_HIGH_MAX, source: DEEPSEEK },
  { title: 'GLM-4 and before', models: /glm-(z1|[1-3]|4(?!\.[5-9]))/i, ...never, source: ZHIPU },
  { title: 'GLM-4.5 to 5.1', models: /glm-(4\.|5(\.[01])?(?![.\d]))/i, ...switched, source: ZHIPU },
  { title: 'GLM-5.2', models: /glm-5\.2(?!\d)/i, ...switched, efforts: LOW_HIGH_MAX, source: ZHIPU },
  { title: 'GLM-5.3 and later', models: /glm-\d/i, thinks: 'always', efforts: LOW_HIGH_MAX, source: ZHIPU },
  { title: 'Moonshot V1, Kimi K2', models: /moonshot-v1|kimi-k2-(?!thinking)/i, ...never, source: KIMI },
  { title: 'Kimi K2.5, K2.6', models: /kimi-k2\.[56](?!\d)/i, ...switched, source: KIMI },
  { title: 'Kimi K2 Thinking, K2.7 Code', models: /kimi-k2/i, thinks: 'always', source: KIMI },
  { title: 'Kimi K3 and later', models: /kimi-k\d/i, thinks: 'always', efforts: LOW_HIGH_MAX, source: KIMI },
  { title: 'Doubao Seed 1.6', models: /doubao-seed-1[-.]6/i, ...switched, source: DOUBAO },
  {
    title: 'Doubao Seed 1.8 and later',
    models: /doubao-seed-(1[-.][89]|[2-9])/i,
    ...switched,
    efforts: ['minimal', ...LOW_TO_HIGH],
    source: DOUBAO,
  },
  {
    title: 'Qwen without thinking',
    models: /qwen([12](?!\d)|-long|-mt|-vl-ocr)|qwen3-coder/i,
    ...never,
    source: QWEN,
  },
  {
    title: 'QwQ, Qwen thinking',
    models: /qwq|-thinking(?![a-z])/i,
    thinks: 'always',
    budgets: { least: 1, most: 38_912 },
    source: QWEN,
  },
  { title: 'Qwen3 and later', models: /qwen/i, ...switched, budgets: { least: 1, most: 38_912 }, source: QWEN },
  {
    title: 'Mistral Small 4, Medium 3.5',
    models: /mistral-(small-(latest|26)|medium-(latest|3[-.]5|26))/,
    thinks: 'when asked',
    efforts: ['none', 'high'],
    source: MISTRAL,
  },
  { title: 'Magistral', models: /magistral/, thinks: 'always', source: MISTRAL },
  {
    title: 'other models of Mistral',
    models: /(^|\/)(mistral|ministral|codestral|devstral|pixtral|open-mi)/,
    ...never,
    source: MISTRAL,
  },
  { title: 'Sonar', models: /(^|\/)sonar(-pro)?$/, ...never, source: PERPLEXITY },
  {
    title: 'Sonar Reasoning, Deep Research',
    models: /(^|\/)sonar-/,
    thinks: 'always',
    efforts: ['minimal', ...LOW_TO_HIGH],
    source: PERPLEXITY,
  },
]

/** Returns how a model is told to think; undefined: unknown. */
export const thinkingModel = (model: string): ThinkingModel | undefined =>
  THINKING_MODELS.find(({ models }) => models.test(model))

const ORDER: readonly Effort[] = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Returns the model's effort nearest to the wanted one; of two, the one nearer to `high`. `none` is not considered. */
export function nearestEffort(wanted: Effort, efforts: readonly Effort[]): Effort {
  const distance = (one: Effort, other: Effort) => Math.abs(ORDER.indexOf(one) - ORDER.indexOf(other))
  const [nearest = wanted] = efforts
    .filter(effort => effort !== 'none')
    .toSorted(
      (one, other) =>
        distance(one, wanted) - distance(other, wanted) || distance(one, 'high') - distance(other, 'high'),
    )
  return nearest
}

/** Returns the model's budget nearest to the wanted one, in tokens. */
export const nearestBudget = (wanted: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, wanted))

/**
 * The ratios that one-api charges if its options have none, as in its source in early 2025
 * (`relay/billing/ratio/model.go`). A ratio of 1 is 2 dollars for a million input tokens.
 */

/** Dollars for a million input tokens. */
const IN_DOLLARS: readonly [price: number, models: string][] = [
  [9_500, 'meta/meta-llama-3.1-405b-instruct'],
  [650, 'meta/llama-2-70b meta/llama-2-70b-chat meta/meta-llama-3-70b meta/meta-llama-3-70b-instruct'],
  [300, 'mistralai/mixtral-8x7b-instruct-v0.1'],
  [100, 'ibm-granite/granite-20b-code-instruct-8k meta/llama-2-13b meta/llama-2-13b-chat'],
  [60, 'gpt-4-32k gpt-4-32k-0314 gpt-4-32k-0613'],
  [
    50,
    'ibm-granite/granite-3.0-8b-instruct ibm-granite/granite-8b-code-instruct-128k meta/llama-2-7b meta/llama-2-7b-chat meta/meta-llama-3-8b meta/meta-llama-3-8b-instruct mistralai/mistral-7b-instruct-v0.2 mistralai/mistral-7b-v0.1',
  ],
  [30, 'gpt-4 gpt-4-0314 gpt-4-0613 ibm-granite/granite-3.0-2b-instruct'],
  [25, 'deepl-zh deepl-en deepl-ja'],
  [
    20,
    'text-davinci-002 text-davinci-003 text-davinci-edit-001 code-davinci-edit-001 davinci curie babbage ada text-search-ada-doc-001',
  ],
  [15, 'o1 o1-2024-12-17 o1-preview o1-preview-2024-09-12 claude-3-opus-20240229'],
  [
    10,
    'gpt-4-1106-preview gpt-4-0125-preview gpt-4-turbo-preview gpt-4-turbo gpt-4-turbo-2024-04-09 gpt-4-vision-preview',
  ],
  [8, 'claude-2.0 claude-2.1 mistral-large-latest'],
  [5, 'gpt-4o chatgpt-4o-latest gpt-4o-2024-05-13 grok-beta'],
  [
    3,
    'o1-mini o1-mini-2024-09-12 gpt-3.5-turbo-16k gpt-3.5-turbo-16k-0613 claude-3-sonnet-20240229 claude-3-5-sonnet-20240620 claude-3-5-sonnet-20241022 command-r-plus',
  ],
  [2.7, 'mistral-medium-latest'],
  [2.5, 'gpt-4o-2024-08-06 gpt-4o-2024-11-20 gpt-4o-audio-preview gpt-4o-audio-preview-2024-12-17'],
  [
    2,
    'davinci-002 text-curie-001 gemini-pro gemini-1.0-pro gemini-1.5-pro gemini-1.5-pro-001 gemini-1.5-flash gemini-1.5-flash-001 gemini-2.0-flash-exp gemini-2.0-flash-thinking-exp gemini-2.0-flash-thinking-exp-01-21 aqa mistral-small-latest',
  ],
  [1.5, 'gpt-3.5-turbo-0301 gpt-3.5-turbo-0613 gpt-3.5-turbo-instruct'],
  [1.1, 'o3-mini o3-mini-2025-01-31'],
  [1, 'gpt-3.5-turbo-1106 claude-3-5-haiku-20241022 command command-nightly command-light command-light-nightly'],
  [0.8, 'claude-instant-1.2'],
  [0.7, 'open-mixtral-8x7b'],
  [0.55, 'deepseek-reasoner'],
  [0.5, 'gpt-3.5-turbo gpt-3.5-turbo-0125 text-babbage-001 command-r'],
  [0.4, 'babbage-002 text-ada-001'],
  [0.25, 'claude-3-haiku-20240307 open-mistral-7b'],
  [0.2, 'text-moderation-stable text-moderation-latest'],
  [0.15, 'gpt-4o-mini gpt-4o-mini-2024-07-18 gpt-4o-mini-audio-preview gpt-4o-mini-audio-preview-2024-12-17'],
  [0.14, 'deepseek-chat'],
  [0.13, 'text-embedding-3-large'],
  [
    0.1,
    'mistral-embed text-embedding-ada-002 text-embedding-v1 text-embedding-v2 text-embedding-v3 text-embedding-async-v1 text-embedding-async-v2',
  ],
  [0.02, 'text-embedding-3-small'],
  // a thousandth of Groq's price
  [0.00089, 'llama3-groq-70b-8192-tool-use-preview'],
  [0.00059, 'llama-3.1-70b-versatile llama-3.2-90b-text-preview llama3-70b-8192'],
  [0.00024, 'mixtral-8x7b-32768'],
  [0.0002, 'gemma2-9b-it'],
  [0.00019, 'llama3-groq-8b-8192-tool-use-preview'],
  [0.00007, 'gemma-7b-it'],
  [
    0.00005,
    'llama-3.1-8b-instant llama-3.2-11b-text-preview llama-3.2-11b-vision-preview llama-3.2-1b-preview llama-3.2-3b-preview llama-guard-3-8b llama3-8b-8192',
  ],
]

/** Yuan for a thousand input tokens; 7 are a dollar there. */
const IN_YUAN: readonly [price: number, models: string][] = [
  [0.12, 'ERNIE-4.0-8K'],
  [0.1, 'glm-4-0520 glm-4 abab6-chat'],
  [0.08, 'hunyuan-turbo-vision'],
  [0.06, 'moonshot-v1-128k'],
  [0.05, 'glm-4-plus glm-4v'],
  [0.03, 'abab6.5-chat'],
  [0.024, 'ERNIE-3.5-8K-0205 ERNIE-Bot-8K moonshot-v1-32k'],
  [0.02, 'Baichuan2-53B'],
  [0.018, 'hunyuan-vision'],
  [0.016, 'Baichuan2-Turbo-192k'],
  [0.015, 'emohaa hunyuan-turbo abab5.5-chat'],
  [0.012, 'ERNIE-3.5-8K ERNIE-3.5-8K-1222 ERNIE-3.5-4K-0205 moonshot-v1-8k yi-34b-chat-200k'],
  [0.01, 'glm-zero-preview glm-4-airx abab6.5s-chat'],
  [0.008, 'ERNIE-Lite-8K-0922 Baichuan2-Turbo'],
  [0.006, 'hunyuan-large-longcontext yi-vl-plus'],
  [0.005, 'hunyuan-translation-lite abab5.5s-chat'],
  [
    0.004,
    'ERNIE-Speed-8K ERNIE-Speed-128K BLOOMZ-7B glm-4v-plus hunyuan-large hunyuan-role hunyuan-functioncall hunyuan-code',
  ],
  [0.003, 'ERNIE-Lite-8K-0308'],
  [0.0025, 'yi-34b-chat-0205'],
  [0.002, 'Embedding-V1 bge-large-zh bge-large-en tao-8k'],
  [0.001, 'ERNIE-Tiny-8K glm-4-long glm-3-turbo charglm-4'],
  [0.0008, 'hunyuan-standard'],
  [0.0007, 'hunyuan-embedding'],
  [0.0005, 'glm-4-air embedding-2 embedding-3 hunyuan-standard-256K'],
  [0.0001, 'glm-4-flashx codegeex-4'],
  [0.000095, 'step-1-256k'],
  [0.00004, 'step-1-128k'],
  [0.000038, 'step-2-16k'],
  [0.000015, 'step-1-32k step-1v-32k'],
  [0.000005, 'step-1-8k step-1v-8k'],
  [0.000001, 'step-1-flash'],
  [0, 'glm-4-flash glm-4v-flash'],
]

/** Prefixes of names whose models have the same ratio, unless a table names them. */
const BY_BEGINNING: readonly [beginning: string, ratio: number][] = [
  ['qwen', 1.4286],
  ['qwq-', 1.4286],
  ['SparkDesk', 1.2858],
  ['360GPT', 0.8572],
]

/** The ratio of a model that it does not know. */
export const UNKNOWN_RATIO = 30

const RATIOS = new Map<string, number>([
  ...entries(IN_DOLLARS, dollars => dollars / 2),
  ...entries(IN_YUAN, yuan => (yuan * 500) / 7),
])

function entries(
  table: readonly [price: number, models: string][],
  ratioOf: (price: number) => number,
): [string, number][] {
  return table.flatMap(([price, models]) =>
    models.split(' ').map((model): [string, number] => [model, Number(ratioOf(price).toFixed(9))]),
  )
}

/** Returns the built-in input ratio of a model; undefined: there is none. */
export const builtInRatio = (model: string): number | undefined =>
  RATIOS.get(model) ?? BY_BEGINNING.find(([beginning]) => model.startsWith(beginning))?.[1]

/** Ratios of output to input, by the name's prefix and suffix; the first match counts. It has no setting for them. */
const COMPLETION: readonly [beginning: string, end: string, ratio: number][] = [
  ['deepseek-chat', '', 2],
  ['deepseek-reasoner', '', 2.19 / 0.55],
  ['gpt-3.5', '0125', 3],
  ['gpt-3.5', '1106', 2],
  ['gpt-3.5-turbo', 'gpt-3.5-turbo', 3],
  ['gpt-3.5', '', 4 / 3],
  ['gpt-4o-2024-05-13', '', 3],
  ['gpt-4o', '', 4],
  ['gpt-4-turbo', '', 3],
  ['gpt-4', 'preview', 3],
  ['gpt-4', '', 2],
  ['o1', '', 4],
  ['o3', '', 4],
  ['chatgpt-4o-latest', '', 3],
  ['claude-3', '', 5],
  ['claude-', '', 3],
  ['mistral-', '', 3],
  ['gemini-', '', 3],
  ['deepseek-', '', 2],
  ['command-r-plus', '', 5],
  ['command-r', '', 3],
  ['command', '', 2],
  ['grok-beta', '', 3],
  ['llama3-8b-8192', '', 2],
  ['llama3-70b-8192', '', 0.79 / 0.59],
  ['ibm-granite/granite-3.0-2b', '', 25 / 3],
  ['ibm-granite/', '', 5],
  ['meta/meta-llama-3.1-405b', '', 1],
  ['meta/llama-2-70b', '', 2.75 / 0.65],
  ['meta/meta-llama-3-70b', '', 2.75 / 0.65],
  ['meta/', '', 5],
  ['mistralai/mixtral', '', 10 / 3],
  ['mistralai/', '', 5],
]

/** Returns the built-in ratio of a model's output to its input. */
export const builtInCompletion = (model: string): number =>
  COMPLETION.find(([beginning, end]) => model.startsWith(beginning) && model.endsWith(end))?.[2] ?? 1

/** Prefixes of models that it charges by the picture: 1,000 times the ratio in quota. */
const PICTURES = [
  'dall-e-',
  'cogview',
  'ali-stable-diffusion',
  'wanx-',
  'black-forest-labs/',
  'ideogram-ai/',
  'recraft-ai/',
  'stability-ai/',
]
/** Prefixes of models whose ratio is by characters or seconds, which no ratio here is. */
const SOUNDS = ['tts-', 'whisper']

const begins = (model: string, beginnings: readonly string[]) =>
  beginnings.some(beginning => model.startsWith(beginning))
export const isByPicture = (model: string): boolean => begins(model, PICTURES)
export const isBySound = (model: string): boolean => begins(model, SOUNDS)
/** Returns the dollars for a picture at a ratio. */
export const pictureDollars = (ratio: number): number => ratio * 0.002

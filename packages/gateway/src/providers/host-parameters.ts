import type { ParameterName } from '../canonical/request.ts'

/** Parameters that OpenAI's Chat lacks and many hosts speaking it have. */
export const EXTENSIONS = ['topK', 'minP', 'repetitionPenalty'] as const satisfies readonly ParameterName[]

/** Which of Chat's parameters a host takes, according to its public documentation. */
export interface HostParameters {
  /** Where this is documented. */
  source: string
  /** The extensions it takes; it lacks the others. */
  takes?: readonly (typeof EXTENSIONS)[number][]
  /** Other parameters it refuses or silently ignores. */
  lacks?: readonly ParameterName[]
  /** Parameters that single models also refuse; the first match counts. */
  models?: readonly { models: RegExp; lacks: readonly ParameterName[] }[]
}

/** Parameters only OpenAI knows; hosts that check every member refuse them. */
const OPENAI_ONLY = ['logitBias', 'serviceTier', 'store', 'verbosity', 'modalities', 'audio'] as const
const ABOUT_THE_CALLER = ['user', 'metadata', 'cacheKey', 'cacheRetention'] as const
const PENALTIES = ['frequencyPenalty', 'presencePenalty'] as const
const LOGPROBS = ['logprobs', 'topLogprobs'] as const

const VLLM = 'https://docs.vllm.ai/en/latest/serving/openai_compatible_server.html'
const BEDROCK_CLAUDE =
  'https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html'
const VERTEX_TIERS =
  'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/provisioned-throughput/use-provisioned-throughput'

/** By provider, or by the name given to an address below. */
export const HOST_PARAMETERS = {
  // a test checks this line against the published schema
  openai: { source: 'https://platform.openai.com/docs/api-reference/chat/create' },
  azure: { source: 'https://learn.microsoft.com/azure/ai-foundry/openai/latest' },
  deepseek: {
    source: 'https://api-docs.deepseek.com/api/create-chat-completion',
    lacks: [...OPENAI_ONLY, ...ABOUT_THE_CALLER, 'seed', 'n', 'parallelToolCalls'],
  },
  xai: {
    source: 'https://docs.x.ai/docs/api-reference#chat-completions',
    lacks: ['logitBias', 'store', 'verbosity', 'modalities', 'audio', 'metadata', 'cacheRetention'],
  },
  mistral: {
    source: 'https://docs.mistral.ai/api',
    lacks: [...OPENAI_ONLY, ...LOGPROBS, 'user', 'cacheRetention'],
  },
  openrouter: { source: 'https://openrouter.ai/docs/api-reference/parameters', takes: EXTENSIONS },
  ollama: {
    source: 'https://docs.ollama.com/api/openai-compatibility',
    lacks: [...OPENAI_ONLY, ...ABOUT_THE_CALLER, 'n', 'toolChoice', 'parallelToolCalls'],
  },
  xinference: { source: 'https://inference.readthedocs.io/en/latest/reference', takes: EXTENSIONS },
  moonshot: {
    source: 'https://platform.kimi.ai/docs/api/chat',
    lacks: [...OPENAI_ONLY, ...LOGPROBS, 'seed', 'user', 'metadata', 'cacheRetention', 'parallelToolCalls'],
    // from K2.5 on, sampling is fixed. https://platform.kimi.ai/docs/api/models-overview
    models: [{ models: /^kimi-k(2\.|[3-9])/, lacks: ['temperature', 'topP', 'n', ...PENALTIES] }],
  },
  zhipu: {
    source: 'https://docs.z.ai/api-reference/llm/chat-completion',
    lacks: [...OPENAI_ONLY, ...ABOUT_THE_CALLER, ...PENALTIES, ...LOGPROBS, 'seed', 'n', 'parallelToolCalls'],
  },
  alibaba: {
    source: 'https://help.aliyun.com/zh/model-studio/qwen-api-reference',
    takes: ['topK', 'repetitionPenalty'],
    lacks: [...OPENAI_ONLY, ...ABOUT_THE_CALLER, 'frequencyPenalty'],
  },
  baidu: {
    source: 'https://cloud.baidu.com/doc/qianfan-api/s/3m7of64lb',
    takes: ['repetitionPenalty'],
    lacks: [...OPENAI_ONLY, ...LOGPROBS, 'n', 'cacheKey', 'cacheRetention'],
  },
  hunyuan: {
    source: 'https://cloud.tencent.com/document/product/1729/111007',
    takes: ['topK', 'repetitionPenalty'],
    lacks: [...OPENAI_ONLY, ...ABOUT_THE_CALLER, ...LOGPROBS, 'n', 'parallelToolCalls'],
  },
  spark: {
    source: 'https://www.xfyun.cn/doc/spark/X1http.html',
    takes: ['topK'],
    lacks: [...OPENAI_ONLY, ...LOGPROBS, 'metadata', 'cacheKey', 'cacheRetention', 'seed', 'n', 'parallelToolCalls'],
  },
  volcengine: {
    source: 'https://www.volcengine.com/docs/82379/1494384',
    lacks: ['store', 'verbosity', 'modalities', 'audio', ...ABOUT_THE_CALLER, 'seed', 'n'],
  },
  lingyi: { source: 'https://platform.lingyiwanwu.com/docs/api-reference', lacks: OPENAI_ONLY },
  minimax: {
    source: 'https://platform.minimaxi.com/docs/api-reference/text-openai-api',
    lacks: [...OPENAI_ONLY, ...ABOUT_THE_CALLER, ...PENALTIES, ...LOGPROBS, 'seed', 'n', 'parallelToolCalls'],
  },
  siliconcloud: {
    source: 'https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions',
    takes: ['topK', 'minP'],
    lacks: [...OPENAI_ONLY, ...ABOUT_THE_CALLER, ...LOGPROBS, 'presencePenalty', 'seed', 'parallelToolCalls'],
  },
  ai360: {
    source: 'https://ai.360.com/open/docs',
    takes: ['topK', 'repetitionPenalty'],
    lacks: OPENAI_ONLY,
  },
  perplexity: {
    source: 'https://docs.perplexity.ai/api-reference/chat-completions-post',
    takes: ['topK'],
    lacks: [...OPENAI_ONLY, ...LOGPROBS, 'seed', 'n', 'stop', 'toolChoice', 'parallelToolCalls'],
  },
  cloudflare: {
    source: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility',
    takes: ['topK', 'repetitionPenalty'],
    lacks: OPENAI_ONLY,
  },
  fastgpt: { source: 'https://doc.fastgpt.io/docs/introduction/development/openapi/chat', lacks: OPENAI_ONLY },
  // open models in OpenAI's format
  'vertex-openai': {
    source: 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/start/openai',
    lacks: ['logitBias', 'serviceTier', 'store', 'verbosity', 'metadata', 'cacheKey', 'cacheRetention'],
  },
  // its tiers are set in headers
  'vertex-gemini': { source: VERTEX_TIERS, lacks: ['serviceTier'] },
  // it has neither Anthropic's tiers nor caching without marks. https://docs.claude.com/en/docs/build-with-claude/prompt-caching
  'vertex-claude': {
    source: 'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude',
    lacks: ['serviceTier', 'cache'],
  },
  'bedrock-claude': { source: BEDROCK_CLAUDE, lacks: ['serviceTier', 'cache'] },
  groq: {
    source: 'https://console.groq.com/docs/openai',
    lacks: ['logitBias', ...LOGPROBS, 'n', 'store', 'verbosity', 'modalities', 'audio', 'metadata'],
  },
  cerebras: {
    source: 'https://inference-docs.cerebras.ai/resources/openai',
    lacks: [...OPENAI_ONLY, ...PENALTIES, 'n', 'metadata'],
  },
  together: {
    source: 'https://docs.together.ai/reference/chat-completions-1',
    takes: EXTENSIONS,
    lacks: ['serviceTier', 'store', 'verbosity', 'modalities', 'audio', 'metadata'],
  },
  fireworks: { source: 'https://docs.fireworks.ai/api-reference/post-chatcompletions', takes: EXTENSIONS },
  'gemini-openai': {
    source: 'https://ai.google.dev/gemini-api/docs/openai',
    lacks: [...OPENAI_ONLY, ...LOGPROBS, ...PENALTIES, 'user', 'metadata', 'cacheKey', 'cacheRetention'],
  },
  // vLLM, SGLang, llama.cpp and similar servers take them all
  unknown: { source: VLLM, takes: EXTENSIONS },
} as const satisfies Readonly<Record<string, HostParameters>>

export type HostName = keyof typeof HOST_PARAMETERS

/** Hosts that operators reach by their address, with OpenAI's own paths. */
const ADDRESSES: readonly { address: RegExp; host: HostName }[] = [
  { address: /^https?:\/\/([\w-]+\.)?api\.openai\.com(?![\w.-])/, host: 'openai' },
  { address: /^https?:\/\/gateway\.ai\.cloudflare\.com\/.*\/openai(\/|$)/, host: 'openai' },
  { address: /^https?:\/\/[\w.-]+\.azure\.com/, host: 'azure' },
  { address: /^https?:\/\/api\.groq\.com/, host: 'groq' },
  { address: /^https?:\/\/api\.cerebras\.ai/, host: 'cerebras' },
  { address: /^https?:\/\/api\.together\.(xyz|ai)/, host: 'together' },
  { address: /^https?:\/\/api\.fireworks\.ai/, host: 'fireworks' },
  { address: /^https?:\/\/generativelanguage\.googleapis\.com/, host: 'gemini-openai' },
  { address: /^https?:\/\/openrouter\.ai/, host: 'openrouter' },
  { address: /^https?:\/\/api\.deepseek\.com/, host: 'deepseek' },
  { address: /^https?:\/\/api\.mistral\.ai/, host: 'mistral' },
  { address: /^https?:\/\/api\.x\.ai/, host: 'xai' },
  { address: /^https?:\/\/api\.moonshot\.(cn|ai)/, host: 'moonshot' },
  { address: /^https?:\/\/dashscope[\w-]*\.aliyuncs\.com/, host: 'alibaba' },
]

/** Returns the OpenAI-compatible host at an address. */
export const hostAt = (baseUrl: string): HostName =>
  ADDRESSES.find(({ address }) => address.test(baseUrl))?.host ?? 'unknown'

/** Returns the parameters a host lacks, of Chat's and its extensions. */
export function lackedBy(host: HostName, model: string): readonly ParameterName[] {
  const { takes = [], lacks = [], models = [] }: HostParameters = HOST_PARAMETERS[host]
  const ofModel = models.find(line => line.models.test(model))?.lacks ?? []
  return [...EXTENSIONS.filter(name => !takes.includes(name)), ...lacks, ...ofModel]
}

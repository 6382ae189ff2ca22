/** Inputs a channel type's form shows beside the common ones, and how it names the field `other`. */
export type OtherField =
  | 'api_version'
  | 'spark_version'
  | 'knowledge_id'
  | 'plugin'
  | 'region'
  | 'account_id'
  | 'bot_id'

export interface ChannelType {
  id: number
  name: string
  color: string
  /** Address used when the channel gives none; without one the channel must. */
  baseUrl?: string
  /** The provider's address follows from key or region: the channel need not give one. */
  addressIsKnown?: true
  /** What the field `other` holds for this type. */
  other?: OtherField
  /** What `other` is when a new channel leaves it empty. */
  otherDefault?: string
  /** How the key is written, where it is more than one secret. */
  keyFormat?: string
  /** The key has several lines, so they are not several keys. */
  keyHasLines?: true
  /** Offers these names at once. */
  presetModels?: string[]
  /** Not in the specification's list: kept so that old channels show, not offered for new ones. */
  legacy?: true
}

const type = (
  id: number,
  name: string,
  color: string,
  extra: Omit<ChannelType, 'id' | 'name' | 'color'> = {},
): ChannelType => ({
  id,
  name,
  color,
  ...extra,
})

const MIDJOURNEY_MODELS = [
  'mj_imagine',
  'mj_variation',
  'mj_reroll',
  'mj_blend',
  'mj_modal',
  'mj_zoom',
  'mj_shorten',
  'mj_high_variation',
  'mj_low_variation',
  'mj_pan',
  'mj_describe',
  'mj_upscale',
  'mj_upload',
  'swap_face',
  'mj_inpaint',
  'mj_custom_zoom',
]

/** Number → name, colour and special inputs, in the order the form offers them. */
export const channelTypes: ChannelType[] = [
  type(1, 'OpenAI', 'green', { baseUrl: 'https://api.openai.com' }),
  type(14, 'Anthropic Claude', 'orange', { baseUrl: 'https://api.anthropic.com' }),
  type(24, 'Google Gemini', 'gold', { baseUrl: 'https://generativelanguage.googleapis.com' }),
  type(3, 'Azure OpenAI', 'cyan', { other: 'api_version' }),
  type(33, 'AWS Claude', 'orange', { addressIsKnown: true, keyFormat: 'AK|SK|region' }),
  type(41, 'Vertex AI', 'blue', {
    addressIsKnown: true,
    other: 'region',
    keyFormat: 'service-account JSON',
    keyHasLines: true,
  }),
  type(43, 'DeepSeek', 'blue', { baseUrl: 'https://api.deepseek.com' }),
  type(48, 'xAI', 'geekblue', { baseUrl: 'https://api.x.ai' }),
  type(42, 'Mistral AI', 'volcano', { baseUrl: 'https://api.mistral.ai' }),
  type(20, 'OpenRouter', 'purple', { baseUrl: 'https://openrouter.ai/api' }),
  type(34, 'Cohere', 'magenta', { baseUrl: 'https://api.cohere.ai' }),
  type(4, 'Ollama', 'default', { baseUrl: 'http://localhost:11434' }),
  type(47, 'Xinference', 'purple'),
  type(8, 'Custom', 'magenta'),
  type(25, 'Moonshot', 'geekblue', { baseUrl: 'https://api.moonshot.cn' }),
  type(26, 'Zhipu GLM-4V', 'purple', { baseUrl: 'https://open.bigmodel.cn', keyFormat: 'id.secret' }),
  type(16, 'Zhipu ChatGLM', 'purple', { baseUrl: 'https://open.bigmodel.cn', keyFormat: 'id.secret' }),
  type(17, 'Alibaba Qwen', 'orange', { baseUrl: 'https://dashscope.aliyuncs.com', other: 'plugin' }),
  type(46, 'Baidu Wenxin V2', 'blue', { baseUrl: 'https://qianfan.baidubce.com' }),
  type(15, 'Baidu Wenxin', 'blue', { baseUrl: 'https://aip.baidubce.com', keyFormat: 'APIKey|SECRET' }),
  type(18, 'Xunfei Spark', 'blue', {
    addressIsKnown: true,
    other: 'spark_version',
    otherDefault: 'v2.1',
    keyFormat: 'APPID|APISecret|APIKey',
  }),
  type(23, 'Tencent Hunyuan', 'cyan', {
    baseUrl: 'https://hunyuan.tencentcloudapi.com',
    keyFormat: 'AppId|SecretId|SecretKey',
  }),
  type(45, 'Volcengine', 'blue', { baseUrl: 'https://ark.cn-beijing.volces.com' }),
  type(31, 'Lingyi', 'green', { baseUrl: 'https://api.lingyiwanwu.com' }),
  type(35, 'MiniMax', 'green', { baseUrl: 'https://api.minimaxi.com' }),
  type(40, 'SiliconCloud', 'purple', { baseUrl: 'https://api.siliconflow.cn' }),
  type(19, '360', 'blue', { baseUrl: 'https://api.360.cn' }),
  type(27, 'Perplexity', 'cyan', { baseUrl: 'https://api.perplexity.ai' }),
  type(38, 'Jina', 'blue', { baseUrl: 'https://api.jina.ai' }),
  type(39, 'Cloudflare', 'orange', { baseUrl: 'https://api.cloudflare.com', other: 'account_id' }),
  type(44, 'M3E embedding', 'purple', { baseUrl: 'https://api.moka.ai' }),
  type(37, 'Dify', 'cyan', { baseUrl: 'https://api.dify.ai' }),
  type(49, 'Coze', 'blue', { baseUrl: 'https://api.coze.cn', other: 'bot_id' }),
  type(22, 'FastGPT', 'blue', { baseUrl: 'https://api.fastgpt.in/api' }),
  type(21, 'AI Proxy knowledge base', 'purple', { baseUrl: 'https://api.aiproxy.io', other: 'knowledge_id' }),
  type(11, 'Google PaLM2', 'orange', { baseUrl: 'https://generativelanguage.googleapis.com' }),
  type(2, 'Midjourney Proxy', 'blue', { presetModels: MIDJOURNEY_MODELS }),
  type(5, 'Midjourney Proxy Plus', 'blue', { presetModels: MIDJOURNEY_MODELS }),
  type(36, 'Suno API', 'purple', { presetModels: ['suno_music', 'suno_lyrics'] }),
  type(6, 'OpenAIMax', 'default', { baseUrl: 'https://api.openaimax.com', legacy: true }),
  type(7, 'OhMyGPT', 'default', { baseUrl: 'https://api.ohmygpt.com', legacy: true }),
  type(9, 'AILS', 'default', { baseUrl: 'https://api.caipacity.com', legacy: true }),
  type(10, 'AI Proxy', 'default', { baseUrl: 'https://api.aiproxy.io', legacy: true }),
  type(12, 'API2GPT', 'default', { baseUrl: 'https://api.api2gpt.com', legacy: true }),
  type(13, 'AIGC2D', 'default', { baseUrl: 'https://api.aigc2d.com', legacy: true }),
]

const byId = new Map(channelTypes.map(channelType => [channelType.id, channelType]))

/** The line of a type number, or undefined. */
export const channelTypeOf = (id: number): ChannelType | undefined => byId.get(id)

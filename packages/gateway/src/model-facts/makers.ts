/** Model name patterns by maker, with or without a host's prefix; the first match counts. */
const MAKERS: readonly (readonly [maker: string, names: RegExp])[] = [
  ['DeepSeek', /deepseek/],
  ['NVIDIA', /nemotron|(^|\/)nvidia\//],
  [
    'OpenAI',
    /(^|[/.])(gpt-|chatgpt-|o\d(-|$)|codex-|computer-use-preview|davinci-002|babbage-002|text-(embedding-(3|ada)|moderation|davinci)|omni-moderation|whisper|tts-1|dall-e|sora)/,
  ],
  ['Anthropic', /claude/],
  ['Google', /(^|[/.])(gemini|gemma|imagen|veo-|palm-2|text-bison|chat-bison)/],
  ['Mistral', /(^|[/.])(open-)?(mistral|mixtral|ministral|codestral|devstral|pixtral|magistral|voxtral)/],
  ['xAI', /(^|[/.])grok/],
  ['Alibaba', /(^|[/.])(qwen|qwq|qvq|wanx?\d|gte-|text-embedding-v\d)/],
  ['Moonshot AI', /(^|[/.])(kimi|moonshot)/],
  ['Zhipu AI', /(^|[/.])(glm-|chatglm|cogview|cogvideo)/],
  ['MiniMax', /(^|[/.])(minimax|abab|hailuo|speech-0)/],
  ['ByteDance', /(^|[/.])(doubao|seedream|seedance|jimeng)/],
  ['Baidu', /(^|[/.])(ernie|embedding-v1|bloomz)/],
  ['Tencent', /(^|[/.])hunyuan/],
  ['iFlytek', /(^|[/.])spark(desk|-)/],
  ['Kuaishou', /(^|[/.])(kling|kolors)/],
  ['Meta', /(^|[/.])(meta-)?llama/],
  ['Cohere', /(^|[/.])(command|c4ai|embed-(english|multilingual|v\d)|rerank-)/],
  ['Amazon', /(^|[/.])(nova-|titan-|amazon\.)/],
  ['Microsoft', /(^|[/.])phi-\d/],
  ['Perplexity', /(^|[/.])sonar/],
  ['Voyage AI', /(^|[/.])voyage-/],
  ['Jina AI', /(^|[/.])jina-/],
  ['BAAI', /(^|[/.])bge-/],
  ['Black Forest Labs', /(^|[/.])flux/],
  ['Stability AI', /(^|[/.])(stable-|sd3)/],
  ['AI21', /(^|[/.])jamba/],
  ['StepFun', /(^|[/.])step-\d/],
  ['Midjourney', /^(mj_|swap_face)/],
  ['Suno', /^suno/],
  ['Vidu', /(^|[/.])vidu/],
]

/** Returns the maker of a model by its name; empty: unknown. */
export function makerOf(model: string): string {
  const name = model.toLowerCase()
  return MAKERS.find(([, names]) => names.test(name))?.[0] ?? ''
}

import type { WordsOfTab } from '../../settings-words.ts'

export const modelRelated = {
  'global.pass_through_request_enabled': {
    label: '请求透传',
    hint: '将客户端的请求体原样发送，不做格式转换、模型映射和参数覆盖。上游必须支持客户端所用的格式。',
  },
  'general_setting.ping_interval_enabled': {
    label: '保持等待中的流不断开',
    hint: '模型没有输出时定期发送注释行，避免代理和客户端断开连接。',
  },
  'general_setting.ping_interval_seconds': {
    label: 'Ping 间隔',
    hint: '应短于本站与用户之间最短的超时时间。',
    unit: '秒',
  },
  'relay_setting.connect_timeout_seconds': {
    label: '连接超时',
    hint: '在此时间内连不上的上游视为失败。0 表示一直等待。',
    unit: '秒',
  },
  'relay_setting.first_byte_timeout_seconds': {
    label: '首字节超时',
    hint: '推理模型在回答之前可能要思考好几分钟。0 表示一直等待。',
    unit: '秒',
  },
  'relay_setting.idle_timeout_seconds': {
    label: '回答中的最长静默',
    hint: '流式回答静默超过此时间即结束。0 表示一直等待。',
    unit: '秒',
  },
  'relay_setting.browser_origins': {
    label: '允许调用 API 的网页',
    hint: '每行一个来源，例如 https://app.example。留空表示任何网站的网页都可以使用用户的密钥调用。',
  },
  'relay_setting.read_on_seconds': {
    label: '客户端离开后继续读取',
    hint: '对看不到推理过程的模型，为取得用量最多继续读取这么久，内容不会保留。0：立即按估算收取推理费用。',
    unit: '秒',
  },
  'relay_setting.context_windows': {
    label: '上下文窗口',
    hint: '模型 → token 数。上报的输入超过此数时将被截到此数并标记。优先于价格表自带的数值；两处都没有的模型使用宽松的上限。',
  },
  'relay_setting.output_limits': {
    label: '输出上限',
    hint: '模型 → token 数。单个回答上报的输出超过此数时将被截到此数并标记。未设置时以上下文窗口为准。客户端要求更多时，只向上游请求此数。',
  },
  'stored_responses.enabled': {
    label: '保存响应',
    hint: '客户端可以再次取回响应、用 previous_response_id 接着对话，或让它在后台运行。内容加密，仅所有者可用。自行保存响应的上游由其自己保存。',
  },
  'stored_responses.unasked': {
    label: '客户端未说明时也保存',
    hint: '与 OpenAI 的做法一致。否则只保存请求中写明 “store”: true 的响应。',
  },
  'stored_responses.days': {
    label: '保存时间',
    hint: '到期后删除。',
    unit: '天',
  },
  'stored_responses.mib_each': {
    label: '单个响应的上限',
    hint: '连同请求超过此大小的响应照常返回，但不保存。',
    unit: 'MiB',
  },
  'stored_responses.mib_per_user': {
    label: '每个用户的空间',
    hint: '用满后先删除最旧的。',
    unit: 'MiB',
  },
  'gemini.safety_settings': {
    label: '安全阈值',
    hint: '危害类别 → 阈值。“default” 用于所有未列出的类别。',
  },
  'gemini.version_settings': {
    label: 'API 版本',
    hint: '模型 → 调用的 API 版本。“default” 用于所有未列出的模型。',
  },
  'gemini.supported_imagine_models': {
    label: '绘图模型',
    hint: '向这些模型同时请求文字和图片。',
  },
  'gemini.thinking_adapter_enabled': {
    label: '按模型名称控制思考',
    hint: '名称以 ‑thinking 结尾开启思考，以 ‑nothinking 结尾关闭思考。',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    label: '思考占比',
    hint: '回答长度上限中可用于思考的比例，0.1 到 1；最多 24576 个 token。',
  },
  'claude.model_headers_settings': {
    label: '附加请求头',
    hint: '模型 → 请求头 → 值。随该模型的每个请求一起发送，例如 anthropic-beta。',
  },
  'claude.default_max_tokens': {
    label: '默认回答长度',
    hint: '模型 → token 数。未列出的模型可写到自身上限；上限未知时使用 “default”。Claude 要求给出长度，其他格式往往没有。',
  },
  'claude.thinking_adapter_enabled': {
    label: '按模型名称开启思考',
    hint: '名称以 ‑thinking 结尾时开启思考。',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    label: '思考占比',
    hint: '回答长度上限中可用于思考的比例，0.1 到 1。',
  },
} satisfies WordsOfTab<'model-related'>

import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { overview } from './overview.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: '运营设置',
    'rate-limit': '速率限制设置',
    'model-related': '模型相关设置',
    system: '系统设置',
    overview: '概览',
    other: '其他设置',
  },

  sections: {
    'operation/general': { title: '通用设置', hint: '链接、显示方式和使用模式。' },
    'operation/quota': { title: '额度设置', hint: '赠送给用户的额度，以及额度的计算方式。' },
    'operation/logs': { title: '日志设置', hint: '记录哪些调用，保留多久。' },
    'operation/monitoring': { title: '监控设置', hint: '渠道失败时如何处理。' },
    'operation/metrics': {
      title: '监控指标',
      hint: '供 Prometheus 从 /metrics 读取。其中包含模型、调用量和费用，因此在设置令牌或地址之前关闭。',
    },
    'operation/alerts': { title: '告警', hint: '出现问题时通知一次，恢复时再通知一次。' },
    'operation/drawing': { title: '绘图与任务', hint: 'Midjourney 等需要等待的工作。' },
    'operation/sensitive-words': { title: '屏蔽词过滤', hint: '不允许通过的词语。' },
    'operation/dashboard': { title: '数据看板', hint: '看板图表背后的数据。' },
    'operation/groups': { title: '分组设置', hint: '用户分组、价格倍率和可选范围。' },
    'operation/chats': { title: '聊天设置', hint: '用户可以用自己的密钥打开的聊天客户端。' },
    'operation/model-ratio': { title: '模型价格', hint: '您自己的价格，优先于内置价格表。' },
    'rate-limit/model-request': { title: '模型请求', hint: '每位用户可以发起多少模型请求。' },
    'rate-limit/nodes': { title: '多节点', hint: '多个节点共同服务时如何执行限制。' },
    'rate-limit/addresses': {
      title: '单个地址的请求数',
      hint: '超出时返回 429。在代理之后运行时请在 TRUSTED_PROXIES 中列出代理，否则其所有客户端算作一个地址。本机请求不计。',
    },
    'rate-limit/connections': { title: '连接', hint: '发送很少或不发送数据的客户端可以占用多少。' },
    'rate-limit/memory': { title: '内存', hint: '进行中的调用可以占用多少。' },
    'model-related/global': { title: '全局设置', hint: '请求如何接收和转发。' },
    'model-related/relay': { title: '超时', hint: '等待上游多久之后视为失败，以及无人等待时继续读取多久。' },
    'model-related/model-limits': {
      title: '模型上限',
      hint: '模型最多接收和输出多少 token，优先于价格表中的数值。',
    },
    'model-related/stored-responses': {
      title: '保存的响应',
      hint: '供再次取回响应或接着对话的客户端使用。',
    },
    'model-related/gemini': { title: 'Gemini', hint: '用于 Google Gemini 渠道。' },
    'model-related/claude': { title: 'Claude', hint: '用于 Anthropic Claude 渠道。' },
    'system/general': { title: '通用设置', hint: '本网关的地址。' },
    'system/worker': { title: 'Worker 代理', hint: '代替本服务器访问外部的服务。' },
    'system/payment': { title: '支付设置', hint: '用户如何在线购买额度。' },
    'system/stripe': { title: 'Stripe', hint: '在 Stripe 页面上用银行卡等方式支付。' },
    'system/invoice': { title: '发票', hint: '已支付订单的可打印发票上显示的经营者信息。名称为空时不提供发票。' },
    'system/login': { title: '登录与注册', hint: '谁可以进入，以什么方式进入。' },
    'system/email-domain': { title: '邮箱域名', hint: '哪些邮箱可以注册。' },
    'system/smtp': { title: 'SMTP 邮件服务器', hint: '发送验证码、密码重置邮件和提醒。' },
    'system/oidc': { title: 'OIDC', hint: '在服务方填写的回调地址为服务器地址加 /oauth/oidc。' },
    'system/oidc-providers': {
      title: '更多 OIDC 服务方',
      hint: '每个服务方有自己的按钮。在服务方填写的回调地址为服务器地址加 /oauth/ 及其标识。',
    },
    'system/github': { title: 'GitHub', hint: '用户登录所用的 OAuth 应用。' },
    'system/linuxdo': { title: 'LINUX DO', hint: '用户登录所用的应用。' },
    'system/wechat': { title: '微信', hint: '公众号背后的服务器。' },
    'system/telegram': { title: 'Telegram', hint: '用户登录所用的机器人。' },
    'system/turnstile': { title: 'Turnstile', hint: 'Cloudflare 的人机验证。' },
    'overview/panels': { title: '概览页', hint: '用户在看板页面上看到的内容及顺序。' },
    'overview/announcements': { title: '公告', hint: '带日期的消息，最新的在前。' },
    'overview/status': { title: '状态面板', hint: '根据本网关自己的数据显示调用情况，以及计划中的维护。' },
    'overview/uptime-kuma': { title: 'Uptime Kuma 状态页', hint: '在概览的状态面板中显示您自己的监控。' },
    'overview/api-info': { title: 'API 地址', hint: '用户访问本网关的地址。' },
    'overview/faq': { title: '常见问题', hint: '用户常问的问题。' },
    'overview/menu': { title: '自定义菜单项与页面', hint: '控制台菜单中的更多链接和页面。' },
    'other/info': { title: '系统信息', hint: '当前版本，以及是否有新版本。' },
    'other/notice': { title: '公告', hint: '向所有人显示。', failed: '公告保存失败' },
    'other/name': { title: '系统名称', hint: '本站的名称。', failed: '系统名称保存失败' },
    'other/logo': { title: 'Logo', hint: '本站的标志。', failed: 'Logo 保存失败' },
    'other/accent': { title: '主题色', hint: '按钮和链接的颜色。', failed: '主题色保存失败' },
    'other/look': { title: '密度、圆角和字体', hint: '对没有自行选择的用户，控制台的外观。' },
    'other/home': { title: '首页内容', hint: '访客最先看到的内容。', failed: '首页内容保存失败' },
    'other/home-parts': { title: '内置首页', hint: '除模型和价格外还显示什么。', failed: '首页内容保存失败' },
    'other/model-pages': { title: '模型页面', hint: '除价格和能力外还显示什么。', failed: '模型页面设置保存失败' },
    'other/about': { title: '关于页面', hint: '本站由谁运营。', failed: '关于页面保存失败' },
    'other/legal': { title: '本站条款', hint: '新用户须同意的内容。', failed: '条款保存失败' },
    'other/footer': { title: '页脚', hint: '每页底部的一行。', failed: '页脚保存失败' },
  },

  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...overview, ...other },
} satisfies SettingsWords

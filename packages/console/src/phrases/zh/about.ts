import type { Phrases } from '../language-pack.ts'

export const about: Phrases['about'] = {
  title: '关于',
  builtIn: '本站基于 Tollgate 运行。它是程序与 AI 模型之间的网关：放行请求、计量用量、结算费用。',
  operatorHint: '管理员可以在设置中替换这里的内容。',
  version: '版本',
  running: '启动时间',
  failed: '加载关于内容失败',
  noRules: '本站没有该内容。',
  rulesFailed: '页面加载失败',
}

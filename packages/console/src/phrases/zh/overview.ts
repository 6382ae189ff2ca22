import type { Phrases } from '../language-pack.ts'

export const overview: Phrases['overview'] = {
  loadFailed: '面板加载失败',
  announcements: {
    title: '公告',
    none: '暂无公告。',
    all: '显示全部 {{total}} 条',
    types: {
      ongoing: '进行中',
      success: '已完成',
      warning: '警告',
      error: '故障',
    },
  },
  apiInfo: {
    title: 'API 地址',
    measure: '测速',
    measureOf: '测量 {{name}} 的延迟',
    latency: '从此浏览器 {{ms}} 毫秒',
    unreachable: '此浏览器无法访问',
  },
  faq: {
    title: '常见问题',
  },
  status: {
    title: '状态',
    hint: '七天内未在上游失败的调用所占比例。',
    unknown: '目前没有数据。',
    nothingPlanned: '没有计划中的维护。',
    planned: '计划中',
    running: '进行中',
    span: '{{from}} 至 {{until}}',
    day: '{{day}}：{{share}}',
    quietDay: '{{day}}：调用太少',
    notRead: '尚未读到此状态页。',
    uptime: '24 小时 {{share}}',
    states: {
      up: '正常',
      down: '中断',
      pending: '待定',
      maintenance: '维护中',
      unknown: '未知',
    },
    kinds: {
      good: '正常',
      fair: '部分失败',
      bad: '故障',
      quiet: '调用太少',
    },
  },
}

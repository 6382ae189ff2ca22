import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: '面板顺序',
    hint: '拖动，或在手柄上用方向键。已关闭或为空的面板不显示。',
  },
  'console_setting.announcements_enabled': {
    label: '显示公告',
    hint: '在已登录用户的概览页上。',
  },
  StatusPanelEnabled: {
    label: '显示状态面板',
    hint: '用户只看到自己可用的模型和分组，看不到调用次数。使用数据看板的数据。',
  },
  'console_setting.api_info_enabled': {
    label: '显示 API 地址',
    hint: '在已登录用户的概览页上。',
  },
  'console_setting.faq_enabled': {
    label: '显示常见问题',
    hint: '在已登录用户的概览页上。',
  },
  'console_setting.announcements': {
    label: '公告',
    hint: '最多 100 条。文本支持 Markdown；时间在将来的到时才显示。',
  },
  StatusPanelShows: {
    label: '显示状态',
    hint: '最近七天，按天。维护计划始终显示。',
    choices: { models: '模型', groups: '分组', maintenance: '仅维护' },
  },
  PlannedMaintenance: {
    label: '计划维护',
    hint: '最多 20 条。结束前一直显示。',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: '最多 10 个公开状态页，显示在状态面板中。服务器每分钟最多读取一次。',
  },
  'console_setting.api_info': {
    label: 'API 地址',
    hint: '最多 50 个。用户可以复制，并从浏览器测量延迟。',
  },
  'console_setting.faq': {
    label: '常见问题',
    hint: '最多 100 条。回答支持 Markdown。',
  },
  MenuItems: {
    label: '菜单项',
    hint: '最多 20 个。可指向 http(s) 地址，或本控制台的页面，如 /pricing。',
  },
  OwnPages: {
    label: '自定义页面',
    hint: '最多 20 个，用 Markdown 编写，地址为 /page/ 加地址末段。',
  },
} satisfies WordsOfTab<'overview'>

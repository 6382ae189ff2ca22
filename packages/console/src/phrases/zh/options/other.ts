import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  UpdateCheckUrl: {
    label: '版本信息地址',
    hint: '以 JSON 返回最新版本的地址，例如代码托管平台的 …/releases/latest。仅在检查更新时访问；留空则不检查。',
  },
  Notice: {
    label: '公告',
    hint: '在首页向所有人显示，内容变更后向每位已登录用户弹出一次。支持 Markdown 和 HTML；留空则没有公告。',
  },
  SystemName: {
    label: '系统名称',
    hint: '显示在顶栏、窗口标题和邮件中。',
  },
  Logo: {
    label: 'Logo',
    hint: '图片地址；留空则使用内置标志。',
  },
  HomePageContent: {
    label: '首页内容',
    hint: 'Markdown、HTML，或要嵌入的地址；嵌入的页面会收到语言和主题。留空则使用内置首页。',
  },
  About: {
    label: '关于页面',
    hint: 'Markdown、HTML，或要嵌入的地址；留空则使用内置页面。',
  },
  Footer: {
    label: '页脚',
    hint: '每页底部的 HTML；留空则使用内置的一行文字。',
  },
} satisfies WordsOfTab<'other'>

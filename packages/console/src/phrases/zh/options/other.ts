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
  AccentColor: {
    label: '主题色',
    hint: '按钮和链接的颜色，例如 #2a52c4。须足够深，在浅色背景上能看清；留空则使用内置颜色。',
  },
  AccentColorDark: {
    label: '深色主题的主题色',
    hint: '须足够浅，在深色背景上能看清；留空则由上面的颜色提亮得出。',
  },
  ThemeDensity: {
    label: '密度',
    hint: '每个用户可另行选择。',
    choices: { comfortable: '宽松', compact: '紧凑' },
  },
  ThemeRadius: {
    label: '圆角',
    hint: '每个用户可另行选择。',
    choices: { none: '直角', small: '小圆角', large: '大圆角' },
  },
  ThemeFont: {
    label: '字体',
    hint: '每个用户可另行选择。使用读者系统的字体，不加载任何字体。',
    choices: { system: '系统', sans: '无衬线', serif: '衬线', mono: '等宽' },
  },
  HomePageContent: {
    label: '首页内容',
    hint: 'Markdown、HTML，或要嵌入的地址；嵌入的页面会收到语言和主题。留空则使用内置首页。',
  },
  AvailabilityShownEnabled: {
    label: '显示最近 24 小时',
    hint: '在内置首页按小时显示未在本站或上游失败的调用比例，不显示渠道名称和调用次数。数据来自数据看板，须将其开启。',
  },
  ModelFiguresShownEnabled: {
    label: '显示模型的可用率和速度',
    hint: '在每个模型的页面上向所有人显示：30 天可用率，以及按分组的首 token 时间和每秒 token 数。不显示渠道名称、调用次数和访客不能使用的分组。可用率的数据来自数据看板，须将其开启。同时公开每个模型的徽章（/badge/NAME.svg）和故障订阅（/feed.xml、/feed.json）。',
  },
  About: {
    label: '关于页面',
    hint: 'Markdown、HTML，或要嵌入的地址；留空则使用内置页面。',
  },
  UserAgreement: {
    label: '用户协议',
    hint: 'Markdown、HTML，或要嵌入的地址。填写后，须同意才能注册和登录；留空则没有。',
  },
  PrivacyPolicy: {
    label: '隐私政策',
    hint: 'Markdown、HTML，或要嵌入的地址。填写后，须同意才能注册和登录；留空则没有。',
  },
  ChangedRulesAskedAgain: {
    label: '修改后重新征求同意',
    hint: '同意过旧文本的用户，下次登录时须同意新文本。从未同意过的用户总会被询问。',
  },
  Footer: {
    label: '页脚',
    hint: '每页底部的 HTML；留空则使用内置的一行文字。',
  },
} satisfies WordsOfTab<'other'>

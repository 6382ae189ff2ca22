import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const overview = {
  OverviewOrder: {
    label: '面板順序',
    hint: '拖曳，或在把手上用方向鍵。已關閉或為空的面板不顯示。',
  },
  'console_setting.announcements_enabled': {
    label: '顯示公告',
    hint: '在已登入使用者的概覽頁上。',
  },
  StatusPanelEnabled: {
    label: '顯示狀態面板',
    hint: '使用者只看到自己可用的模型和群組，看不到呼叫次數。使用資料儀表板的資料。',
  },
  'console_setting.api_info_enabled': {
    label: '顯示 API 位址',
    hint: '在已登入使用者的概覽頁上。',
  },
  'console_setting.faq_enabled': {
    label: '顯示常見問題',
    hint: '在已登入使用者的概覽頁上。',
  },
  'console_setting.announcements': {
    label: '公告',
    hint: '最多 100 則。文字支援 Markdown；時間在未來者屆時才顯示。',
  },
  StatusPanelShows: {
    label: '顯示狀態',
    hint: '最近七天，逐日顯示。維護計畫始終顯示。',
    choices: { models: '模型', groups: '群組', maintenance: '僅維護' },
  },
  PlannedMaintenance: {
    label: '計畫維護',
    hint: '最多 20 則。結束前一直顯示。',
  },
  'console_setting.uptime_kuma_groups': {
    label: 'Uptime Kuma',
    hint: '最多 10 個公開狀態頁，顯示在狀態面板中。伺服器每分鐘最多讀取一次。',
  },
  'console_setting.api_info': {
    label: 'API 位址',
    hint: '最多 50 個。使用者可以複製，並從瀏覽器測量延遲。',
  },
  'console_setting.faq': {
    label: '常見問題',
    hint: '最多 100 則。回答支援 Markdown。',
  },
  MenuItems: {
    label: '選單項目',
    hint: '最多 20 個。可指向 http(s) 位址，或本主控台的頁面，如 /pricing。',
  },
  OwnPages: {
    label: '自訂頁面',
    hint: '最多 20 個，以 Markdown 編寫，位址為 /page/ 加位址末段。',
  },
} satisfies Incomplete<WordsOfTab<'overview'>>

import type { FurtherPhrases } from '../language-pack.ts'

export const about: FurtherPhrases['about'] = {
  title: '關於',
  builtIn: '本站由 Tollgate 驅動。它是程式與 AI 模型之間的閘道：放行請求、計量用量並計費。',
  operatorHint: '管理員可以在設定中替換這裡的內容。',
  version: '版本',
  running: '啟動時間',
  failed: '載入關於內容失敗',
  noRules: '本站沒有該內容。',
  rulesFailed: '頁面載入失敗',
}

import type { FurtherPhrases } from '../language-pack.ts'

export const session: FurtherPhrases['session'] = {
  noEntry: '此頁面僅限管理員使用',
  noEntryForAdmins: '此頁面僅限超級管理員使用',
  noEntryHint: '您的帳號沒有所需的角色。如果您認為應該有，請聯絡營運者。',
  noRight: '此頁面需要「{{right}}」權限',
  noRightHint: '您沒有此權限。超級管理員可以授予您。',
  backToConsole: '返回主控台',
  statusUnreachable: '無法連線至伺服器',
  statusUnreachableHint: '閘道沒有回應。請檢查網路連線；若剛啟動，請稍候。',
  statusFailed: '載入狀態失敗',
  retry: '重試',
  again: {
    title: '您的工作階段已結束',
    hint: '以 {{name}} 的身分登入後即可繼續，此頁面的內容不會遺失。',
    submit: '登入並繼續',
    other: '以其他方式登入',
  },
}

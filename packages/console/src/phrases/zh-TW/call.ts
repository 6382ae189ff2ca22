import type { FurtherPhrases } from '../language-pack.ts'

export const call: FurtherPhrases['call'] = {
  expired: '未登入或登入已過期，請重新登入',
  tooManyRequests: '請求次數過多，請稍後再試',
  internal: '伺服器內部錯誤，請聯絡管理員',
  demoSite: '本站僅供示範，無伺服器端',
  other: '錯誤：{{message}}',
  failed: '請求失敗',
  unreachable: '無法連線至伺服器',
}

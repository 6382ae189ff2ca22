import type { FurtherPhrases } from '../language-pack.ts'

export const apiDocs: FurtherPhrases['apiDocs'] = {
  intro:
    '供指令碼使用：以 Authorization 傳送系統存取權杖，以 {{header}} 傳送其使用者 ID。每個回應都包含 success、message 和 data。',
  search: '尋找 API',
  download: 'OpenAPI 描述',
  loadFailed: '無法載入 API 描述',
  nothing: '沒有與「{{query}}」相符的 API',
  access: {
    public: '所有人',
    user: '使用者',
    admin: '管理員',
    root: '超級管理員',
    token: '權杖持有者',
  },
  confirm: '需要在瀏覽器中重新確認，指令碼無法呼叫。',
  limit: '{{minutes}} 分鐘內最多 {{attempts}} 次。',
  parameters: '參數',
  body: '請求本文',
  reply: '回應',
  example: '範例',
}

import type { Right } from '../../rights.ts'

export const rights: Record<Right, { name: string; opens: string }> = {
  'channels.see': { name: '管道：檢視', opens: '管道及其健康狀態、金鑰狀態和標記，不含任何機密' },
  'channels.operate': {
    name: '管道：操作',
    opens: '啟用、停用、測試、打標籤、複製和刪除管道；模型、群組、優先順序和權重',
  },
  'channels.keys': {
    name: '管道：金鑰',
    opens: '讀取和修改金鑰、位址、代理、參數覆寫和模型對應，它們含有機密，或決定金鑰送往何處、由哪個模型回答',
  },
  'users.see': { name: '使用者：檢視', opens: '使用者及其餘額、工作階段和訂閱' },
  'users.edit': {
    name: '使用者：編輯',
    opens: '建立、改名、停用和註銷使用者；密碼、登入身分、兩步驟驗證和備註',
  },
  'users.balances': { name: '使用者：餘額', opens: '使用者的餘額、限額和群組，訂單，退款，以及贈送的方案' },
  messages: { name: '給使用者的訊息', opens: '在主控台和透過郵件給使用者傳送訊息，並可收回' },
  prices: { name: '價格', opens: '模型、群組和方案的價格，模型限額，自用模式，價目表和重算' },
  logs: { name: '他人日誌', opens: '所有人的日誌、計費明細、繪圖、任務和統計，含使用者名稱和管道名' },
  codes: { name: '兌換碼', opens: '兌換碼' },
  settings: { name: '不涉及存取權的設定', opens: '除價格和超級管理員專屬之外的設定；警示和更新檢查' },
  jobs: { name: '背景任務', opens: '背景任務、「伺服器」頁面（不含其日誌），以及刪除舊日誌' },
}

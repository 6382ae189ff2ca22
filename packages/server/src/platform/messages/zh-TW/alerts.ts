import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: '測試警示', text: '這是一則測試訊息，沒有任何問題。' },
  rules: {
    channel_down: {
      title: '管道 {id}（{name}）不可用',
      text: '管道 {id}（{name}）不再接收呼叫：已被自動停用，或持續失敗。',
      over: '管道 {id}（{name}）已恢復，或不再使用。',
    },
    wallet_low: {
      title: '管道 {id}（{name}）餘額不足',
      text: '管道 {id}（{name}）在上游剩餘 {balance} 美元，低於 {least}。',
      over: '管道 {id}（{name}）餘額已足夠。',
    },
    error_rate: {
      title: '大量呼叫失敗',
      text: '最近 {minutes} 分鐘內 {percent} % 的呼叫在上游失敗：{all} 次中的 {failed} 次。',
      over: '失敗的呼叫已減少。',
    },
    books_wrong: {
      title: '帳目不平',
      text: '每日核對發現 {count} 處差異。請執行稽核以檢視。',
      over: '帳目已平。',
    },
    job_failed: {
      title: '任務 {name} 失敗',
      text: '背景任務 {name} 上一次執行失敗：{error}',
      over: '背景任務 {name} 已恢復正常。',
    },
    price_raised: {
      title: '{model} 的上游價格高於我們的價格',
      text: '價目表 {list} 對 {model} 的價格現在比我們高 {percent} %：{theirs} 美元，我們為 {ours} 美元（按三百萬輸入加一百萬輸出 tokens，或最貴的計價單位）。',
      over: '{model} 的價格已不低於價目表 {list}，或該價目表不再包含它。',
    },
    database_away: {
      title: '資料庫不可用',
      text: '伺服器 {server} 無法連線資料庫。恢復之前，呼叫會被拒絕。',
      over: '伺服器 {server} 已重新連線資料庫。',
    },
    database_read_only: {
      title: '資料庫無法寫入',
      text: '伺服器 {server} 可以連線資料庫，但無法寫入：資料庫唯讀，或磁碟已滿。',
      over: '伺服器 {server} 已可寫入資料庫。',
    },
    redis_away: {
      title: 'Redis 不可用',
      text: '伺服器 {server} 無法連線 Redis。呼叫不受影響，但各節點單獨計算限額。',
      over: '伺服器 {server} 已重新連線 Redis。',
    },
    not_ready: {
      title: '伺服器未就緒',
      text: '伺服器 {server} 無法處理呼叫：資料庫不可用，或無法寫入扣費。',
      over: '伺服器 {server} 已恢復處理呼叫。',
    },
    node_lost: {
      title: '節點失聯',
      text: '節點 {node} 沒有回應：程序已終止或停滯，或無法連線資料庫。',
      over: '節點 {node} 已恢復回應，或已被移除。',
    },
    funds_held: {
      title: '失聯節點佔用額度',
      text: '節點 {node} 沒有回應，仍佔用使用者額度 {quota}；該節點被移除後額度會退回。',
      over: '節點 {node} 佔用的額度已退回。',
    },
    disk_full: {
      title: '磁碟將滿',
      text: '伺服器 {server} 資料目錄或資料庫所在磁碟的可用空間為 {percent} %，低於 {least} %。',
      over: '伺服器 {server} 的磁碟空間已足夠。',
    },
    own_errors: {
      title: '伺服器大量回應 5xx',
      text: '最近 {minutes} 分鐘內，伺服器 {server} 有 {percent} % 的呼叫以 5xx 結束：{all} 次中的 {failed} 次。',
      over: '伺服器 {server} 的 5xx 呼叫已減少。',
    },
  },
}

import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const modelRelated = {
  'global.pass_through_request_enabled': {
    label: '原樣轉發請求',
    hint: '將用戶端的請求本文原樣傳送，不做格式轉換、模型對應和參數覆蓋。上游必須支援用戶端所用的格式。',
  },
  'general_setting.ping_interval_enabled': {
    label: '保持等待中的流不斷開',
    hint: '模型沒有輸出時定期傳送註解行，避免代理和用戶端斷開連線。',
  },
  'general_setting.ping_interval_seconds': {
    label: 'Ping 間隔',
    hint: '應短於本站與使用者之間最短的逾時時間。',
    unit: '秒',
  },
  'relay_setting.connect_timeout_seconds': {
    label: '連線逾時',
    hint: '在此時間內連不上的上游視為失敗。0 表示一直等待。',
    unit: '秒',
  },
  'relay_setting.first_byte_timeout_seconds': {
    label: '首位元組逾時',
    hint: '推理模型在回答之前可能要思考好幾分鐘。0 表示一直等待。',
    unit: '秒',
  },
  'relay_setting.idle_timeout_seconds': {
    label: '回答中的最長靜默',
    hint: '串流回答靜默超過此時間即結束。0 表示一直等待。',
    unit: '秒',
  },
  'relay_setting.browser_origins': {
    label: '允許呼叫 API 的網頁',
    hint: '每行一個來源，例如 https://app.example。留空表示任何網站的網頁都可以使用使用者的金鑰呼叫。',
  },
  'relay_setting.read_on_seconds': {
    label: '用戶端離開後繼續讀取',
    hint: '對看不到推理過程的模型，為取得用量最多繼續讀取這麼久，內容不會保留。0：立即依估算收取推理費用。',
    unit: '秒',
  },
  'relay_setting.context_windows': {
    label: '上下文視窗',
    hint: '模型 → token 數。回報的輸入超過此數時將被截到此數並標記。優先於價格表自帶的數值；兩處都沒有的模型使用寬鬆的上限。',
  },
  'relay_setting.output_limits': {
    label: '輸出上限',
    hint: '模型 → token 數。單一回答回報的輸出超過此數時將被截到此數並標記。未設定時以上下文視窗為準。用戶端要求更多時，只向上游請求此數。',
  },
  'stored_responses.enabled': {
    label: '儲存回應',
    hint: '用戶端可以再次取回回應、用 previous_response_id 接著對話，或讓它在背景執行。內容加密，僅所有者可用。自行儲存回應的上游由其自己儲存。',
  },
  'stored_responses.unasked': {
    label: '用戶端未說明時也儲存',
    hint: '與 OpenAI 的做法一致。否則只儲存請求中寫明「store」: true 的回應。',
  },
  'stored_responses.days': {
    label: '儲存時間',
    hint: '到期後刪除。',
    unit: '天',
  },
  'stored_responses.mib_each': {
    label: '單一回應的上限',
    hint: '連同請求超過此大小的回應照常傳回，但不儲存。',
    unit: 'MiB',
  },
  'stored_responses.mib_per_user': {
    label: '每個使用者的空間',
    hint: '用滿後先刪除最舊的。',
    unit: 'MiB',
  },
  'gemini.safety_settings': {
    label: '安全門檻',
    hint: '危害類別 → 門檻。「default」用於所有未列出的類別。',
  },
  'gemini.version_settings': {
    label: 'API 版本',
    hint: '模型 → 呼叫的 API 版本。「default」用於所有未列出的模型。',
  },
  'gemini.supported_imagine_models': {
    label: '繪圖模型',
    hint: '向這些模型同時請求文字和圖片。',
  },
  'gemini.thinking_adapter_enabled': {
    label: '依模型名稱控制思考',
    hint: '名稱以 ‑thinking 結尾開啟思考，以 ‑nothinking 結尾關閉思考。',
  },
  'gemini.thinking_adapter_budget_tokens_percentage': {
    label: '思考占比',
    hint: '回答長度上限中可用於思考的比例，0.1 到 1；最多 24576 個 token。',
  },
  'claude.model_headers_settings': {
    label: '附加請求標頭',
    hint: '模型 → 請求標頭 → 值。隨該模型的每個請求一起傳送，例如 anthropic-beta。',
  },
  'claude.default_max_tokens': {
    label: '預設回答長度',
    hint: '模型 → token 數。未列出的模型可寫到自身上限；上限未知時使用「default」。Claude 要求給出長度，其他格式往往沒有。',
  },
  'claude.thinking_adapter_enabled': {
    label: '依模型名稱開啟思考',
    hint: '名稱以 ‑thinking 結尾時開啟思考。',
  },
  'claude.thinking_adapter_budget_tokens_percentage': {
    label: '思考占比',
    hint: '回答長度上限中可用於思考的比例，0.1 到 1。',
  },
} satisfies Incomplete<WordsOfTab<'model-related'>>

import type { FurtherPhrases } from '../language-pack.ts'

export const channelEditors: FurtherPhrases['channelEditors'] = {
  add: '新增一行',
  remove: '移除 {{name}}',
  repeated: '這一行已存在',
  broken: 'JSON 有效後會顯示表格。',
  asJson: '以 JSON 編輯{{name}}',
  asTable: '以表格編輯{{name}}',
  before: '用戶端傳送',
  after: '上游收到',
  mapping: {
    from: '請求的名稱',
    to: '傳送的名稱',
    circle: '「{{name}}」形成循環',
    notServed: '「{{name}}」不在所提供的模型中，無人能請求它',
    unknownTarget: '「{{target}}」不在該類型的已知模型中',
  },
  status: {
    from: '上游狀態碼',
    to: '視為',
    invalid: '狀態碼是 100 到 599 的數字',
    outcome: '上游傳回 {{from}} 時，閘道會依 {{to}} 處理並回應。',
  },
  paste: {
    open: '從 curl 命令或程式碼填寫',
    label: 'curl 命令、程式碼或環境變數',
    hint: '貼到這裡：會填入類型、位址、金鑰和模型。內容只留在此瀏覽器中。',
    filled: '已填入：{{names}}',
    nothing: '沒有找到位址、金鑰或模型。',
  },
  headers: {
    label: '請求標頭',
    hint: '隨每次呼叫傳送（影片、音樂、繪圖任務除外），替換閘道的同名請求標頭。{api_key} 是管道金鑰，{client_header:NAME} 是用戶端名為 NAME 的請求標頭；用戶端未傳送的請求標頭不會轉發。',
    name: '請求標頭',
    value: '值',
    problem: {
      name: '請求標頭名稱由字母、數字和連字號組成',
      reserved: '該請求標頭由閘道自己寫入',
      value: '值為 1 到 4096 個可列印的 ASCII 字元',
      credential: '用戶端存取本閘道的金鑰不能傳給上游',
    },
  },
  override: { member: '欄位', value: '值（JSON 或文字）' },
  setting: {
    all: '從限制開始的以上全部設定，以及沒有單獨輸入框的設定。',
    proxy: { label: 'Proxy', hint: 'http、https 或 socks5；使用者名稱和密碼寫在位址中。' },
    system_prompt: { label: '系統提示詞', hint: '用於沒有系統提示詞的請求。' },
    system_prompt_override: { label: '系統提示詞用於所有請求', hint: '也會放在請求自身的指令之前。' },
    force_format: { label: '僅 OpenAI 的欄位', hint: '聊天回應只包含 OpenAI 文件中的欄位。' },
    thinking_to_content: { label: '思考寫入內文', hint: '適用於不單獨顯示思考的聊天用戶端。' },
    pass_through_body_enabled: { label: '原樣傳送請求本文', hint: '請求本文不作更改：沒有對應，沒有覆蓋。' },
  },
}

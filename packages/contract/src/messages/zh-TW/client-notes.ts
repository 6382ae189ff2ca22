import type { ClientNote } from '../../clients/client-guide.ts'

export const clientNotes: Record<ClientNote, string> = {
  small_model: '除所選模型外，它還用一個小模型產生標題和摘要；請填寫此處存在的模型。',
  no_v1: '位址不帶 /v1：用戶端會自行加上路徑。',
  auth_conflict: '不要同時設定 ANTHROPIC_API_KEY：它會與此金鑰一起傳送。',
  public_address: '呼叫由其廠商的伺服器發起，因此該位址必須能從網際網路存取。',
  key_in_shell: '金鑰從啟動該程式的環境變數中讀取。',
  reasoning_dropped: '在此格式下，它不會把模型的推理內容發回；對推理簽名的模型每一輪都會重新推理。',
  own_server: '呼叫由它的伺服器發起，伺服器必須能存取該位址。',
  context_window: '它並不瞭解每個模型的上下文視窗；猜測有誤時請自行設定。',
  trusted_folder: '它只在受信任的資料夾中工作：啟動時會詢問；上面命令中的參數表示信任目前資料夾。',
  model_warnings: '它並不瞭解每個模型的價格和視窗；最後一行使它不再詢問。',
}

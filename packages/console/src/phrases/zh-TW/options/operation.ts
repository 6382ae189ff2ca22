import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

const languages = { en: '英語', zh: '簡體中文', ru: '俄語', fr: '法語', ja: '日語', vi: '越南語', 'zh-TW': '繁體中文' }

export const operation = {
  TopUpLink: {
    label: '儲值連結',
    hint: '使用者購買額度或兌換碼的網址，顯示在錢包頁。',
  },
  'general_setting.docs_link': {
    label: '文件連結',
    hint: '您自己的文件，顯示在頂端列；留空則不顯示。',
  },
  'general_setting.fallback_language': {
    label: '新訪客的語言',
    hint: '用於瀏覽器未宣告主控台所支援語言的訪客。',
    choices: languages,
  },
  DisplayInCurrencyEnabled: {
    label: '以美元顯示額度',
    hint: '開啟：餘額和費用顯示為 $1.00；關閉：顯示額度數值。',
  },
  DisplayTokenStatEnabled: {
    label: '餘額查詢傳回權杖額度',
    hint: '開啟：用戶端查詢餘額時傳回所用權杖的額度；關閉：傳回該使用者的額度。',
  },
  DefaultCollapseSidebar: {
    label: '預設收合側邊欄',
    hint: '對尚未自行選擇的所有人生效。',
  },
  SelfUseModeEnabled: {
    label: '自用模式',
    hint: '僅供自己使用：不開放註冊，未設定價格的模型也可以呼叫。',
  },
  DemoSiteEnabled: {
    label: '示範網站',
    hint: '任何人都不能修改內容、發起測試或傳送郵件；只有超級管理員可以修改選項，以結束示範。',
  },
  QuotaForNewUser: {
    label: '新使用者初始額度',
    hint: '註冊時一次性贈送。',
  },
  QuotaForInviter: {
    label: '邀請獎勵額度',
    hint: '每有一位新使用者透過邀請註冊，邀請人獲得的額度。',
  },
  QuotaForInvitee: {
    label: '受邀獎勵額度',
    hint: '新使用者透過邀請註冊時額外獲得的額度。',
  },
  QuotaRemindThreshold: {
    label: '餘額提醒門檻',
    hint: '餘額低於此值時提醒使用者；使用者自己設定的門檻優先。',
  },
  PreConsumedQuota: {
    label: '預留的回答長度',
    hint: '請求沒有說明回答長度上限時，為回答預留多少 token。',
    unit: 'token',
  },
  QuotaPerUnit: {
    label: '每美元對應的額度',
    hint: '一美元等於多少額度。已有餘額的數值不變，因此修改它會改變餘額的價值。',
  },
  LogConsumeEnabled: {
    label: '記錄每次呼叫',
    hint: '關閉後照常計費，但使用日誌中不再留下記錄。',
  },
  'archive_setting.enabled': {
    label: '刪除前先封存',
    hint: '清除的日誌會先寫入壓縮檔案。帳目核對仍會計入，並可用 tollgate logs 查閱。',
  },
  'archive_setting.after_days': {
    label: '封存早於此天數的日誌',
    hint: '到期後自動移出日誌。0：僅封存手動清除的部分。',
    unit: '天',
  },
  'archive_setting.place': {
    label: '封存位置',
    hint: '資料夾的完整路徑，或 S3 儲存貯體位址，例如 https://s3.eu-central-1.amazonaws.com/bucket/logs。留空：資料目錄中的 log-archive。',
  },
  'archive_setting.s3_region': {
    label: '儲存貯體區域',
    hint: '留空：以位址為準。',
  },
  'archive_setting.s3_access_key_id': {
    label: '存取金鑰 ID',
    hint: '該帳號須能在儲存貯體中寫入、讀取和刪除。',
  },
  'archive_setting.s3_secret': {
    label: '存取金鑰',
    hint: '用於為每個請求簽章，不會被傳送。',
  },
  'mirror_setting.enabled': {
    label: '規劃映像呼叫',
    hint: '傳送到 /mirror 的另一閘道的呼叫副本只做規劃：不呼叫上游，不扣費，除彙總外不保留任何內容。',
  },
  RetryTimes: {
    label: '失敗重試次數',
    hint: '管道在傳回首位元組之前失敗時，再嘗試多少個管道。0 表示不重試。',
  },
  AffinityRules: {
    label: '黏著路由規則',
    hint: '鍵相同的呼叫會留在上次回應的管道上。由第一條既符合呼叫又能找到鍵的規則決定；沒有這樣的規則時，依用戶端給出的名稱或對話開頭辨識對話。* 代表任意文字。',
  },
  ChannelDisableThreshold: {
    label: '管道測試最長時間',
    hint: '測試超過此時間的管道視為失敗。0 表示不限制。',
    unit: '秒',
  },
  AutomaticDisableChannelEnabled: {
    label: '失敗時自動停用管道',
    hint: '金鑰被拒、餘額用盡或測試失敗時停用該管道。',
  },
  AutomaticEnableChannelEnabled: {
    label: '成功時自動啟用管道',
    hint: '被自動停用的管道再次測試成功後恢復使用。',
  },
  'monitor_setting.auto_test_channel_enabled': {
    label: '定期測試管道',
    hint: '依下面的間隔用小請求測試每個管道，上游會向您收費。',
  },
  'monitor_setting.auto_test_channel_minutes': {
    label: '測試間隔',
    hint: '從一次開始到下一次開始的時間。',
    unit: '分鐘',
  },
  'monitor_setting.update_balance_minutes': {
    label: '更新餘額間隔',
    hint: '查詢所有已啟用管道的供應商餘額。若啟用自動停用，餘額用盡的管道會被停用。0 表示僅手動。',
    unit: '分鐘',
  },
  AutomaticDisableKeywords: {
    label: '自動停用關鍵詞',
    hint: '一行一個，不區分大小寫。上游錯誤包含其中之一時停用該管道。',
  },
  MetricsToken: { label: '指標權杖', hint: '讀取 /metrics 時以 Authorization: Bearer … 傳送。' },
  MetricsAddresses: { label: '可讀取指標的位址', hint: '無需權杖。每行一個位址或網段，例如 10.0.0.0/8。' },
  AlertsEnabled: { label: '傳送警示', hint: '傳送到下面填寫的 Webhook 和電子郵件。' },
  'alert_setting.webhook_url': {
    label: 'Webhook 位址',
    hint: '每則警示以 JSON 形式 POST 到此位址，可以是內部網路位址。',
  },
  'alert_setting.webhook_secret': {
    label: 'Webhook 金鑰',
    hint: '用於簽章：X-Webhook-Signature 為請求本文的 HMAC-SHA256（十六進位制）。',
  },
  'alert_setting.email': { label: '電子郵件地址', hint: '透過系統設定中的郵件伺服器傳送。' },
  'alert_setting.language': {
    label: '警示語言',
    hint: '標題和內文的語言。',
    choices: languages,
  },
  'alert_setting.channel_down': { label: '管道不可用', hint: '管道被自動停用，或因持續失敗而暫停使用。' },
  'alert_setting.wallet_below': {
    label: '上游餘額不足',
    hint: '啟用的管道餘額低於此值時發出警示。0 表示從不。',
    unit: '美元',
  },
  'alert_setting.error_percent': {
    label: '大量呼叫失敗',
    hint: '在上游失敗的呼叫達到此比例時發出警示，依使用日誌統計。0 表示從不。',
    unit: '%',
  },
  'alert_setting.error_minutes': { label: '統計時長', hint: '統計失敗呼叫的時間範圍。', unit: '分鐘' },
  'alert_setting.error_least_calls': { label: '最少呼叫數', hint: '該時間內呼叫少於此數時不發出警示。', unit: '次' },
  'alert_setting.books': { label: '帳目不平', hint: '開啟後，每天由專門的任務核對帳目。' },
  'alert_setting.jobs': { label: '背景任務失敗', hint: '直到下一次執行成功。' },
  'alert_setting.prices': {
    label: '上游價格漲到高於我們的價格',
    hint: '依據「模型與價格」頁面讀取的價目表。',
  },
  'alert_setting.server': {
    label: '伺服器故障',
    hint: '資料庫或 Redis 不可用、無法處理呼叫時，由伺服器自行發出警示。',
  },
  'alert_setting.nodes': { label: '節點失聯', hint: '由其他節點發出警示，並說明其仍佔用的使用者額度。' },
  'alert_setting.disk_percent': {
    label: '磁碟將滿',
    hint: '可用空間低於此值時發出警示。0 表示不發出警示。',
    unit: '%',
  },
  'alert_setting.own_error_percent': {
    label: '5xx 呼叫占比',
    hint: '單台伺服器的呼叫占比。0 表示不發出警示。',
    unit: '%',
  },
  DrawingEnabled: {
    label: '繪圖功能',
    hint: '在選單中顯示繪圖日誌。',
  },
  TaskEnabled: {
    label: '任務功能',
    hint: '在選單中顯示音樂、影片等任務日誌。',
  },
  MjNotifyEnabled: {
    label: '允許繪圖回呼',
    hint: '上游將變化通知本閘道，由閘道轉發到用戶端指定的位址。需要設定伺服器位址。',
  },
  MjAccountFilterEnabled: {
    label: '允許用戶端選擇帳號',
    hint: '將用戶端的 accountFilter 參數轉給繪圖上游。',
  },
  MjModeClearEnabled: {
    label: '忽略提示詞中的速度參數',
    hint: '去掉 --fast、--relax 和 --turbo，速度只由管道決定。',
  },
  MjForwardUrlEnabled: {
    label: '由本站轉發圖片',
    hint: '圖片連結指向本閘道，不暴露上游位址。',
  },
  MjActionCheckSuccessEnabled: {
    label: '僅允許操作已完成的繪圖',
    hint: '繪圖尚未成功時，拒絕放大或變化等操作。',
  },
  CheckSensitiveEnabled: {
    label: '敏感詞過濾',
    hint: '總開關：關閉後以下各項均不生效。',
  },
  CheckSensitiveOnPromptEnabled: {
    label: '檢查提示詞',
    hint: '提示詞含有敏感詞時直接拒絕，不會傳送也不會計費。',
  },
  CheckSensitiveOnCompletionEnabled: {
    label: '檢查回答',
    hint: '在模型的回答中查詢列出的詞，串流回答會跨片段查詢。即時工作階段和批次結果不檢查。',
  },
  StopOnSensitiveEnabled: {
    label: '遇到敏感詞時停止回答',
    hint: '開啟：回答在此處以錯誤結束，已產生的部分照常計費。關閉：用星號遮蓋該詞，回答繼續。',
  },
  SensitiveWords: {
    label: '敏感詞清單',
    hint: '一行一個，不區分大小寫。',
  },
  DataExportEnabled: {
    label: '資料儀表板',
    hint: '依使用者、模型和小時彙總用量，並在選單中顯示資料儀表板。',
  },
  DataExportInterval: {
    label: '更新間隔',
    hint: '開啟的儀表板多久重新讀取一次資料。間隔越短資料越新，資料庫負擔也越重。',
    unit: '分鐘',
  },
  DataExportDefaultTime: {
    label: '預設時間粒度',
    hint: '開啟資料儀表板時依什麼時間單位彙總。',
    choices: { hour: '依小時', day: '依天', week: '依週' },
  },
  GroupRatio: {
    label: '群組倍率',
    hint: '所有群組及其價格倍率：1 為原價，0.8 為八折，0 為免費。',
  },
  UserUsableGroups: {
    label: '使用者可選群組',
    hint: '使用者建立權杖時可以選擇的群組及其說明。使用者自己的群組始終可選。',
  },
  GroupGroupRatio: {
    label: '群組之間的倍率',
    hint: '某一群組的使用者使用另一群組時的倍率，取代該群組自身的倍率。',
  },
  AutoGroups: {
    label: '「auto」的順序',
    hint: '群組為「auto」的權杖，由此順序中第一個其所有者可用且有該模型管道的群組提供服務並計費。留空則沒有此群組。',
  },
  DefaultUseAutoGroup: {
    label: '新權杖預設使用「auto」',
    hint: '建立者未選擇其他群組且已設定順序時生效。',
  },
  Chats: {
    label: '聊天用戶端',
    hint: '每項為名稱和連結。{key} 和 {address} 會替換為使用者的金鑰和本站位址；{cherryConfig}、{deepchatConfig}、{aionuiConfig} 以相應程式的格式包含兩者。網頁在框架中開啟，其他連結開啟本機程式。',
  },
  ChatLink: {
    label: '聊天連結',
    hint: '上述清單之外單獨開啟的聊天用戶端；沒有則留空。',
  },
  ChatLink2: {
    label: '聊天連結 2',
    hint: '另一個聊天用戶端，開啟時帶上使用者的金鑰。',
  },
  ModelPrice: {
    label: '模型固定價格',
    hint: '每次呼叫的價格（美元）。列在這裡的模型按次計費，忽略其倍率。',
  },
  ModelRatio: {
    label: '模型倍率',
    hint: '輸入價格：1 等於每百萬 token 2 美元。未列出的模型使用內建價格表。',
  },
  CompletionRatio: {
    label: '補全倍率',
    hint: '回答 token 的價格是輸入價格的多少倍。',
  },
  CacheRatio: {
    label: '快取倍率',
    hint: '命中快取的 token 價格是輸入價格的多少：0.1 即十分之一。',
  },
  ModelPrices: {
    label: '價格文件',
    hint: '依模型，以美元計：倍率無法表達的內容，例如分檔、依尺寸計價的圖片或時段。上面四個選項若列出該模型，則以它們為準。',
  },
  ModelMetadata: {
    label: '模型說明',
    hint: '依模型：可用來呼叫它的其他名稱（`aliases`）、`description`、`maker`，以及 vision 等 `abilities`。條目未給出的內容以內建清單為準。別名與其模型同價；若有管道把該名稱列為模型，則它就是那個模型。',
  },
  'price_list_setting.every_hours': {
    label: '讀取價目表的間隔',
    hint: '「模型與價格」頁面上的價目表。0 表示只手動讀取。',
    unit: '小時',
  },
} satisfies Incomplete<WordsOfTab<'operation'>>

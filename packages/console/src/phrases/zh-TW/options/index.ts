import type { Incomplete } from '../../language-pack.ts'
import type { SettingsWords } from '../../settings-words.ts'
import { modelRelated } from './model-related.ts'
import { operation } from './operation.ts'
import { other } from './other.ts'
import { overview } from './overview.ts'
import { rateLimit } from './rate-limit.ts'
import { system } from './system.ts'

export default {
  tabs: {
    operation: '營運設定',
    'rate-limit': '速率限制設定',
    'model-related': '模型相關設定',
    system: '系統設定',
    overview: '概覽',
    other: '其他設定',
  },

  sections: {
    'operation/general': { title: '通用設定', hint: '連結、顯示方式和使用模式。' },
    'operation/quota': { title: '額度設定', hint: '贈送給使用者的額度，以及額度的計算方式。' },
    'operation/logs': { title: '日誌設定', hint: '記錄哪些呼叫，保留多久。' },
    'operation/monitoring': { title: '監控設定', hint: '管道失敗時如何處理。' },
    'operation/metrics': {
      title: '監控指標',
      hint: '供 Prometheus 從 /metrics 讀取。其中包含模型、呼叫量和費用，因此在設定權杖或位址之前關閉。',
    },
    'operation/alerts': { title: '警示', hint: '出現問題時通知一次，恢復時再通知一次。' },
    'operation/drawing': { title: '繪圖與任務', hint: 'Midjourney 等需要等待的工作。' },
    'operation/sensitive-words': { title: '敏感詞過濾', hint: '不允許通過的詞語。' },
    'operation/dashboard': { title: '資料儀表板', hint: '儀表板圖表背後的資料。' },
    'operation/groups': { title: '群組設定', hint: '使用者群組、價格倍率和可選範圍。' },
    'operation/chats': { title: '聊天設定', hint: '使用者可以用自己的金鑰開啟的聊天用戶端。' },
    'operation/model-ratio': { title: '模型價格', hint: '您自己的價格，優先於內建價格表。' },
    'rate-limit/model-request': { title: '模型請求', hint: '每位使用者可以發起多少模型請求。' },
    'rate-limit/nodes': { title: '多節點', hint: '多個節點共同服務時如何執行限制。' },
    'rate-limit/addresses': {
      title: '單一位址的請求數',
      hint: '超出時傳回 429。在代理之後執行時請在 TRUSTED_PROXIES 中列出代理，否則其所有用戶端算作一個位址。本機請求不計。',
    },
    'rate-limit/connections': { title: '連線', hint: '傳送很少或不傳送資料的用戶端可以佔用多少。' },
    'rate-limit/memory': { title: '記憶體', hint: '進行中的呼叫可以佔用多少。' },
    'model-related/global': { title: '全域設定', hint: '請求如何接收和轉發。' },
    'model-related/relay': { title: '逾時', hint: '等待上游多久之後視為失敗，以及無人等待時繼續讀取多久。' },
    'model-related/model-limits': {
      title: '模型上限',
      hint: '模型最多接收和輸出多少 token，優先於價格表中的數值。',
    },
    'model-related/stored-responses': {
      title: '儲存的回應',
      hint: '供再次取回回應或接著對話的用戶端使用。',
    },
    'model-related/gemini': { title: 'Gemini', hint: '用於 Google Gemini 管道。' },
    'model-related/claude': { title: 'Claude', hint: '用於 Anthropic Claude 管道。' },
    'system/general': { title: '通用設定', hint: '本閘道的位址。' },
    'system/worker': { title: 'Worker', hint: '代替本伺服器存取外部的服務。' },
    'system/payment': { title: '付款設定', hint: '使用者如何線上購買額度。' },
    'system/stripe': { title: 'Stripe', hint: '在 Stripe 頁面上用信用卡等方式支付。' },
    'system/invoice': { title: '發票', hint: '已付款訂單的可列印發票上顯示的經營者資訊。名稱為空時不提供發票。' },
    'system/login': { title: '登入與註冊', hint: '誰可以進入，以什麼方式進入。' },
    'system/email-domain': { title: '電子郵件網域', hint: '哪些電子郵件地址可以註冊。' },
    'system/smtp': { title: 'SMTP 郵件伺服器', hint: '傳送驗證碼、密碼重設郵件和提醒。' },
    'system/oidc': { title: 'OIDC', hint: '在提供者填寫的回呼位址為伺服器位址加 /oauth/oidc。' },
    'system/oidc-providers': {
      title: '更多 OIDC 提供者',
      hint: '每個提供者有自己的按鈕。在提供者填寫的回呼位址為伺服器位址加 /oauth/ 及其識別碼。',
    },
    'system/github': { title: 'GitHub', hint: '使用者登入所用的 OAuth 應用程式。' },
    'system/linuxdo': { title: 'LINUX DO', hint: '使用者登入所用的應用程式。' },
    'system/wechat': { title: '微信', hint: '官方帳號背後的伺服器。' },
    'system/telegram': { title: 'Telegram', hint: '使用者登入所用的機器人。' },
    'system/turnstile': { title: 'Turnstile', hint: 'Cloudflare 的真人驗證。' },
    'overview/panels': { title: '概覽頁', hint: '使用者在儀表板頁面上看到的內容及順序。' },
    'overview/announcements': { title: '公告', hint: '帶日期的消息，最新的在前。' },
    'overview/status': { title: '狀態面板', hint: '根據本閘道自己的資料顯示呼叫情況，以及計畫中的維護。' },
    'overview/uptime-kuma': { title: 'Uptime Kuma 狀態頁', hint: '在概覽的狀態面板中顯示您自己的監控。' },
    'overview/api-info': { title: 'API 位址', hint: '使用者存取本閘道的位址。' },
    'overview/faq': { title: '常見問題', hint: '使用者常問的問題。' },
    'overview/menu': { title: '自訂選單項目與頁面', hint: '主控台選單中的更多連結和頁面。' },
    'other/info': { title: '系統資訊', hint: '目前版本，以及是否有新版本。' },
    'other/notice': { title: '公告', hint: '向所有人顯示。', failed: '公告儲存失敗' },
    'other/name': { title: '網站名稱', hint: '本站的名稱。', failed: '網站名稱儲存失敗' },
    'other/logo': { title: 'Logo', hint: '本站的標誌。', failed: 'Logo 儲存失敗' },
    'other/accent': { title: '主題色', hint: '按鈕和連結的顏色。', failed: '主題色儲存失敗' },
    'other/look': { title: '密度、圓角和字型', hint: '對沒有自行選擇的使用者，主控台的外觀。' },
    'other/home': { title: '首頁內容', hint: '訪客最先看到的內容。', failed: '首頁內容儲存失敗' },
    'other/home-parts': { title: '內建首頁', hint: '除模型和價格外還顯示什麼。', failed: '首頁內容儲存失敗' },
    'other/model-pages': { title: '模型頁面', hint: '除價格和能力外還顯示什麼。', failed: '模型頁面設定儲存失敗' },
    'other/about': { title: '關於頁面', hint: '本站由誰營運。', failed: '關於頁面儲存失敗' },
    'other/legal': { title: '本站條款', hint: '新使用者須同意的內容。', failed: '條款儲存失敗' },
    'other/footer': { title: '頁尾', hint: '每頁底部的一行。', failed: '頁尾儲存失敗' },
  },

  options: { ...operation, ...rateLimit, ...modelRelated, ...system, ...overview, ...other },
} satisfies Incomplete<SettingsWords>

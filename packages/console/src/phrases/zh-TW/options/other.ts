import type { Incomplete } from '../../language-pack.ts'
import type { WordsOfTab } from '../../settings-words.ts'

export const other = {
  UpdateCheckUrl: {
    label: '版本資訊位址',
    hint: '以 JSON 傳回最新版本的位址，例如程式碼代管平台的 …/releases/latest。僅在檢查更新時存取；留空則不檢查。',
  },
  Notice: {
    label: '公告',
    hint: '在首頁向所有人顯示，內容變更後向每位已登入使用者顯示一次。支援 Markdown 和 HTML；留空則沒有公告。',
  },
  SystemName: {
    label: '網站名稱',
    hint: '顯示在頂端列、視窗標題和郵件中。',
  },
  Logo: {
    label: 'Logo',
    hint: '圖片位址；留空則使用內建標誌。',
  },
  AccentColor: {
    label: '主題色',
    hint: '按鈕和連結的顏色，例如 #2a52c4。須足夠深，在淺色背景上能看清；留空則使用內建顏色。',
  },
  AccentColorDark: {
    label: '深色主題的主題色',
    hint: '須足夠淺，在深色背景上能看清；留空則由上面的顏色提亮得出。',
  },
  ThemeDensity: {
    label: '密度',
    hint: '每位使用者可另行選擇。',
    choices: { comfortable: '寬鬆', compact: '緊湊' },
  },
  ThemeRadius: {
    label: '圓角',
    hint: '每位使用者可另行選擇。',
    choices: { none: '直角', small: '小圓角', large: '大圓角' },
  },
  ThemeFont: {
    label: '字型',
    hint: '每位使用者可另行選擇。使用讀者系統的字型，不載入任何字型。',
    choices: { system: '系統', sans: '無襯線', serif: '襯線', mono: '等寬' },
  },
  HomePageContent: {
    label: '首頁內容',
    hint: 'Markdown、HTML，或要嵌入的位址；嵌入的頁面會收到語言和主題。留空則使用內建首頁。',
  },
  AvailabilityShownEnabled: {
    label: '顯示最近 24 小時',
    hint: '在內建首頁依小時顯示未在本站或上游失敗的呼叫比例，不顯示管道名稱和呼叫次數。資料來自資料儀表板，須將其開啟。',
  },
  ModelFiguresShownEnabled: {
    label: '顯示模型的可用率和速度',
    hint: '在每個模型的頁面上向所有人顯示：30 天可用率，以及依群組的首個 token 時間和每秒 token 數。不顯示管道名稱、呼叫次數和訪客不能使用的群組。可用率的資料來自資料儀表板，須將其開啟。各模型的徽章（/badge/NAME.svg）與事件訂閱源（/feed.xml、/feed.json）也會一併公開。',
  },
  About: {
    label: '關於頁面',
    hint: 'Markdown、HTML，或要嵌入的位址；留空則使用內建頁面。',
  },
  UserAgreement: {
    label: '使用者協議',
    hint: 'Markdown、HTML，或要嵌入的位址。填寫後，須同意才能註冊和登入；留空則沒有。',
  },
  PrivacyPolicy: {
    label: '隱私政策',
    hint: 'Markdown、HTML，或要嵌入的位址。填寫後，須同意才能註冊和登入；留空則沒有。',
  },
  ChangedRulesAskedAgain: {
    label: '修改後重新徵求同意',
    hint: '同意過舊內容的使用者，下次登入時須同意新內容。從未同意過的使用者一律會被詢問。',
  },
  Footer: {
    label: '頁尾',
    hint: '每頁底部的 HTML；留空則使用內建的一行文字。',
  },
} satisfies Incomplete<WordsOfTab<'other'>>

import type { FurtherPhrases } from '../language-pack.ts'

export const rights: FurtherPhrases['rights'] = {
  intro: '誰可以做什麼，由誰決定。超級管理員在此限制管理員，立即生效。',
  loadFailed: '權限載入失敗',
  columns: { username: '使用者名稱', rights: '權限', given: '決定者' },
  nobody: '尚無',
  root: '全部',
  all: '管理員的全部權限',
  none: '僅限自己的使用者頁面',
  change: '更改權限',
  form: {
    title: '「{{name}}」的權限',
    may: '可以做',
    only: '僅限勾選的內容',
    hint: '操作、編輯和金鑰權限會自動包含檢視權限。',
  },
}

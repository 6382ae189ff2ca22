import type { FurtherPhrases } from '../language-pack.ts'

export const reset: FurtherPhrases['reset'] = {
  title: '重設密碼',
  hint: '帳號綁定的電子郵件地址，將收到一個半小時內有效的連結。',
  submit: '傳送連結',
  againIn: '{{seconds}} 秒後可重試',
  sent: '如果有使用此電子郵件的帳號，郵件已寄出。',
  confirmHint: '電子郵件為 {{email}} 的帳號將獲得新密碼，所有登入都會失效。',
  confirm: '重設密碼',
  newPassword: '新密碼：',
  keep: '請妥善保存，密碼只顯示一次。登入後可以修改。',
  again: '重新取得連結',
  incomplete: '連結不完整：請依郵件中的原樣開啟，或重新取得。',
}

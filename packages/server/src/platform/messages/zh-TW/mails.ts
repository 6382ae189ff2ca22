import type { MailSentences } from '../sentences.ts'

export const mails: MailSentences = {
  code: {
    title: '{site} 驗證碼：{code}',
    text: '您在 {site} 的驗證碼是 {code}，{minutes} 分鐘內有效。\n\n如果不是您本人操作，請忽略此郵件。',
  },
  accountExists: {
    title: '{site}：該電子郵件地址已註冊',
    text: '有人（可能是您）在 {site} 為該電子郵件地址申請了驗證碼，但該電子郵件地址已有帳號：請直接登入，或重設密碼。\n\n如果不是您本人操作，請忽略此郵件。',
  },
  reset: {
    title: '{site} 重設密碼',
    text: '{name}，您好：\n\n請開啟以下連結重設您在 {site} 的密碼。連結只能使用一次，{minutes} 分鐘內有效。\n\n{link}\n\n如果不是您本人操作，請忽略此郵件，密碼不會改變。',
  },
  invitation: {
    title: '{site}：{name} 邀請您加入',
    text: '您好：\n\n{name} 邀請您加入 {site}。開啟以下連結，用新帳號或已有帳號接受邀請；連結僅可使用一次，{days} 天內有效。\n\n{link}\n\n如果您不認識對方，請忽略本郵件。',
  },
  teamInvitation: {
    title: '{site}：{name} 邀請您加入團隊 {team}',
    text: '您好：\n\n{name} 邀請您加入 {site} 的團隊 {team}。開啟以下連結即可接受或拒絕；連結僅可使用一次，{days} 天內有效。\n\n{link}\n\n如果您不認識對方，請忽略本郵件。',
  },
  test: {
    title: '{site} 測試郵件',
    text: '這封郵件說明 {site} 可以正常傳送郵件。',
  },
  unsubscribe: '不想再收到這類郵件？在此退訂：',
}

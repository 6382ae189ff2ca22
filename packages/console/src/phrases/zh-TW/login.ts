import type { FurtherPhrases } from '../language-pack.ts'

export const login: FurtherPhrases['login'] = {
  title: '登入',
  username: '使用者名稱或電子郵件',
  password: '密碼',
  submit: '登入',
  bothNeeded: '請輸入使用者名稱和密碼',
  expired: '未登入或登入已過期，請重新登入。',
  toRegister: '註冊帳號',
  toReset: '忘記密碼？',
  success: '登入成功！',
  passwordOff: '管理員已關閉密碼登入。',
  agreement: '本站條款',
  agreementHint: '同意本站現行條款後即可登入。',
  secondStep: '兩步驟驗證',
  secondStepHint: '請輸入驗證器應用程式中的六位數字，或一個復原碼。',
  back: '返回密碼登入',
  passkey: '使用通行金鑰登入',
  defaultPassword: '您正在使用預設密碼！請立刻修改！',
  defaultPasswordHint: '任何瞭解本軟體的人都知道這個密碼。',
}

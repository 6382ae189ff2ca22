import type { FurtherPhrases } from '../language-pack.ts'

export const unsubscribe: FurtherPhrases['unsubscribe'] = {
  title: '退訂',
  hint: '您將不再透過郵件收到本站的訊息。驗證碼、密碼重設和警告仍會寄送。',
  do: '退訂',
  done: '已退訂：不再向您寄送訊息郵件。',
  toProfile: '在個人設定中更改',
}

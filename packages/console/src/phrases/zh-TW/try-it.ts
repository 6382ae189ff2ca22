import type { FurtherPhrases } from '../language-pack.ts'

export const tryIt: FurtherPhrases['tryIt'] = {
  do: '試一試',
  title: '試一試',
  prompt: '請用一句話向新閘道問好。',
  with: '使用權杖「{{token}}」',
  model: '模型',
  again: '再問一次',
  noModel: '此權杖還不能呼叫任何模型：請在其群組的管道中新增模型。',
  failed: '呼叫被拒絕',
  receiptComes: '正在產生計費明細……',
  tokens: '輸入與輸出 token 數',
  cost: '已扣費',
  log: '在日誌中檢視',
  done: '完成',
}

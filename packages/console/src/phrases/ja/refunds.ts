import type { FurtherPhrases } from '../language-pack.ts'

export const refunds: FurtherPhrases['refunds'] = {
  button: '返金…',
  title: '「{{model}}」の返金',
  amount: '金額',
  amountHint: '課金額の残りが上限です',
  reason: '理由',
  reasonHint: 'ユーザーがログで確認できます',
  agree: '返金する',
  done: '{{amount}}を返金しました',
  given: '返金済み',
  undone: '取り消し済み',
  by: '{{name}}：{{reason}}',
  allTitle: 'フィルターに合うすべての呼び出しを返金',
  needSpan: '先に期間を選んでください。過去のすべての呼び出しを返金することはできません。',
  preview_other:
    '{{users}}人のユーザーの呼び出し{{number}}件、合計{{amount}}。タスクと、あなたと同じ役割以上のユーザーは除きます。',
  nothing: 'フィルターに合う課金済みの呼び出しはありません。',
  begin: 'すべて返金',
  begun: '返金を開始しました',
  earlier: 'フィルターによる返金',
  progress: '{{total}}件中{{handled}}件を確認、{{calls}}件を返金',
  undo: '取り消す',
  undoTitle: '{{count}}件の呼び出しを再び課金しますか？',
  undoConsequence:
    '{{amount}}を再び課金します。残高が足りない分は、ユーザーの未払いになります。返金の取り消しは一度だけです。',
  states: {
    running: '実行中',
    done: '完了',
    undoing: '取り消し中',
    undone: '取り消し済み',
  },
}

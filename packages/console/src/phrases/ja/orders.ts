import type { FurtherPhrases } from '../language-pack.ts'

export const orders: FurtherPhrases['orders'] = {
  intro: 'すべてのオンラインチャージについて、注文者、支払い方法、結果を示します。',
  filters: { keyword: '注文番号、ユーザー名、ユーザーID' },
  columns: { user: 'ユーザー', provider: 'プロバイダー番号' },
  byHand: '{{name}}が手動で完了：{{reason}}',
  complete: '手動で完了',
  completeTitle: '注文{{order}}を手動で完了しますか？',
  completeHint:
    '{{quota}}がすぐに{{user}}に加算されます。プロバイダーが後からこの支払いを通知しても、二重には加算されません。',
  completePlanHint:
    'プラン「{{plan}}」が{{user}}にすぐに開始します。開始できない場合、代金は残高になります。プロバイダーが後からこの支払いを通知しても、それ以上は何も起こりません。',
  refundPlan:
    'プラン「{{plan}}」は終了します。代金のうち未使用の分がまず残高に戻り、使用した分は未払いとして残ります。',
  refund: '返金',
  refundTitle: '注文{{order}}の返金',
  refundMoney: '金額',
  refundThrough:
    'プロバイダーが返金し、それに相当するクォータが残高から差し引かれます。使用済みの分は未払いになります。',
  refundElsewhere:
    'ここには記録されるだけです。返金はご自身で行ってください。相当するクォータは残高から差し引かれ、使用済みの分は未払いになります。',
  moneyRequired: '金額を入力してください',
  reason: '理由',
  reasonHint: 'ユーザーがログで確認できます。',
  reasonRequired: '理由を入力してください',
  emptyTitle: '注文はまだありません',
  emptyHint: 'ユーザーのオンライン注文が、支払いの有無にかかわらず表示されます。',
  invoice: {
    failed: '請求書を読み込めませんでした',
    intro: '支払い済みの注文の請求書です。印刷またはファイルに保存できます。',
    back: 'ウォレットへ',
    number: '請求書番号',
    date: '支払日',
    to: '請求先',
    taxId: '税番号',
    item: 'クォータ{{amount}}',
    plan: 'プラン「{{plan}}」',
    total: '合計',
    refunded: '返金額',
    left: '残額',
    method: '支払い方法',
    description: '品目',
    amount: '金額',
  },
}

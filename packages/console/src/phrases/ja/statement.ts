import type { FurtherPhrases } from '../language-pack.ts'

export const statement: FurtherPhrases['statement'] = {
  intro: '台帳による、1か月間の残高の増減のすべてです。月初残高に各金額を加えると、月末残高になります。',
  month: '月',
  failed: '取引明細を作成できませんでした',
  item: '項目',
  count: '件数',
  amount: '金額',
  opening: '月初残高（{{time}}）',
  closing: '月末残高（{{time}}）',
  calls: '{{model}}の呼び出し',
  otherCalls: '統計のない呼び出し',
  plan: 'プランでの支払い',
  owed: '{{amount}}は残高で賄えず、未払いになりました。',
}

import type { FurtherPhrases } from '../language-pack.ts'

export const statement: FurtherPhrases['statement'] = {
  intro: 'Mọi thay đổi số dư trong một tháng, từ sổ cái: các khoản cộng lại từ số dư đầu kỳ đến số dư cuối kỳ.',
  month: 'Tháng',
  failed: 'Không lập được sao kê',
  item: 'Mục',
  count: 'Số lượng',
  amount: 'Số tiền',
  opening: 'Số dư đầu kỳ, {{time}}',
  closing: 'Số dư cuối kỳ, {{time}}',
  calls: 'Lượt gọi {{model}}',
  otherCalls: 'Lượt gọi không có số liệu',
  plan: 'Gói chi trả',
  owed: '{{amount}} không đủ chi trả, và là khoản nợ từ đó.',
}

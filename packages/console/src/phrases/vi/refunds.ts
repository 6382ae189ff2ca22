import type { FurtherPhrases } from '../language-pack.ts'

export const refunds: FurtherPhrases['refunds'] = {
  button: 'Hoàn phí…',
  title: 'Hoàn phí “{{model}}”',
  amount: 'Số tiền',
  amountHint: 'Tối đa phần còn lại của phí',
  reason: 'Lý do',
  reasonHint: 'Người dùng đọc được trong nhật ký',
  agree: 'Hoàn phí',
  done: 'Đã hoàn {{amount}}',
  given: 'Đã hoàn',
  undone: 'đã thu hồi',
  by: '{{name}}: {{reason}}',
  allTitle: 'Hoàn phí mọi lượt gọi qua bộ lọc',
  needSpan: 'Hãy chọn thời gian trước: không thể hoàn phí mọi lượt gọi từ trước đến nay.',
  preview_other:
    '{{number}} lượt gọi của {{users}} người dùng, tổng {{amount}}. Không gồm tác vụ và người dùng cùng cấp với bạn.',
  nothing: 'Không lượt gọi có phí nào qua bộ lọc.',
  begin: 'Hoàn toàn bộ',
  begun: 'Đã bắt đầu hoàn phí',
  earlier: 'Hoàn phí theo bộ lọc',
  progress: 'Đã xem {{handled}} trên {{total}}, hoàn {{calls}}',
  undo: 'Thu hồi',
  undoTitle: 'Tính phí lại {{count}} lượt gọi?',
  undoConsequence:
    '{{amount}} được tính phí lại. Nếu số dư không còn đủ, người dùng sẽ nợ. Mỗi khoản hoàn chỉ thu hồi được một lần.',
  states: {
    running: 'đang chạy',
    done: 'xong',
    undoing: 'đang thu hồi',
    undone: 'đã thu hồi',
  },
}

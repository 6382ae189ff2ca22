import type { FurtherPhrases } from '../language-pack.ts'

export const channelHealth: FurtherPhrases['channelHealth'] = {
  title: 'Giờ vừa qua',
  intro:
    'Các kênh đã làm gì trong giờ vừa qua, trên mọi node, và hiện có gọi được không. Node này bắt đầu đếm {{since}}.',
  empty: 'Không kênh nào được gọi trong giờ vừa qua.',
  quiet_other: '{{number}} kênh khác không được gọi, hoặc không có trong danh sách.',
  loadFailed: 'Không tải được số liệu giờ vừa qua',
  sparkline: 'Lượt gọi của “{{name}}” trong giờ vừa qua, mỗi cột ba phút',
  failureShare: '{{percent}}% lượt gọi thất bại trong một phút',
  failures_other: '{{count}} lần thất bại liên tiếp',
  moreModels_other: 'và {{count}} mô hình khác',
  hourTold: '{{calls}} lượt gọi, {{failures}} thất bại, byte đầu {{firstByte}}',
  /** The state of a channel with one of them, and the filter of the list. */
  troubles: {
    resting: 'Đang nghỉ',
    partly_resting: 'Mô hình nghỉ',
    failing: 'Đang lỗi',
    slow: 'Chậm',
    key_trouble: 'Lỗi khóa',
    under_cost: 'Giá dưới chi phí',
    flagged: 'Trả lời lệch',
    idle: 'Chưa gọi',
  },
  reasons: {
    failing: '{{failures}} trên {{calls}} lượt gọi thất bại trong giờ vừa qua',
    slow: 'Luồng bắt đầu sau trung bình {{time}}',
    keysRefused_other: '{{count}} khóa bị từ chối hoặc bị tắt',
    keysResting_other: '{{count}} khóa đang nghỉ',
    underCost: '{{model}}: {{group}} trả thấp hơn chi phí {{share}}',
    flagged: 'Câu trả lời khác với yêu cầu; dấu cạnh tên kênh cho biết khác thế nào',
  },
  columns: {
    channel: 'Kênh',
    model: 'Mô hình',
    error: 'Lỗi gần nhất',
    allModels: 'mọi mô hình',
  },
  figures: {
    calls: 'Lượt gọi',
    success: 'Thành công',
    latency: 'Toàn bộ trả lời',
    firstToken: 'Token đầu',
    speed: 'Token mỗi giây',
    cache: 'Từ cache',
    affinity: 'Giữ hội thoại',
  },
  states: {
    well: 'Ổn',
    open: 'Đang nghỉ, {{time}}',
    half_open: 'Lượt gọi sau sẽ dò thử',
    failing: 'Đang lỗi',
  },
}

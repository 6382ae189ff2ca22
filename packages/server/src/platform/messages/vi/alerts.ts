import type { AlertSentences } from '../sentences.ts'

export const alerts: AlertSentences = {
  test: { title: 'Cảnh báo thử', text: 'Đây là cảnh báo thử. Mọi thứ vẫn ổn.' },
  rules: {
    channel_down: {
      title: 'Kênh {id} ({name}) ngừng hoạt động',
      text: 'Kênh {id} ({name}) không nhận lượt gọi nào: kênh bị tự động tắt, hoặc liên tục thất bại.',
      over: 'Kênh {id} ({name}) đã hoạt động lại, hoặc không còn được dùng.',
    },
    wallet_low: {
      title: 'Số dư của kênh {id} ({name}) thấp',
      text: 'Kênh {id} ({name}) còn {balance} đô la Mỹ ở upstream, ít hơn {least}.',
      over: 'Số dư của kênh {id} ({name}) đã đủ trở lại.',
    },
    error_rate: {
      title: 'Nhiều lượt gọi thất bại',
      text: '{percent} % lượt gọi trong {minutes} phút qua thất bại ở upstream: {failed} trên {all}.',
      over: 'Nay ít lượt gọi thất bại.',
    },
    books_wrong: {
      title: 'Sổ sách không khớp',
      text: 'Lần đối chiếu sổ sách hằng ngày phát hiện {count} sai lệch. Hãy chạy kiểm toán để xem.',
      over: 'Sổ sách đã khớp trở lại.',
    },
    job_failed: {
      title: 'Tác vụ {name} thất bại',
      text: 'Lần chạy gần nhất của tác vụ nền {name} thất bại: {error}',
      over: 'Tác vụ nền {name} đã chạy thành công trở lại.',
    },
    price_raised: {
      title: 'Giá {model} của upstream cao hơn giá của ta',
      text: 'Bảng giá {list} nay tính {model} cao hơn ta {percent} %: {theirs} thay vì {ours} đô la Mỹ (ba triệu token đầu vào và một triệu token đầu ra, hoặc đơn vị đắt nhất của nó).',
      over: 'Giá {model} của ta lại bù được giá của bảng {list}, hoặc bảng đó không còn mô hình này.',
    },
    database_away: {
      title: 'Mất kết nối cơ sở dữ liệu',
      text: 'Máy chủ {server} không kết nối được với cơ sở dữ liệu. Các lượt gọi bị từ chối cho đến khi có lại kết nối.',
      over: 'Máy chủ {server} đã kết nối lại được với cơ sở dữ liệu.',
    },
    database_read_only: {
      title: 'Cơ sở dữ liệu không cho ghi',
      text: 'Máy chủ {server} kết nối được với cơ sở dữ liệu, nhưng không ghi được: cơ sở dữ liệu chỉ cho đọc, hoặc đĩa đã đầy.',
      over: 'Máy chủ {server} đã ghi lại được vào cơ sở dữ liệu.',
    },
    redis_away: {
      title: 'Mất kết nối Redis',
      text: 'Máy chủ {server} không kết nối được với Redis. Các lượt gọi vẫn tiếp tục, nhưng mỗi node tự đếm giới hạn.',
      over: 'Máy chủ {server} đã kết nối lại được với Redis.',
    },
    not_ready: {
      title: 'Một máy chủ chưa sẵn sàng',
      text: 'Máy chủ {server} không phục vụ được lượt gọi: mất kết nối cơ sở dữ liệu, hoặc không ghi được phí.',
      over: 'Máy chủ {server} đã phục vụ lại lượt gọi.',
    },
    node_lost: {
      title: 'Mất một node',
      text: 'Node {node} im lặng: tiến trình bị dừng hoặc bị treo, hoặc node không kết nối được với cơ sở dữ liệu.',
      over: 'Node {node} đã trả lời lại, hoặc đã bị loại bỏ.',
    },
    funds_held: {
      title: 'Một node im lặng đang giữ quota',
      text: 'Node {node} im lặng và đang giữ {quota} quota của người dùng; quota được trả lại khi node bị loại bỏ.',
      over: 'Quota mà node {node} giữ đã được trả lại.',
    },
    disk_full: {
      title: 'Đĩa gần đầy',
      text: 'Đĩa chứa thư mục dữ liệu hoặc cơ sở dữ liệu của máy chủ {server} còn trống {percent} %, ít hơn {least} %.',
      over: 'Đĩa của máy chủ {server} đã đủ chỗ trở lại.',
    },
    own_errors: {
      title: 'Một máy chủ trả 5xx cho nhiều lượt gọi',
      text: 'Máy chủ {server} kết thúc {percent} % lượt gọi trong {minutes} phút qua bằng 5xx: {failed} trên {all}.',
      over: 'Máy chủ {server} nay ít kết thúc lượt gọi bằng 5xx.',
    },
  },
}

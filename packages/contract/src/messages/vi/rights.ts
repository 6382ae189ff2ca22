import type { Right } from '../../rights.ts'

export const rights: Record<Right, { name: string; opens: string }> = {
  'channels.see': {
    name: 'Kênh: xem',
    opens: 'Kênh, tình trạng của chúng, trạng thái khóa và các mục cần xem, không kèm khóa bí mật nào',
  },
  'channels.operate': {
    name: 'Kênh: vận hành',
    opens: 'Bật, tắt, kiểm thử, gắn nhãn, sao chép và xóa kênh; mô hình, nhóm, mức ưu tiên và trọng số của chúng',
  },
  'channels.keys': {
    name: 'Kênh: khóa',
    opens:
      'Đọc và sửa khóa, địa chỉ, proxy, ghi đè tham số và ánh xạ mô hình, là những thứ chứa bí mật hoặc quyết định khóa đi đâu và mô hình nào trả lời',
  },
  'users.see': { name: 'Người dùng: xem', opens: 'Người dùng cùng số dư, phiên và gói đăng ký của họ' },
  'users.edit': {
    name: 'Người dùng: sửa',
    opens: 'Tạo, đổi tên, tắt và hủy người dùng; mật khẩu, tài khoản liên kết, xác thực hai bước và ghi chú của họ',
  },
  'users.balances': {
    name: 'Người dùng: số dư',
    opens: 'Số dư, giới hạn và nhóm của người dùng, đơn hàng, hoàn phí, và gói được cấp',
  },
  messages: {
    name: 'Tin nhắn cho người dùng',
    opens: 'Viết cho người dùng trong bảng điều khiển và qua email, và thu hồi tin nhắn',
  },
  prices: {
    name: 'Giá',
    opens: 'Giá của mô hình, nhóm và gói, giới hạn của mô hình, chế độ tự dùng, bảng giá và tính lại',
  },
  logs: {
    name: 'Nhật ký của người khác',
    opens: 'Nhật ký, biên lai, vẽ, tác vụ và số liệu của mọi người, kèm tên người dùng và kênh',
  },
  codes: { name: 'Mã nạp', opens: 'Mã nạp' },
  settings: {
    name: 'Cài đặt không liên quan truy cập',
    opens: 'Các cài đặt ngoài giá và những gì dành cho quản trị viên cấp cao nhất; cảnh báo và kiểm tra bản cập nhật',
  },
  jobs: {
    name: 'Tác vụ nền',
    opens: 'Tác vụ nền, trang Máy chủ trừ nhật ký của nó, và việc xóa các dòng nhật ký cũ',
  },
}

import type { FurtherPhrases } from '../language-pack.ts'

export const session: FurtherPhrases['session'] = {
  noEntry: 'Trang này chỉ dành cho quản trị viên',
  noEntryForAdmins: 'Trang này chỉ dành cho quản trị viên cấp cao nhất',
  noEntryHint: 'Tài khoản của bạn không có vai trò cần thiết. Hãy hỏi người vận hành nếu bạn cho rằng cần có.',
  noRight: 'Trang này cần quyền “{{right}}”',
  noRightHint: 'Bạn không có quyền này. Quản trị viên cấp cao nhất có thể cấp cho bạn.',
  backToConsole: 'Quay lại bảng điều khiển',
  statusUnreachable: 'Không kết nối được với máy chủ',
  statusUnreachableHint: 'Gateway không phản hồi. Hãy kiểm tra kết nối, hoặc chờ một lát nếu gateway vừa khởi động.',
  statusFailed: 'Không tải được trạng thái',
  retry: 'Thử lại',
  again: {
    title: 'Phiên của bạn đã kết thúc',
    hint: 'Đăng nhập bằng {{name}} và tiếp tục: không có gì trên trang này bị mất.',
    submit: 'Đăng nhập và tiếp tục',
    other: 'Đăng nhập cách khác',
  },
}

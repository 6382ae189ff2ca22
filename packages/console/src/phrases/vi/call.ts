import type { FurtherPhrases } from '../language-pack.ts'

export const call: FurtherPhrases['call'] = {
  expired: 'Bạn chưa đăng nhập hoặc phiên đã hết hạn, vui lòng đăng nhập lại',
  tooManyRequests: 'Quá nhiều yêu cầu, vui lòng thử lại sau',
  internal: 'Lỗi nội bộ máy chủ, hãy liên hệ quản trị viên',
  demoSite: 'Đây chỉ là trang demo, không có máy chủ',
  other: 'Lỗi: {{message}}',
  failed: 'Yêu cầu thất bại',
  unreachable: 'Không kết nối được với máy chủ',
}

import type { FurtherPhrases } from '../language-pack.ts'

export const apiDocs: FurtherPhrases['apiDocs'] = {
  intro:
    'Dành cho script: gửi access token hệ thống trong Authorization, và ID người dùng của nó trong {{header}}. Mỗi phản hồi là một phong bì gồm success, message và data.',
  search: 'Tìm lệnh gọi',
  download: 'Mô tả OpenAPI',
  loadFailed: 'Không tải được bản mô tả',
  nothing: 'Không có lệnh gọi nào khớp “{{query}}”',
  access: {
    public: 'Mọi người',
    user: 'Người dùng',
    admin: 'Quản trị viên',
    root: 'Quản trị cấp cao',
    token: 'Người có token',
  },
  confirm: 'Cần xác nhận mới trong trình duyệt: script không thể gọi.',
  limit: 'Tối đa {{attempts}} lần thử trong {{minutes}} phút.',
  parameters: 'Tham số',
  body: 'Nội dung',
  reply: 'Phản hồi',
  example: 'Ví dụ',
}

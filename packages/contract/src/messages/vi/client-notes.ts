import type { ClientNote } from '../../clients/client-guide.ts'

export const clientNotes: Record<ClientNote, string> = {
  small_model: 'Nó còn dùng một mô hình nhỏ cho tiêu đề và tóm tắt; hãy nêu một mô hình có ở đây.',
  no_v1: 'Không ghi /v1 trong địa chỉ: client tự thêm đường dẫn.',
  auth_conflict: 'Không đặt thêm ANTHROPIC_API_KEY: nó sẽ được gửi cùng khóa này.',
  public_address: 'Lượt gọi đến từ máy chủ của nhà phát triển, nên địa chỉ phải truy cập được từ internet.',
  key_in_shell: 'Khóa được đọc từ môi trường nơi chương trình được khởi động.',
  reasoning_dropped:
    'Ở định dạng này nó không gửi lại phần suy luận của mô hình; mô hình có ký phần suy luận sẽ bắt đầu lại ở mỗi lượt.',
  own_server: 'Lượt gọi do máy chủ của nó thực hiện, nên máy chủ đó phải tới được địa chỉ.',
  context_window: 'Nó không biết cửa sổ ngữ cảnh của mọi mô hình; hãy tự đặt nếu nó đoán sai.',
  trusted_folder:
    'Nó chỉ làm việc trong thư mục được tin cậy: nó hỏi khi khởi động, và cờ trong lệnh ở trên tin cậy thư mục này.',
  model_warnings: 'Nó không biết giá và cửa sổ ngữ cảnh của mọi mô hình; dòng cuối giúp nó không hỏi về việc đó.',
}

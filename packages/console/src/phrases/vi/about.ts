import type { FurtherPhrases } from '../language-pack.ts'

export const about: FurtherPhrases['about'] = {
  title: 'Giới thiệu',
  builtIn:
    'Trang này chạy trên Tollgate, một gateway giữa các chương trình và các mô hình AI: cho yêu cầu đi qua, đếm và tính phí chúng.',
  operatorHint: 'Người vận hành có thể thay nội dung này trong phần cài đặt.',
  version: 'Phiên bản',
  running: 'Chạy từ',
  failed: 'Không tải được trang giới thiệu',
  noRules: 'Trang này không có nội dung đó.',
  rulesFailed: 'Không tải được trang này',
}

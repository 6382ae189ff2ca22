import type { FurtherPhrases } from '../language-pack.ts'

export const notFound: FurtherPhrases['notFound'] = {
  title: 'Trang không tồn tại',
  hint: 'Hãy kiểm tra địa chỉ.',
  home: 'Về trang chủ',
}

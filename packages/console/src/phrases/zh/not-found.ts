import type { Phrases } from '../language-pack.ts'

export const notFound: Phrases['notFound'] = {
  title: '页面不存在',
  hint: '请检查您的浏览器地址是否正确。',
  home: '返回首页',
}

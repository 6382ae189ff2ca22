import type { Phrases } from '../language-pack.ts'

export const login: Phrases['login'] = {
  title: 'Вход',
  username: 'Имя пользователя или почта',
  password: 'Пароль',
  submit: 'Войти',
  bothNeeded: 'Введите имя пользователя и пароль',
  expired: 'Вход не выполнен или сессия истекла, войдите снова.',
  toRegister: 'Зарегистрироваться',
  toReset: 'Забыли пароль?',
  success: 'Вход выполнен!',
  passwordOff: 'Вход по паролю отключён администратором.',
  secondStep: 'Второй шаг',
  secondStepHint: 'Шесть цифр из приложения-аутентификатора или один из кодов восстановления.',
  back: 'Вернуться к паролю',
  passkey: 'Войти с ключом доступа',
  defaultPassword: 'Вы используете пароль по умолчанию! Немедленно смените его!',
  defaultPasswordHint: 'Его знает каждый, кто знаком с этой программой.',
}

import { forms, type Forms } from './language.ts'

/** Sunday first, as they stand inside a sentence. */
export const WEEKDAYS: readonly Forms[] = [
  forms('Sunday', 'Sonntag', 'domingo', '周日', '日曜日'),
  forms('Monday', 'Montag', 'lunes', '周一', '月曜日'),
  forms('Tuesday', 'Dienstag', 'martes', '周二', '火曜日'),
  forms('Wednesday', 'Mittwoch', 'miércoles', '周三', '水曜日'),
  forms('Thursday', 'Donnerstag', 'jueves', '周四', '木曜日'),
  forms('Friday', 'Freitag', 'viernes', '周五', '金曜日'),
  forms('Saturday', 'Samstag', 'sábado', '周六', '土曜日'),
]

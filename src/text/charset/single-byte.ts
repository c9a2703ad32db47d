/**
 * Windows-1252 at 0x80 to 0x9F. Latin-1 and Unicode have control characters there, which no text means. This
 * table exists because `TextDecoder('windows-1252')` of some Node.js releases decodes Latin-1 instead.
 */
const SIGNS =
  '\u20AC\u0081\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\u008D\u017D\u008F' +
  '\u0090\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\u009D\u017E\u0178'

const CONTROLS = /[\u0080-\u009F]/g

const BYTES: ReadonlyMap<number, number> = new Map(
  Array.from(SIGNS, (sign, index) => [sign.charCodeAt(0), 0x80 + index]),
)

/** Gives the byte of a UTF-16 code unit; `undefined` if windows-1252 does not have the character. */
export function byteOf(code: number): number | undefined {
  return BYTES.get(code) ?? (code <= 0xff ? code : undefined)
}

/**
 * Replaces the control characters U+0080 to U+009F by the windows-1252 characters that their writers meant.
 */
export function replaceControls(text: string): string {
  return text.replace(CONTROLS, (control) => SIGNS[control.charCodeAt(0) - 0x80] ?? control)
}

/**
 * Single-byte charsets that feeds declare and `TextDecoder` does not have. Each text has the characters of
 * the bytes 0x80 to 0xFF.
 *
 * @see https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/
 */
export const SINGLE_BYTE_TABLES: Readonly<Record<string, string>> = {
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  ibm855:
    'ђЂѓЃёЁєЄѕЅіІїЇјЈљЉњЊћЋќЌўЎџЏюЮъЪаАбБцЦдДеЕфФгГ«»░▒▓│┤хХиИ╣║╗╝йЙ┐' +
    '└┴┬├─┼кК╚╔╩╦╠═╬¤лЛмМнНоОп┘┌█▄Пя▀ЯрРсСтТуУжЖвВьЬ№\u00adыЫзЗшШэЭщЩчЧ§■\u00a0',
}

/** Decodes bytes below 0x80 as ASCII and the others with `upperHalf`. */
export function decodeSingleByte(bytes: Uint8Array, upperHalf: string): string {
  const codes = new Uint16Array(bytes.length)
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    codes[i] = byte < 0x80 ? byte : upperHalf.charCodeAt(byte - 0x80)
  }
  return Buffer.from(codes.buffer).toString('utf16le')
}
